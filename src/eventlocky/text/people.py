"""First names that a page may give a speaker, and where Japanese pages put the family name first, family names.

EventFinder took half a million first names from a web site and left out common English words. This list is short and
our own, and words that are names only now and then (Will, May, Mark, Grace, Art) are left out in the same way.
"""

from __future__ import annotations

import re

_FIRST = """
aaron abigail adam adrian agnes ahmed aidan aisha akira alan albert alberto alejandro aleksander alessandro alex
alexander alexandra alexis alfred ali alice alicia alison allison amanda amélie amy ana anders andré andrea andreas
andrew angela angelika anita anja ann anna anne annette antje anthony antoine anton antonia antonio arjun arthur
astrid barbara beatrice beatriz ben benedikt benjamin bernadette bernard bernd bernhard bert beth bettina bill
birgit björn bob boris brenda brian brigitte bruce bruno caitlin camille carla carlos carmen carol carolin caroline
catherine cecilia charles charlotte chen chiara chloé chris christa christian christiane christina christine
christoph christopher claire clara claudia claus clemens colin connor cornelia craig cristina daisuke damian daniel
daniela danielle david dawn deborah denise dennis derek diana diane diego dieter dietmar dirk dominic dominik donald
donna dorothea doris dorothy douglas duncan eberhard edith eduardo edward eileen elena eleanor elisabeth elizabeth
ellen elsa emily emma emmanuel enrico eric erica erik erika ernst esther eugene eva evelyn fabian fatima federico
felix fernando fiona florence florian fox frances francesca francesco francis francisco françois frank franz
frederic frederick friedrich fritz gabriel gabriela gabriele gary geoffrey georg george gerald gerhard gertrud
gianni gillian giovanni gisela giulia giuseppe gordon graham greg gregory guillaume günter gustav guy hana hannah
hannes hans harald harold hartmut haruki heather heidi heike heiko heinrich heinz helen helena helga helmut hendrik
henry herbert hermann hilary hiroshi holger horst hugo ian ignacio igor ilse ines inga ingrid irene irina isaac
isabel isabelle ivan jack jacob jacqueline jacques jaime jakob james jamie jan jana jane janet jason javier jean
jeff jeffrey jennifer jens jeremy jessica jill jim jing joachim joan joanna joe joel johan johanna johannes john
jonas jonathan jordi jörg jorge josé josef joseph joshua juan judith julia julian juliane julie jürgen justin jutta
karen karin karl karsten katharina katherine kathleen kathrin katie katja katrin keith kelly ken kenji kenneth
kerstin kevin kirsten klaus konrad kristin kurt lars laura lauren lea lee lena leo leon leonard leonie lewis liam
lilian linda lisa lorenzo louis louise luca lucas lucia lucy ludwig luigi luis lukas lukasz lydia magdalena manfred
manuel marc marcel marco marcus margaret margarete maria mariana marianne marie marina mario marion markus marta
martha martin martina mary mathias matteo matthew matthias maureen maurice max maximilian megan mehmet mei melanie
melissa mia michael michaela michel michelle miguel mike mikhail miriam mohamed mohammed monica monika moritz nadine
nancy naomi natalia natalie nathan nicholas nick nicola nicolas nicole niklas nils nina nora norbert oliver olivia
olivier oscar oskar otto pablo pamela paola paolo patricia patrick paul paula pauline pedro peter petra philip
philipp philippe pierre pietro rachel rafael rainer ralf ralph raphael rebecca regina reinhard renate rené ricardo
richard robert roberta roberto robin roger roland rolf roman ronald rosa rosemary rudolf rüdiger rupert russell ruth
ryan sabine sabrina sally samantha samuel sandra sara sarah sascha satoshi scott sean sebastian sergio sharon sheila
shinji silke silvia simon simone sofia sophia sophie stefan stefanie stefano stephan stephanie stephen steve steven
stuart sue susan susanne suzanne svenja sven sylvia takashi takeshi tanja tanya tatiana ted teresa theodor theresa
thérèse thomas thorsten tilman tim timothy tina tobias todd tom tony torsten trevor udo ulrich ulrike ursula ute uwe
valentina valerie vanessa vera verena veronica victor victoria viktor vincent vincenzo virginia volker walter
waltraud wang wei wendy werner wilhelm william wolfgang xavier xin yan yoko yuki yuko yusuf yves yvonne zoe
"""
_FAMILY = """
佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 斎藤 斉藤 清水 山崎 阿部
池田 橋本 山下 石川 中島 前田 藤田 後藤 小川 岡田 村上 長谷川 近藤 石井 坂本 遠藤 藤井 青木 福田 西村 三浦 太田
藤原 岡本 松田 中川 中野 原田 小野 田村 竹内 金子 和田 中山 石田 上田 森田 柴田 酒井 宮崎 横山 高木 安藤 宮本 大野
小島 谷口 今井 工藤 高田 増田 丸山 杉山 村田 大塚 新井 小山 平野 藤本 河野 上野 野口 武田 松井 千葉 岩崎 菅原 木下
久保 佐野 野村 松尾 市川 菊地 杉本 古川 島田 水野 桜井 高野 吉川
"""

