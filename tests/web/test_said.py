"""Where it says so: the stored page with the words marked, and nothing of it that runs, loads or leads away."""

from __future__ import annotations

import asyncio
import re
from datetime import date

import pytest
from fastapi.testclient import TestClient
from pageparts import Parts, check
from webtown import TODAY, at

from eventlocky import extract
from eventlocky.crawl.address import read
from eventlocky.crawl.archive import Recorder
from eventlocky.crawl.download import Answer, Request
from eventlocky.settings import Settings
from eventlocky.store import Query, Store
from eventlocky.types import Organisation, Proof
from eventlocky.web import said
from eventlocky.web.app import make_app

SITE = Organisation("Old Harbour", "https://harbour.example/", lat=1.0, lon=2.0)
PAGE = """<!doctype html><html lang="en"><title>Old Harbour</title><base href="https://evil.example/">
<style>body { display: none }</style><script>alert(1)</script><meta http-equiv="refresh" content="0;url=https://evil.example">
<main><h1 onclick="alert(2)">Programme</h1><form action="https://evil.example"><input name="a" autofocus><button>Go</button></form>
<div class="card"><img src="https://spy.example/a.jpg" onerror="alert(3)"><h3><a href="javascript:alert(4)">Jazz &amp; more</a></h3>
 <p>Saturday 21 November 2026, 19:30</p><p class="venue">Old Harbour</p><p>€12.50</p></div>
<div class="card"><h3><a href="/fair">Book Fair</a></h3><p>22 November 2026, 10:00</p><p>€3</p></div>
<div class="card"><h3><a href="/tea">Tea Dance</a></h3><p>23 November 2026, 15:00</p><p>€4</p></div></main>
<iframe src="https://spy.example"></iframe><object data="x"></object><svg onload="alert(5)"></svg></html>"""


class Given:
    """A transport that answers one page."""

    is_live = False
    body = b""

    async def open(self) -> None:
        pass

    async def close(self) -> None:
        pass

    async def get(self, request: Request) -> Answer:
        return Answer(request.address.url, 200, "", (("content-type", "text/html; charset=utf-8"),), self.body, TODAY)


def archive(folder, *pages: str) -> None:
    """Write an archive in which the site's page was read some times."""

    async def write() -> None:
        given = Given()
        recorder = Recorder(given, folder)
        await recorder.open()
        for page in pages:
            given.body = page.encode()
            await recorder.get(Request(read(SITE.website), {}, lambda _: True))
        await recorder.close()

    asyncio.run(write())


@pytest.fixture
def serve(tmp_path):
    opened = []

    def served(*pages: str, has_archive: bool = True):
        settings = Settings(store=str(tmp_path / "a.sqlite"), archive=str(tmp_path / "archive") if has_archive else "")
        if has_archive:
            archive(tmp_path / "archive", *pages)
        events = extract(PAGE, SITE.website, fetched=date(2026, 11, 1))
        with Store(settings.store, clock=lambda: at(1)) as store:
            store.keep(SITE, SITE.website, "event", events)
            hit = store.search(Query(words="jazz")).hits[0]
            statement = store.get(hit.uid).statements[0]
        client = TestClient(make_app(settings, today=lambda: TODAY), base_url="http://e.example")
        opened.append(client)
        return client.__enter__(), f"/events/{hit.uid}/said/{statement.id}"

    yield served
    for client in opened:
        client.__exit__(None, None, None)


def test_the_event_s_page_leads_there_and_the_words_are_told(serve):
    client, path = serve(PAGE)
    assert f'href="{path}"' in client.get(path.partition("/said")[0]).text
    page = client.get(path)
    words = check(page.text).words
    for told in (
        "Jazz & more",
        "Saturday 21 November 2026, 19:30",
        "€12.50",
        "The page as we read it on Monday 16 November 2026",
    ):
        assert told in words
    assert "sandbox" in next(said for tag, said in Parts(page.text).attributes if tag == "iframe")


