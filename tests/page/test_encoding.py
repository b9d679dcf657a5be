"""Which encoding the bytes of a page are in."""

from __future__ import annotations

import codecs
import gzip
import io
import re
import subprocess
import sys
import zipfile
from contextlib import suppress

import pytest

from eventlocky import page
from eventlocky.errors import NotHtmlError, PageTooLargeError
from eventlocky.page import encoding

JAPANESE = "<p>三月の音楽会のお知らせです。ホールの入場は無料、どなたでもお気軽にお越しください。"
GERMAN = "<p>Das Konzert fällt aus. Für die Gäste gibt es später Getränke und süße Brötchen."


def read(body: bytes, charset: str | None = None) -> tuple[str, str]:
    tree = page.parse(body, charset=charset)
    return tree.encoding, tree.text(0)


def words(html: str) -> str:
    return re.sub("<[^>]*>", "", html)


# The order of the standard ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mark", "codec", "name"),
    [
        (codecs.BOM_UTF8, "utf-8", "UTF-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le", "UTF-16LE"),
        (codecs.BOM_UTF16_BE, "utf-16-be", "UTF-16BE"),
    ],
)
def test_a_byte_order_mark_decides_before_all_else(mark, codec, name):
    html = f"<meta charset=euc-jp>{JAPANESE}"
    assert read(mark + html.encode(codec), "shift_jis") == (name, words(html))


def test_a_byte_order_mark_is_no_part_of_the_text():
    tree = page.parse(codecs.BOM_UTF8 + b"<!DOCTYPE html><title>x</title>")
    assert tree.path(tree.tags.index("title")) == "html/head/title"


@pytest.mark.parametrize("charset", ["Shift_JIS", " shift_jis ", '"Shift_JIS"', "x-sjis", "MS_Kanji", "windows-31j"])
def test_the_transport_decides_before_the_meta(charset):
    assert read(f"<meta charset=euc-jp>{JAPANESE}".encode("cp932"), charset) == ("Shift_JIS", words(JAPANESE))


def test_the_transport_is_heard_by_the_first_page_of_a_process(root):
    code = "import eventlocky.page as page; print(page.parse('日本'.encode('cp932'), charset='shift_jis').encoding)"
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "Shift_JIS"


@pytest.mark.parametrize(
    ("codec", "label", "name"),
    [
        ("cp932", "shift_jis", "Shift_JIS"),
        ("euc_jp", "euc-jp", "EUC-JP"),
        ("iso2022_jp", "iso-2022-jp", "ISO-2022-JP"),
        ("utf-8", "utf-8", "UTF-8"),
    ],
)
@pytest.mark.parametrize(
    "meta",
    ["<meta charset={}>", '<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset={}">'],
)
def test_the_meta_decides_where_nothing_else_does(codec, label, name, meta):
    assert read((meta.format(label) + JAPANESE).encode(codec)) == (name, words(JAPANESE))


@pytest.mark.parametrize(
    ("codec", "name"),
    [("cp932", "Shift_JIS"), ("euc_jp", "EUC-JP"), ("iso2022_jp", "ISO-2022-JP"), ("utf-8", "UTF-8")],
)
def test_japanese_is_recognised_where_nothing_is_declared(codec, name):
    assert read(JAPANESE.encode(codec)) == (name, words(JAPANESE))


def test_western_bytes_are_windows_1252_where_nothing_is_declared():
    assert read(GERMAN.encode("latin-1")) == ("windows-1252", words(GERMAN))


@pytest.mark.parametrize("label", ["iso-8859-1", "latin1", "us-ascii", "windows-1252"])
def test_latin_1_is_windows_1252_as_in_browsers(label):
    assert read(b"<p>\x80 20 \x96 \x93free\x94", label) == ("windows-1252", "€ 20 – “free”")


@pytest.mark.parametrize(("codec", "name"), [("utf-16-le", "UTF-16LE"), ("utf-16-be", "UTF-16BE")])
@pytest.mark.parametrize("charset", [None, "utf-8", "utf-16"])
def test_utf_16_without_a_mark_is_recognised_by_its_zeros(codec, name, charset):
    html = f"<!DOCTYPE html><html><head><title>音楽会\u3000三月</title></head><body>{JAPANESE}</body></html>"
    tree = page.parse(html.encode(codec), charset=charset)
    assert tree.encoding == name
    assert tree.text(tree.tags.index("title")) == "音楽会 三月"


def test_a_meta_behind_long_scripts_is_found():
    body = f"<script>{' ' * 5_000}</script><meta charset=windows-1251><p>Концерт".encode("cp1251")
    assert read(body) == ("windows-1251", "Концерт")


def test_an_xml_declaration_is_heard():
    body = '<?xml version="1.0" encoding="windows-1251"?><p>Концерт'.encode("cp1251")
    assert read(body) == ("windows-1251", "Концерт")


def test_a_meta_that_says_utf_16_means_utf_8():
    assert read(b"<meta charset=utf-16><p>abc") == ("UTF-8", "abc")


