"""Small drawings in place of photographs: a motif of the coast in two colours, with a word on it if wanted."""

from __future__ import annotations

from html import escape

_WAVES = (
    '<path d="M0 250q40-30 80 0t80 0 80 0 80 0 80 0 80 0v110H0z" fill="{b}"/>'
    '<path d="M0 285q40-24 80 0t80 0 80 0 80 0 80 0 80 0v80H0z" fill="#fff" opacity=".25"/>'
)
_MOTIFS = {
    "waves": '<circle cx="360" cy="90" r="46" fill="#fff" opacity=".7"/>' + _WAVES,
    "boat": '<path d="M150 220h180l-34 50H184z" fill="#fff"/><path d="M236 60v150M244 66l70 130h-70z" fill="#fff" '
    'stroke="#fff" stroke-width="6"/>' + _WAVES,
    "tower": '<path d="M214 300l14-190h24l14 190z" fill="#fff"/><path d="M222 96h36v-26l-18-20-18 20z" fill="{b}"/>'
    '<path d="M258 80l180-50v96z" fill="#fff" opacity=".35"/>' + _WAVES,
    "notes": '<g fill="none" stroke="#fff" stroke-width="12"><path d="M190 230V90l120-28v140"/></g>'
    '<ellipse cx="164" cy="232" rx="32" ry="24" fill="#fff"/><ellipse cx="284" cy="204" rx="32" ry="24" fill="#fff"/>',
    "stars": '<path d="M0 270q240-90 480 0v60H0z" fill="{b}"/><g fill="#fff"><circle cx="70" cy="60" r="4"/>'
    '<circle cx="150" cy="120" r="6"/><circle cx="240" cy="50" r="5"/><circle cx="330" cy="140" r="3"/>'
    '<circle cx="410" cy="70" r="7"/><circle cx="200" cy="180" r="3"/></g>',
    "fish": '<path d="M120 165q100-100 220 0l60-46v92l-60-46q-120 100-220 0z" fill="#fff"/>'
    '<circle cx="180" cy="152" r="9" fill="{b}"/>',
    "bowl": '<path d="M120 160h240q-10 100-120 100t-120-100z" fill="#fff"/><g fill="none" stroke="#fff" '
    'stroke-width="8" opacity=".7"><path d="M190 130q-20-30 0-60M240 130q-20-30 0-60M290 130q-20-30 0-60"/></g>',
    "book": '<path d="M240 90q-60-40-140-20v160q80-20 140 20 60-40 140-20V70q-80-20-140 20z" fill="#fff"/>'
    '<path d="M240 90v160" stroke="{b}" stroke-width="6"/>',
    "frame": '<path d="M120 60h240v200H120z" fill="#fff"/><path d="M144 84h192v152H144z" fill="{b}"/>'
    '<path d="M144 236l70-90 50 56 30-30 42 64z" fill="#fff" opacity=".6"/>',
    "tag": '<path d="M150 70h130l90 95-90 95H150z" fill="#fff"/><circle cx="190" cy="165" r="16" fill="{b}"/>',
    "person": '<circle cx="240" cy="115" r="52" fill="#fff"/><path d="M140 290q0-110 100-110t100 110z" fill="#fff"/>',
    "reel": '<circle cx="240" cy="165" r="100" fill="#fff"/><g fill="{b}"><circle cx="240" cy="110" r="24"/>'
    '<circle cx="240" cy="220" r="24"/><circle cx="185" cy="165" r="24"/><circle cx="295" cy="165" r="24"/></g>',
}


def draw(drawing: str, label: str = "") -> str:
    """Draw as SVG what is told as a motif, the colour of the ground and that of the accent: "boat #246 #8ac"."""
    motif, ground, accent = drawing.split()
    words = (
        f'<text x="240" y="316" font-family="sans-serif" font-size="22" text-anchor="middle" fill="#fff">'
        f"{escape(label)}</text>"
        if label
        else ""
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 330" width="480" height="330">'
        f'<path d="M0 0h480v330H0z" fill="{ground}"/>{_MOTIFS[motif].replace("{b}", accent)}{words}</svg>\n'
    )
