"""On other people's pages: oEmbed says how, and only the widget may be framed."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from urllib.parse import urlsplit

import pytest
from fastapi.testclient import TestClient
from webtown import HALL, TODAY, at

from eventlocky.settings import Settings
from eventlocky.store import Store
from eventlocky.types import Event, When
from eventlocky.web.app import make_app


class Page(HTMLParser):
    """The tags of a page with their attributes, and its text."""

    def __init__(self, html):
        super().__init__()
        self.tags, self.text = [], ""
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.text += data

    def all(self, tag):
        return [attributes for name, attributes in self.tags if name == tag]


def jazz(server):
    return server.get("/api/v1/events?q=jazz").json()["events"][0]


def test_an_event_is_embedded_in_a_frame_that_shows_it(server):
    event = jazz(server)
    answer = server.get("/oembed", params={"url": event["url"]})
    assert answer.headers["content-type"].startswith("application/json")
    told = answer.json()
    assert {name: told[name] for name in ("version", "type", "title", "provider_name", "width", "height")} == {
        "version": "1.0", "type": "rich", "title": "Jazz im Keller", "provider_name": "Event.Locky", "width": 400, "height": 480,
    }  # fmt: skip
    (frame,) = Page(told["html"]).all("iframe")
    assert frame["src"].startswith("http://e.example/widget/")
    shown = Page(server.get(frame["src"].removeprefix("http://e.example")).text)
    assert "Jazz im Keller" in shown.text
    assert "20:00" in shown.text
    assert shown.all("a")[0]["href"] == event["url"]


def test_a_search_is_embedded_with_all_that_it_asks_for(server):
    told = server.get(
        "/oembed", params={"url": "http://e.example/?q=jazz&category=music&category=film&cursor=x"}
    ).json()
    (frame,) = Page(told["html"]).all("iframe")
    assert urlsplit(frame["src"]).query == "q=jazz&category=music&category=film"
    shown = server.get(frame["src"].removeprefix("http://e.example"))
    assert "Jazz im Keller" in shown.text
    assert "Lesung" not in shown.text


def test_xml_says_the_same(server):
    asked = {"url": jazz(server)["url"], "maxwidth": 300, "maxheight": 200}
    told = server.get("/oembed", params=asked).json()
    read = ET.fromstring(server.get("/oembed", params=asked | {"format": "xml"}).content)
    assert {child.tag: child.text for child in read} == {name: str(value) for name, value in told.items()}
    assert (told["width"], told["height"]) == (300, 200)


def test_an_event_s_page_leads_to_its_oembed(server):
    event = jazz(server)
    links = {link.get("type"): link["href"] for link in Page(server.get(f"/events/{event['id']}").text).all("link")}
    assert server.get(links["application/json+oembed"]).json()["title"] == event["title"]


@pytest.mark.parametrize(
    ("url", "status"),
    [
        ("http://other.example/events/x", 404), ("http://e.example/events/nobody", 404), ("http://e.example/healthz", 404),
        ("javascript:alert(1)", 404), ("http://[", 404), ("", 404), ("http://e.example/?nothing=1", 404),
        ("http://e.example@evil.example/", 404), ("http://e.example/?" + "&".join(["q=1"] * 200), 404),
        ("//e.example/", 404), ("x" * 3_000, 422),
    ],
)  # fmt: skip
def test_what_is_not_ours_is_not_embedded(server, url, status):
    assert server.get("/oembed", params={"url": url}).status_code == status


def test_other_formats_are_not_there(server):
    assert server.get("/oembed", params={"url": "http://e.example/", "format": "yaml"}).status_code == 501
    assert server.get("/oembed").status_code == 422


def test_only_the_widget_may_be_framed(server):
    event = jazz(server)
    framed = ("/widget", "/widget?q=jazz", f"/widget/{event['id']}")
    for path in framed:
        headers = server.get(path).headers
        assert "frame-ancestors *" in headers["content-security-policy"]
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "x-frame-options" not in headers
        assert headers["x-content-type-options"] == "nosniff"
        assert len(headers.get_list("content-security-policy")) == 1
    paths = ("/", f"/events/{event['id']}", "/events.json", "/api/v1/events", "/oembed?url=http://e.example/", "/nothing", "/widget/nobody",
             "/widget?lat=100", "/sitemap.xml", "/robots.txt", "/healthz", "/metrics", "/static/style.css")  # fmt: skip
    for path in paths:
        headers = server.get(path).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"], path
        assert headers["x-frame-options"] == "DENY", path


def test_the_widget_holds_links_and_nothing_that_acts(server):
    page = Page(server.get("/widget").text)
    assert not {"form", "script", "input", "iframe", "img", "button"} & {tag for tag, _ in page.tags}
    assert all(link["rel"] == "noopener" and link["target"] == "_blank" for link in page.all("a"))
    assert server.get(page.all("link")[0]["href"]).headers["content-type"].startswith("text/css")


def test_a_series_shows_its_next_time(server):
    quiz = server.get("/api/v1/events?q=quiz").json()["events"][0]
    assert 'datetime="2026-11-17T19:30"' in server.get(f"/widget/{quiz['id']}").text


def test_hostile_titles_stay_text(tmp_path):
    settings = Settings(store=str(tmp_path / "a.sqlite"))
    title = '"><script>alert(1)</script><iframe src=x onload=y>'
    with Store(settings.store, clock=lambda: at(1)) as store:
        store.keep(HALL, HALL.website, "event", [Event(title, When(TODAY))])
    with TestClient(make_app(settings, today=lambda: TODAY), base_url="http://e.example") as client:
        event = client.get("/api/v1/events").json()["events"][0]
        told = client.get("/oembed", params={"url": event["url"]}).json()
        pages = [
            told["html"],
            client.get("/widget").text,
            client.get(f"/widget/{event['id']}").text,
            client.get('/widget?q="><script>').text,
        ]
    assert [tag for page in pages for tag, _ in Page(page).tags if tag in {"script", "iframe"}] == ["iframe"]
    assert "onload" not in Page(told["html"]).all("iframe")[0]