def test_text_has_no_encoding_to_guess():
    tree = page.parse(f"<meta charset=euc-jp>{JAPANESE}", charset="shift_jis")
    assert (tree.encoding, tree.text(0)) == ("UTF-8", words(JAPANESE))


def test_a_byte_order_mark_left_in_text_is_dropped():
    tree = page.parse("\ufeff<!DOCTYPE html><title>x</title>")
    assert tree.path(tree.tags.index("title")) == "html/head/title"


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_any_kind_of_bytes_is_read(kind):
    assert read(kind(JAPANESE.encode())) == ("UTF-8", words(JAPANESE))


# Wrong declarations -------------------------------------------------------------------------------


@pytest.mark.parametrize("codec", ["cp932", "euc_jp", "latin-1"])
@pytest.mark.parametrize("charset", [None, "utf-8"])
def test_bytes_that_are_no_utf_8_are_not_read_as_utf_8(codec, charset):
    html = GERMAN if codec == "latin-1" else JAPANESE
    assert read(b"<meta charset=utf-8>" + html.encode(codec), charset)[1] == words(html)


def test_escapes_of_iso_2022_jp_are_heard_against_the_meta():
    body = b"<meta charset=utf-8>" + JAPANESE.encode("iso2022_jp")
    assert read(body) == ("ISO-2022-JP", words(JAPANESE))


@pytest.mark.parametrize("label", ["shift_jis", "euc-jp", "iso-8859-1", "windows-1251", "gb18030", "utf-16"])
def test_valid_utf_8_is_utf_8_whatever_is_declared(label):
    assert read(f"<meta charset={label}>{JAPANESE}".encode()) == ("UTF-8", words(JAPANESE))
    assert read(JAPANESE.encode(), label) == ("UTF-8", words(JAPANESE))


@pytest.mark.parametrize(("codec", "label"), [("cp932", "euc-jp"), ("euc_jp", "shift_jis"), ("cp932", "iso-8859-1")])
def test_bytes_that_make_no_sense_as_declared_are_guessed(codec, label):
    html = f"<p>{words(JAPANESE) * 5}"
    assert read(f"<meta charset={label}>{html}".encode(codec), label)[1] == words(html)


@pytest.mark.parametrize("charset", ["utf-16", "utf-16be"])
def test_a_transport_that_says_utf_16_of_plain_bytes_is_wrong(charset):
    assert read(b"<p>Concert at 8 pm", charset)[1] == "Concert at 8 pm"


@pytest.mark.parametrize("charset", ["iso-2022-kr", "hz-gb-2312", "replacement"])
def test_an_encoding_that_browsers_refuse_does_not_empty_the_page(charset):
    assert read(b"<p>Concert at 8 pm", charset)[1] == "Concert at 8 pm"
    assert read(f"<meta charset={charset}><p>Concert".encode())[1] == "Concert"


@pytest.mark.parametrize(
    "charset", ["", " ", "none", "utf-8859-1", "utf8mb4", "\0", "ß", "\ud800", "x" * 100_000, "../x"]
)
def test_an_unknown_label_is_as_good_as_none(charset):
    assert read(b"<meta charset=shift_jis>" + JAPANESE.encode("cp932"), charset) == ("Shift_JIS", words(JAPANESE))


def test_a_few_broken_places_do_not_spoil_a_utf_8_page():
    body = (words(GERMAN) * 20).encode() + b"<p>comment by caf\xe9 \xff\xfe"
    encoding_, text = read(body, "utf-8")
    assert encoding_ == "UTF-8"
    assert text.startswith(words(GERMAN))


def test_one_broken_byte_far_down_a_japanese_page_is_one_broken_letter():
    body = f"{words(JAPANESE) * 100}".encode() + b"\xff" + words(JAPANESE).encode()
    encoding_, text = read(body)
    assert (encoding_, text.count("\ufffd")) == ("UTF-8", 1)


@pytest.mark.parametrize("charset", [None, "utf-8", "iso-8859-1", "shift_jis"])
def test_a_utf_8_page_that_was_cut_within_a_letter_is_utf_8(charset):
    assert read(JAPANESE.encode()[:-1], charset) == ("UTF-8", words(JAPANESE)[:-1] + "\ufffd")


def test_letters_that_were_lost_before_do_not_speak_against_utf_8():
    body = ("\ufffd" * 50 + GERMAN).encode() + b"\xff"
    encoding_, text = read(body, "utf-8")
    assert encoding_ == "UTF-8"
    assert "fällt" in text


def test_mixed_encodings_give_a_page():
    body = GERMAN.encode() + JAPANESE.encode("cp932") + GERMAN.encode("latin-1") + JAPANESE.encode("utf-16-le")
    tree = page.parse(body)
    assert "Konzert" in tree.text(0)


def test_halves_of_letters_in_text_are_joined_or_replaced():
    tree = page.parse("<p title='\ud83d\ude00'>a\ud800b<b\udfff>c")
    assert tree.text(0) == "a\ufffdbc"
    assert tree.attr(tree.tags.index("p"), "title") == "😀"
    assert tree.shapes == page.parse("<p>ab<b\ufffd>c").shapes


