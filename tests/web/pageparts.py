"""What tests of pages look at: the parts of an HTML page, and rules that every page of ours keeps."""

from __future__ import annotations

from html.parser import HTMLParser

VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())


class Parts(HTMLParser):
    """The elements of a page, its ids, its links, its headings and its words."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, dict[str, str]]] = []
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.headings: list[int] = []
        self.text: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        said = {name: value or "" for name, value in attrs}
        self.tags.append(tag)
        self.attributes.append((tag, said))
        if tag in {"h1", "h2", "h3", "h4"}:
            self.headings.append(int(tag[1]))
        if tag not in VOID and not (self.open and "svg" in self.open and tag in {"path", "circle", "use"}):
            self.open.append(tag)

    def handle_endtag(self, tag):
        if self.open and self.open[-1] == tag:
            self.open.pop()
        elif tag not in {"path", "circle", "use"}:
            self.wrong.append(f"</{tag}> in {self.open[-3:]}")

    def handle_data(self, data):
        if not self.open or self.open[-1] not in {"script", "style", "template"}:
            self.text.append(data)

    @property
    def words(self) -> str:
        return " ".join(" ".join(self.text).split())

    def links(self) -> list[str]:
        return [said[name] for _, said in self.attributes for name in ("href", "src", "action") if name in said]


def check(html: str) -> Parts:
    """Check what holds for every page: well formed, one h1, no heading left out, unique ids, nothing inline."""
    parts = Parts(html)
    assert parts.wrong == []
    assert parts.open in ([], ["html"])
    ids = [said["id"] for _, said in parts.attributes if "id" in said]
    assert len(ids) == len(set(ids))
    assert parts.headings.count(1) == 1
    assert all(after - before <= 1 for before, after in zip(parts.headings, parts.headings[1:], strict=False))
    names = {name for _, said in parts.attributes for name in said}
    assert not {name for name in names if name.startswith("on") or name == "style"}
    assert "style" not in parts.tags
    for tag, said in parts.attributes:
        assert tag != "img" or "alt" in said
        assert tag != "img" or said["src"].startswith("/")
        assert tag != "script" or said.get("type") == "application/ld+json" or said["src"].startswith("/static/built/")
    labelled = {said["for"] for tag, said in parts.attributes if tag == "label" and "for" in said}
    for name in (
        said[key] for _, said in parts.attributes for key in ("aria-labelledby", "aria-controls") if key in said
    ):
        assert set(name.split()) <= set(ids), name
    assert labelled <= set(ids)
    return parts