_NAMES = frozenset(_FIRST.split())
_FAMILY_NAME = re.compile("|".join(_FAMILY.split()))
_LONGEST_NAME = 4
_PARTICLES = frozenset("von van de der den di da del la le du und and y et".split())
_DEGREES = re.compile(
    r"(?:(?:Dr|Prof(?:essor|esor|esora|essorin)?|PD|Mag|Dipl|Ing|Mr|Mrs|Ms|Mme|Herr|Frau|Dott|Dra|Sir|Rev|Dosentti|Docent|"
    r"mgr|hab|FT|TkT|Jun|Lic|Mgr|Doc|RNDr|PhDr)\.?(?:-(?:Ing|Prof)\.?)?\s+){1,4}",
    re.IGNORECASE,
)
_HOME = re.compile(r"\s?(?:[(（,]|\s[–—|@/-]\s)\s?(?=[^\W\d_a-z])")
"""What stands between a name and where its bearer comes from: a bracket, a comma, a dash."""

_FORM = re.compile(r"[^\W\d_a-z][a-zà-ÿ]+(?:-[^\W\d_a-z][a-zà-ÿ]+)?|[A-Z]\.")
_CAPITALISED = re.compile(r"\b[^\W\d_a-z][^\W\d_]{1,14}\b")


def has_name(text: str) -> bool:
    """Tell whether a text gives somebody's name."""
    return (not text.isascii() and _FAMILY_NAME.search(text) is not None) or any(
        match[0].casefold() in _NAMES for match in _CAPITALISED.finditer(text)
    )


def is_name(text: str) -> bool:
    """Tell whether a text is hardly more than somebody's name: a few words, each with a capital, one a first name."""
    parts = text.split()
    return len(parts) <= _LONGEST_NAME and all(map(_is_capital, parts)) and has_name(text)


def score(text: str) -> float:
    """Return how much a text looks like a name: 1 with a first name that is known or a degree, a half by its form.

    Whoever speaks comes from somewhere: `Tevfik Oruç (Izmir)` is a name more likely than `Tevfik Oruç`.
    """
    if is_name(text):
        return 1.0
    whole = _score(text)
    if whole or not (home := _HOME.search(text)):
        return whole
    name = text[: home.start()]
    return 1.0 if is_name(name) else min(1.0, _score(name) * (1.5 if "(" in home[0] else 1.0))


def _score(text: str) -> float:
    degree = _DEGREES.match(text)
    parts = text[degree.end() if degree else 0 :].split()
    if not 1 < len(parts) < _LONGEST_NAME:
        return 0.0
    is_formed = [_FORM.fullmatch(word) is not None for word in parts]
    is_name_like = all(formed or word in _PARTICLES for formed, word in zip(is_formed, parts, strict=True))
    if not is_name_like or not any(is_formed):
        return 0.0
    return 1.0 if degree else 0.5


def _is_capital(word: str) -> bool:
    return not word[:1].islower() or word in _PARTICLES