# The public suite ---------------------------------------------------------------------------------

DEPARTURES = {
    ("test-yahoo-jp.dat", 0): ("UTF-8", "it declares EUC-JP, but its letters were stored as valid UTF-8: departure 1"),
}
"""The cases of the suite that we answer otherwise: the file, the number of the case, our answer and why."""


def test_the_suite_of_html5lib_is_answered_as_the_standard_says(shared):
    others = {}
    count = 0
    for path in sorted((shared / "suites" / "encoding").glob("*.dat")):
        for number, case in enumerate(re.split(rb"(?m)^#data\n", path.read_bytes())[1:]):
            body, _, name = case.rpartition(b"\n#encoding\n")
            ours = page.parse(body).encoding
            count += 1
            if ours.lower() != name.strip().decode().lower():
                others[path.name, number] = ours
    assert count == 82
    assert others == {case: ours for case, (ours, _) in DEPARTURES.items()}


# What is refused ----------------------------------------------------------------------------------


def archive() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as written:
        written.writestr("a.html", "<p>x")
    return file.getvalue()


OTHERS = {
    "a PDF document": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3",
    "a PostScript document": b"%!PS-Adobe-3.0",
    "a rich text document": rb"{\rtf1\ansi",
    "a PNG picture": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
    "a JPEG picture": b"\xff\xd8\xff\xe0\x00\x10JFIF\x00",
    "a GIF picture": b"GIF89a\x01\x00\x01\x00",
    "a bitmap": b"BM\x8a\x10\x00\x00\x00\x00\x00\x00\x8a\x00\x00\x00",
    "a TIFF picture": b"II*\x00\x08\x00\x00\x00",
    "an icon": b"\x00\x00\x01\x00\x01\x00\x10\x10",
    "a picture, sound or video": b"RIFF\x24\x00\x00\x00WEBPVP8 ",
    "a video or a picture": b"\x00\x00\x00\x20ftypisom",
    "an audio or video file": b"OggS\x00\x02",
    "an audio file": b"ID3\x04\x00\x00",
    "a ZIP archive or an Office document": archive(),
    "an Office document": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00",
    "gzip-compressed data": gzip.compress(b"<p>x"),
    "bzip2-compressed data": b"BZh91AY&SY",
    "xz-compressed data": b"\xfd7zXZ\x00\x00",
    "Zstandard-compressed data": b"(\xb5/\xfd\x04",
    "a 7-Zip archive": b"7z\xbc\xaf'\x1c\x00",
    "a RAR archive": b"Rar!\x1a\x07\x01\x00",
    "a tar archive": b"a.html".ljust(257, b"\x00") + b"ustar\x00",
    "a program": b"\x7fELF\x02\x01\x01",
    "a font": b"wOF2\x00\x01\x00\x00",
    "a database": b"SQLite format 3\x00",
    "an iCalendar file": b"BEGIN:VCALENDAR\r\nVERSION:2.0",
}


@pytest.mark.parametrize(("name", "body"), OTHERS.items(), ids=list(OTHERS))
@pytest.mark.parametrize("before", [b"", b"\r\n ", codecs.BOM_UTF8])
def test_another_format_is_refused_in_one_sentence_that_names_it(name, body, before):
    with pytest.raises(NotHtmlError) as raised:
        page.parse(before + body)
    assert str(raised.value) == f"This is {name}, not a page of HTML. Give the address or file of an HTML page."


def test_another_format_is_refused_as_text_too():
    with pytest.raises(NotHtmlError, match="an iCalendar file"):
        page.parse("BEGIN:VCALENDAR\nVERSION:2.0")


@pytest.mark.parametrize(
    "words_",
    [
        "ID3 tags for beginners",
        "BMX race on Sunday",
        "BM 2026",
        "MZ motorcycles",
        "PKO Bank",
        "Rar!",
        "OggSomething",
        "wOFFer",
        "IIIF",
    ],
)
def test_words_that_begin_like_a_format_are_words(words_):
    assert read(words_.encode())[1] == words_


def test_a_page_over_the_limit_is_refused_with_both_figures():
    with pytest.raises(PageTooLargeError, match=r"1,001 bytes, more than the limit of 1,000"):
        page.parse(b"x" * 1_001, max_bytes=1_000)
    with pytest.raises(PageTooLargeError):
        page.parse("x" * 1_001, max_bytes=1_000)
    assert page.parse(b"x" * 1_000, max_bytes=1_000).text(0) == "x" * 1_000


@pytest.mark.parametrize(
    "name", ["bomb-gzip.bin", "bomb-zstd.bin", "truncated-crc-error.gz", "bomb-br.bin", "bomb-deflate.bin"]
)
def test_compressed_data_never_raises_anything_else(shared, name):
    with suppress(NotHtmlError):
        page.parse((shared / "suites" / "bombs" / name).read_bytes())


def test_the_name_of_a_format_is_none_for_html():
    assert encoding.format_of(b"<!DOCTYPE html>") is None
    assert encoding.format_of(b"") is None