def test_the_stored_page_has_the_words_marked(serve):
    client, path = serve(PAGE)
    html = client.get(f"{path}/page").text
    title = re.search(r'<h3 class="[^"]*el-field[^"]*" id="said-title"[^>]*>(.*?)</h3>', html, re.DOTALL)
    assert title
    assert "Jazz &amp; more" in title[1]
    assert len(re.findall(r"el-field", html)) >= 3
    assert "Book Fair" in html  # the rest of the page is there, too


def test_nothing_of_the_stored_page_runs_loads_or_leads_away(serve):
    client, path = serve(PAGE)
    answer = client.get(f"{path}/page")
    policy = answer.headers["content-security-policy"]
    assert "sandbox;" in policy
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'self'" in policy
    assert "unsafe" not in policy
    assert len(answer.headers.get_list("content-security-policy")) == 1
    parts = Parts(answer.text)
    assert not {"script", "style", "iframe", "object", "svg", "base", "form_"} & set(parts.tags)
    names = {name for _, attributes in parts.attributes for name in attributes}
    assert not {name for name in names if name.startswith("on")} | ({"style", "action", "src", "autofocus"} & names)
    assert [link for link in parts.links() if link] == ["/static/stored.css"]
    assert "evil.example" not in answer.text
    assert "refresh" not in answer.text


def test_a_page_that_has_changed_is_shown_as_it_was_read(serve):
    client, path = serve(PAGE, PAGE.replace("Jazz &amp; more", "Something else"))
    assert "Jazz &amp; more" in client.get(f"{path}/page").text


def test_a_page_on_which_nothing_is_left_is_said_to_have_changed(serve):
    client, path = serve("<html><body><p>All new.</p></body></html>")
    words = check(client.get(path).text).words
    assert "The page has changed since" in words
    assert "Jazz & more" in words


@pytest.mark.parametrize("has_archive", [True, False])
def test_without_a_stored_page_the_words_stand_alone(serve, has_archive):
    client, path = serve(has_archive=has_archive)
    page = client.get(path)
    assert "The page itself was not kept" in check(page.text).words
    assert "Jazz & more" in check(page.text).words
    assert "<iframe" not in page.text
    assert client.get(f"{path}/page").status_code == 404


@pytest.mark.parametrize("language", ["de", "ja"])
def test_it_is_told_in_every_language(serve, language):
    client, path = serve(PAGE)
    words = check(client.get(path, headers={"Accept-Language": language}).text).words
    assert not re.search(r"\b(said|field)\.[a-z_]+\b", words)


def test_what_is_not_there_is_not_found(serve):
    client, path = serve(PAGE)
    for other in (f"{path}?page=9", f"{path}?page=-1", f"{path}0", "/events/nobody/said/1", f"{path}0/page"):
        assert client.get(other).status_code == 404
    assert client.get(path.rsplit("/", 1)[0] + "/x").status_code == 422


def test_bombs_and_other_bytes_in_the_archive_are_no_pages(serve):
    client, path = serve("\x00" * 1_000, "%PDF-1.7", "<b>" * 300_000, PAGE)
    assert client.get(path).status_code == 200
    assert "Jazz &amp; more" in client.get(f"{path}/page").text


@pytest.mark.parametrize(
    ("address", "words", "link"),
    [
        (
            "https://a.example/x",
            "Jazz - at, noon & more",
            "https://a.example/x#:~:text=Jazz%20%2D%20at%2C%20noon%20%26%20more",
        ),
        ("https://a.example/x#y", "Jazz", "https://a.example/x#y"),
        ("javascript:alert(1)", "Jazz", None),
        ("https://a.example/x", "", "https://a.example/x"),
    ],
)
def test_the_link_to_the_page_of_today_leads_to_the_words(address, words, link):
    assert said.live_link(address, {"title": Proof("html/body", words)}) == link
