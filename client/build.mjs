// Build the scripts into the package: `npm run build` writes ../src/eventlocky/web/static/built.
// `names.json` there tells the server what each file is called: names hold a mark of what is in them.
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, '../src/eventlocky/web/static/built');
const shared = { absWorkingDir: here, bundle: true, minify: true, logLevel: 'warning', legalComments: 'none', target: 'es2022' };

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

const pages = await build({
  ...shared,
  entryPoints: ['src/frame.js', 'src/home.js', 'src/map.css'],
  outdir: out,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  loader: { '.png': 'file' },
  format: 'esm',
  splitting: true,
  metafile: true,
});

const names = {};
const all = Object.keys(pages.metafile.outputs).filter((file) => /\.(js|css)$/.test(file)).map((file) => `/static/built/${basename(file)}`);
for (const [file, told] of Object.entries(pages.metafile.outputs)) {
  if (told.entryPoint) names[basename(told.entryPoint)] = `/static/built/${basename(file)}`;
}

// The worker lives as long as what it keeps: another build is another version.
const version = createHash('sha256').update(readdirSync(out).sort().join()).digest('hex').slice(0, 12);
await build({
  ...shared,
  entryPoints: ['src/worker.js'],
  outfile: join(out, 'worker.js'),
  format: 'iife',
  define: { VERSION: JSON.stringify(version), BUILT: JSON.stringify(all) },
});
writeFileSync(join(out, 'names.json'), `${JSON.stringify(names, null, 1)}\n`);
writeFileSync(join(out, 'LICENSES.txt'), licences(['leaflet', 'supercluster', 'kdbush']));

/** Return the licences of what is bundled, as their packages give them. */
function licences(packages) {
  return packages.map((name) => {
    const folder = join(here, 'node_modules', name);
    const file = readdirSync(folder).find((each) => each.toUpperCase().startsWith('LICENSE'));
    return `${name}\n\n${file ? readFileSync(join(folder, file), 'utf8') : JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).license}\n`;
  }).join('\n');
}
