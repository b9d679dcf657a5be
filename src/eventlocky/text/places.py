"""What names a place in a text: labels in front of one, words inside one, phrases such as "at the Town Hall".

Nothing here knows a map. A name is taken for a place by its words ("Hall", "salle", "会館"), by the street
address in it or behind it, or by the preposition in front of it. Every pattern reads a bounded stretch, and is
tried only where the words of a text can match it: to look words up costs a tenth of searching for them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import islice

from eventlocky.text import contacts
from eventlocky.text.keeping import keep_short
from eventlocky.text.words import DENSE, distinct, first_words, is_dense, low, lowered

_LABELS = """
    location locations venue where place room site meeting_location hearing_location event_location event_venue
    meeting_place venue_name showing_in held_at located_at takes_place_at place_of_meeting location_details
    ort veranstaltungsort wo treffpunkt saal raum spielort spielstätte tagungsort kursort
    lieu où salle luogo dove sede lugar dónde ubicación sala sede locatie plaats waar zaal local onde
    plats var lokal sted hvor lokale paikka missä sijainti tila miejsce gdzie místo kde sál
""".split()
_ADDRESS_LABELS = "address adresse adresa adres indirizzo dirección endereço adress osoite".split()
_EASTERN_LABELS = (
    "開催場所|開催会場|開催地|実施場所|集合場所|対象店舗|実施店舗|会\u3000?場|場\u3000?所|ところ|住\u3000?所|所在地|"
    "地点|地點|场地|場地|会场|地址|장소|위치|주소"
)
_EASTERN_LABEL = re.compile(_EASTERN_LABELS)
_WESTERN = "|".join(label.replace("_", r"[ _]") for label in [*_LABELS, *_ADDRESS_LABELS])
_BARE = re.compile(rf"[^\w]{{0,3}}(?:{_WESTERN}|{_EASTERN_LABELS})[^\w(]{{0,4}}", re.IGNORECASE)
_LED = re.compile(
    rf"(?:(?<![\w])(?:{_WESTERN})\s?[:：]|[^\w\s]\s?(?:{_EASTERN_LABELS})\s?[^\w\s「『(（]"
    rf"|(?:{_EASTERN_LABELS})\s?(?:[:：／/|｜]|は(?=\S)))\s{{0,3}}",
    re.IGNORECASE,
)
_LABEL_WORDS = frozenset(
    "_".join(label.split("_")[:count]) for label in [*_LABELS, *_ADDRESS_LABELS] for count in (1, 2, 3)
)
_LABEL_NAMES = frozenset([*_LABELS, *_ADDRESS_LABELS, *(label.replace("_", " ") for label in _LABELS)])
_LONGEST_NAME = max(map(len, _LABEL_NAMES))
_ASCII_SIGNS = "".join(sign for sign in map(chr, range(128)) if not sign.isalnum() and sign != "_")
_LONGEST_LABEL = len("Place of meeting: ") + 8

_ONLINE_WORDS = (
    "online|on-line|zoom|webinar|webex|virtual|virtually|virtuell|live stream|livestream|teleconference|en ligne|"
    "en línea|gotowebinar|gotomeeting|google meet|microsoft teams|youtube live|verkossa|zdalnie|etäyhteys"
)
_EASTERN_ONLINE = "オンライン|ウェビナー|ライブ配信|生配信|线上|線上|온라인"
_ONLINE = re.compile(rf"\b(?:{_ONLINE_WORDS})\b|{_EASTERN_ONLINE}", re.IGNORECASE)
_ONLINE_FIRST = first_words(_ONLINE_WORDS)

_WHOLE_WORDS = """
    hall room rooms center centre church chapel cathedral theatre theater museum gallery library park school college
    university campus building auditorium arena stadium club pub bar inn hotel restaurant cafe café house court
    courthouse chamber chambers office offices complex floor suite studio studios square garden gardens plaza pavilion
    lodge tower branch gym gymnasium field fieldhouse amphitheater amphitheatre ballroom lobby foyer atrium mall
    campground beach pier wharf farm barn lounge tavern brewery cinema stage lab laboratory institute institution
    clubhouse wing headquarters station terminal bank capitol temple synagogue mosque abbey castle palace rink pool
    vineyard winery bookstore bookshop playhouse opera armory bldg rotunda annex basement warehouse academy
    conservatory observatory zoo arboretum marina harbour harbor grange bandstand clinic hospital
    saal halle haus kirche dom galerie bibliothek schule universität hochschule rathaus schloss schloß burg platz
    zentrum stadion hof keller bühne oper konzerthaus philharmonie gaststätte aula kloster messe forum stiftung
    salle théâtre église musée bibliothèque médiathèque maison palais parc école université hôtel stade chapelle
    espace mairie sala teatro iglesia chiesa igreja museo museu biblioteca casa centro palacio palazzo palácio parque
    parco escuela scuola escola universidad università universidade plaza piazza praça estadio stadio auditorio
    castello villa galleria cine ayuntamiento campo facoltà facultad duomo basilica radio
    zaal kerk bibliotheek huis centrum schouwburg gebouw academiegebouw faculteit plein stadhuis kasteel universiteit
    sal kirke kyrka kirkko teater teatteri bibliotek kirjasto hus talo huset sali puisto scen scene spillestedet
    bio seurakunta kościół teatr muzeum biblioteka hala kostel divadlo knihovna sál náměstí klub
""".split()
_ENDINGS = (
    "saal|halle|haus|hof|kirche|theater|museum|platz|garten|schule|zentrum|stadion|gebäude|kirken|kyrkan|huset|"
    "teatern|salen|hallen|gebouw|kerk|plein|schouwburg|talo|sali|puisto|keskus|kirkko|seurakunta|teatret|parken"
)
_EASTERN_WORDS = (
    "会館|ホール|センター|[図美博体記本新別]\\w{0,4}館|公民館|会議室|公園|広場|劇場|大学|学校|"
    "高校|教会|神社|[本支全]?店舗?(?=$|[\\s（(])|"
    "ビル|スタジオ|ライブハウス|クラブ|カフェ|ホテル|駅前|庁舎|キャンパス|教室|球場|スタジアム|アリーナ|プラザ|\\d階|"
    "食堂|書店|ギャラリー|中心|剧院|劇院|广场|廣場|大厦|酒店|公园|회관|센터|극장|박물관|도서관|공원|대학교|호텔"
)
_NAMES = frozenset(_WHOLE_WORDS)
_ENDED = re.compile(rf"\w{{2,30}}(?:{_ENDINGS})")
_ENDS = frozenset(ending[-3:] for ending in _ENDINGS.split("|"))
_EASTERN_WORD = re.compile(_EASTERN_WORDS)
_HAPPENINGS = frozenset(
    """
    agenda minutes meeting meetings committee commission hearing session ticket tickets register download pdf video
    workshop concert exhibition festival tour lecture details rsvp free learn click cancelled canceled postponed
    subscribe calendar event events view please you your we our will konzert vortrag ausstellung presentation approved
    access recording website special regular monthly annual
    """.split()
)
"""Words of what takes place, not of where."""

_WAYS_IN = frozenset("access recording register video download click view".split())
"""Words of a link to what is online: `Online Meeting Access` is no place."""

_SAID_OF_THEM = "read more|more info|more information|not included|not available|powered by"
_OF_HAPPENINGS = re.compile(
    rf"\b(?:{_SAID_OF_THEM})\b|開催|ください|予定|お知らせ|です|ます|[\d一-六]年生", re.IGNORECASE
)
_OF_HAPPENINGS_FIRST = first_words(_SAID_OF_THEM)
_REGION = re.compile(
    r",? (?:[A-Z]{2}|[A-Z][a-z]{3,12}|Ill?\.?)\.?,? \d{5}(?:-\d{4})?\b|, (?:[A-Z]{2}|UK|USA|"
    r"United States)$|^(?!(?:19|20)\d\d )\d{4,5} [A-ZÄÖÜ]\w",
)
_DIGIT = re.compile(r"\d")
_MAY_BE_REGION = re.compile(r"\d{4}|, (?:[A-Z]{2}|United States)")
"""What `_REGION` needs somewhere in the text, whatever is cut off around it."""

_JOINTS = "of|the|in the|on the|and|at|&|-|–|on|de|der|des|dem|du|la|le|les|di|del|della|van|het|für|zu|und im|en|y|e"
_TOKEN = (
    r"(?:[A-ZÀ-ÖØ-Þ0-9#“\"(][\w.'’&/#*+\"”()-]{0,40}"
    rf"|(?:{_JOINTS}|{'|'.join(_WHOLE_WORDS)})(?=[\s,.;:]|$))"
)
_LOOSE_END = re.compile(rf"(?:[ ,]+(?:{_JOINTS}|at \d{{1,2}}|located))+$")
_CITIES = (
    "London|Manchester|Liverpool|Bristol|Dublin|Glasgow|Edinburgh|Leeds|Paris|Lyon|Nantes|Marseille|Toulouse|Lille|"
    "Bordeaux|Berlin|Hamburg|München|Köln|Frankfurt|Stuttgart|Leipzig|Dresden|Düsseldorf|Bonn|Freiburg|Wien|Graz|"
    "Zürich|Basel|Bern|Genf|Amsterdam|Rotterdam|Utrecht|Groningen|Maastricht|Eindhoven|Den Haag|The Hague|Leiden|Delft|"
    "Brussel|Brussels|Antwerpen|Gent|Madrid|Barcelona|Valencia|Sevilla|Lisboa|Porto|Roma|Milano|Torino|Napoli|Trento|Bologna|"
    "Firenze|Venezia|København|Copenhagen|Aarhus|Odense|Stockholm|Göteborg|Malmö|Oslo|Bergen|Helsinki|Tampere|Turku|"
    "Warszawa|Kraków|Gdańsk|Praha|Brno|Budapest|New York|Brooklyn|Bronx|Manhattan|Chicago|Boston|Seattle|Portland|"
    "San Francisco|Los Angeles|Toronto|Montréal|Sydney|Melbourne"
)
_EASTERN_CITIES = (
    "東京|大阪|京都|神戸|名古屋|横浜|川崎|札幌|仙台|広島|福岡|千葉|埼玉|渋谷|新宿|池袋|下北沢|"
    "高円寺|吉祥寺|荻窪|銀座|秋葉原|"
    "六本木|代官山|恵比寿|梅田|難波|心斎橋|北京|上海|广州|深圳|台北|香港|서울|부산|대구|인천"
)
_CITY = re.compile(rf"(?:,|\bin|·|^)\s?(?:{_CITIES})\b\s?[\w ]{{0,12}}$|^(?:{_EASTERN_CITIES})")
_CITY_FIRST = first_words(_CITIES) | {f"in{word}" for word in first_words(_CITIES)}
_CUES = _NAMES | _ONLINE_FIRST | _CITY_FIRST
_EASTERN_CUE = re.compile(f"{_EASTERN_WORDS}|{_EASTERN_CITIES}|{_EASTERN_ONLINE}")
_ENDS_AS_PLACE = re.compile(
    rf"\b(?:{'|'.join(_WHOLE_WORDS)}|\w{{2,30}}(?:{_ENDINGS}))(?: (?:[a-z0-9]{{1,4}}|three))?(?:,|$|\s?\()",
)
_PHRASE = re.compile(rf"(?<![^\W{DENSE}])(?:{_TOKEN}(?:, ?| )){{0,16}}{_TOKEN}")
"""It begins with a word, or behind a script that parts none: `下北沢Club Que`; `iPhone Museum` is no `Phone Museum`."""

_STARTS_AS_PLACE = re.compile(
    r"(?:Universit\w{1,5}|Teatro|Sala|Salle|Museo|Musée|Théâtre|Église|Chiesa|Casa|Centro|Centre|"
    r"Palazzo|Palais|Piazza|Plaza|"
    r"Biblioteca|Auditorium|Hotel|Hôtel|Schloss|Haus|Kirche|Kloster|Institut|Teatr|Kino|Divadlo|"
    r"Kostel|Zaal|Café|Kulturhus\w*) "
    r"\w",
)
_STARTS_OTHERWISE = re.compile("universit|institut|kino|kulturhus")
"""How the words begin that may start a place and do not end one."""

_LAST_LETTERS = frozenset(name[-6:] for name in [*_WHOLE_WORDS, *_ENDINGS.split("|")])
"""The last letters, at most six, of the words that may end a place."""

_LAST_THREE = frozenset(letters[-3:] for letters in _LAST_LETTERS)

_LEADS = (
    "at|@|in|inside|[Ii]m|in der|in den|am|an der|auf dem|bei|au|à la|à|chez|dans l[ae]|presso|al|alla|"
    "nel|nella|en el|en la|en|in het|in de|bij|op|på|ved|i"
)
_LEAD = re.compile(
    rf"(?:^|(?<=[\s(,]))(?:{_LEADS})[ \u00a0]+(?:the |den |l['’])?(?=[A-ZÀ-ÖØ-Þ0-9“\"])",
)
_LEAD_FIRST = first_words(_LEADS) | {"im"}
_HOUR = re.compile(
    r"\d{1,2}(?::\d\d)? ?(?:[ap]\.?m\b|h\b|uhr|noon)|\d{1,2}:\d\d|noon|midnight|(?:19|20)\d\d\b", re.IGNORECASE
)
_JAPANESE_END = re.compile("にて|において|で開催|で行")
_JAPANESE = re.compile(rf"(?P<place>[^\s、。「」『』()（）!！?？]{{2,30}}?)(?:{_JAPANESE_END.pattern})")
_CUT = re.compile(
    r"\s*(?:[(\[]\s?(?:map|karte|plan|google map|directions)\s?[)\]]|\+ ?google maps?|view (?:on "
    r")?map|show map|get directions|"
    r"directions|larger map|map it|(?<!\w)map$|view venue website|[\s,–-]+(?:tel(?:ephone|efono)?[.: "
    r"]|phone|fax|website|e-?mail|privacy|copyright|©)\b|unless |located at(?=$)|"
    r"\s\|\s|\s·\s|\bat \d{1,2}(?::\d\d)? ?[ap]\.?m|"
    r"\s(?:time|date|cost|price|when|contact|uhrzeit|beginn|eintritt|datum|organi[sz]er|doors|"
    r"show|start|admission)s?\s?:|"
    r"[■◆●◎○□◇★☆▼▶・]?[【［〔]?(?:日時|日程|時間|期間|対象者?|定員|費用|料金|参加費|受講料|入場料|入館料|内容|講師|出演者?|主催|共催|持ち物|備考|締切|"
    r"(?:お?申し?込み?|お?問い?合わ?せ)先?(?:方法)?)(?:[】］〕]|\s?[:：]))",
)
_MAY_CUT = re.compile(
    r"map|karte|plan|direction|website|tel|phone|fax|mail|privacy|copyright|©|unless |located at|\||·|at \d|[:：】］〕]"
)
"""What `_CUT` needs somewhere in the text, in lower case."""

_LATE = re.compile(
    r"[\s,]+\d{1,2}\.\s?\d{1,2}\.(?:\s?\d{4})?$|[\s,]+(?:at|from) \d{1,2}$|\s\(?\d{3}\)?[ -]\d{3}-\d{4}$"
)
_LONGEST = 200
_NO_PLACE = -2.0
"""The score of nothing, and of what is too long for a place."""

_MOST_WORDS = 18
_FARTHEST_LABEL = 1_000
_MOST_LEADS = 40
"""Prepositions of one text that are followed: a sentence has fewer."""

_TELEPHONE = re.compile(r"\b0\d{1,4}-\d{1,4}-\d{3,4}$")
"""Whom to ring: a branch and its number are no place of an event."""

_SENTENCE = re.compile(r"[.!?;] (?=[A-Z“\"(])")
_ABBREVIATED = re.compile(
    r"(?:\b(?:[A-Z]|St|Ave|Blvd|Rd|Dr|Ste|Mt|Bldg|Fl|Rm|Hwy|Pkwy|Ft|Jr|Sr|No|Ill|str|Str|Prof|ca|Nr|v)|(?<!\d)\d{1,2})$"
)


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words of a text that name a place: from `first` up to `stop`, and how much speaks for it."""

    first: int
    stop: int
    text: str
    score: float


def is_label(text: str) -> bool:
    """Tell whether some words are nothing but a label for a place: `Location:`, `【会場】`."""
    if len(text) > _LONGEST_LABEL:
        return False
    if text.isascii() and text.strip(_ASCII_SIGNS).lower() not in _LABEL_NAMES:
        return False
    return _BARE.fullmatch(text) is not None


def find_labels(texts: Iterable[str]) -> list[int]:
    """Return the numbers of the texts that are a label for a place, or have one in them."""
    found = []
    for number, text in enumerate(texts):
        if text.isascii() and ":" not in text:
            name = text.strip(_ASCII_SIGNS)
            if len(name) > _LONGEST_NAME or name.lower() not in _LABEL_NAMES:
                continue
        words = text.strip()
        if is_label(words) or after_label(words) is not None:
            found.append(number)
    return found


def after_label(text: str) -> str | None:
    """Return what follows the first label for a place in a text: `Wo: Rathaus` gives `Rathaus`.

    Where it has not come after a long paragraph, the text is no announcement.
    """
    match = _LED.search(text, 0, _FARTHEST_LABEL) if _may_be_led(text[:_FARTHEST_LABEL]) else None
    return text[match.end() :] if match else None


def _may_be_led(text: str) -> bool:
    """Tell whether a text can have a label with something behind it."""
    if (":" in text or "：" in text) and not _LABEL_WORDS.isdisjoint(lowered(text)):
        return True
    return is_dense(text) and _EASTERN_LABEL.search(text) is not None


_MEETING = re.compile(
    r"(?:(?:All|The|These|Next|Upcoming|Regular|Public|Board|Committee|Council|Club|Our) ){0,3}"
    r"(?:[Mm]eetings?|[Cc]lasses|[Ss]essions)"
    r"(?: (?:begins?|starts?|are|is|will|be|held|takes?|place|convenes?|promptly|usually)){0,4}"
    r"(?:[ ,.:;–-]{1,4}(?:in|at|@) (?:the )?| ?[ ,.:;–-]{2,4})(?=[A-Z\d])"
)
_MEETING_BEGINS = frozenset("ATNURPBCOMmCcSs")
"""How a sentence begins that says where all meetings are, without its hour: `Meetings begin . in City Hall`."""


@keep_short(4_096)
def clean(text: str) -> str:
    """Cut what does not belong to the name of a place: a link to a map, a telephone number, the next label."""
    text = " ".join(text.split())[:_LONGEST]
    if _may_be_led(text):
        while is_led := _LED.match(text):
            text = text[is_led.end() :]
    if text[:1] in _MEETING_BEGINS and (sentence := _MEETING.match(text)):
        text = text[sentence.end() :]
    if _MAY_CUT.search(lower := low(text)) and (cut := _CUT.search(lower, 1)):
        text = text[: cut.start()]
    text = text.strip(" \u3000-–—:：|,;·•/@*[]「」【】").lstrip(").） -–—:,")
    if text.endswith(")") and "(" not in text:
        text = text[:-1]
    if text[-1:].isdigit() or text.endswith("."):
        text = _LATE.sub("", text)
    return text[:-1] if text.endswith(".") and not _ABBREVIATED.search(text[:-1]) else text


@keep_short(4_096)
def score(text: str) -> float:
    """Say how much some words look like a place: above 1 they may be one, at 0 or below they are not."""
    return _judge(text, lowered(text))[0] if _is_short(text) else _NO_PLACE


def look(text: str) -> tuple[float, bool]:
    """Say how much some words look like a place, and whether they speak of what takes place: `score`, `is_doubtful`."""
    if _is_short(text):
        return _judge(text, lowered(text))[:2]
    return _NO_PLACE, is_doubtful(text)


def traits(text: str) -> tuple[float, bool, bool, bool]:
    """Return `score`, `is_doubtful`, whether there is a street address, `is_online`: the words are looked up once."""
    if _is_short(text):
        return _judge(text, lowered(text))
    return _NO_PLACE, is_doubtful(text), contacts.has_address(text), is_online(text)


def _is_short(text: str) -> bool:
    return 0 < len(text) <= _LONGEST


def _judge(text: str, words: Collection[str]) -> tuple[float, bool, bool, bool]:
    """Return what `traits` says of a text that is short enough for a place."""
    points = 0.0
    has_address = contacts.has_address(text)
    if _has_name(text, words):
        points += 2
    if has_address:
        points += 2
    if _MAY_BE_REGION.search(text) and _REGION.search(text):
        points += 1
    online = _online(text, words)
    if online:
        points += 1.5
    if (not _CITY_FIRST.isdisjoint(words) or is_dense(text)) and _CITY.search(text):
        points += 1.5
    doubts = False
    if _has_happening(text, words):
        doubts = not _ends_as_place(text, words)
        is_there = online and not online.start() and _WAYS_IN.isdisjoint(words)
        points -= 1.5 if doubts and not is_there else 0.4
    if "-" in text and _TELEPHONE.search(text):
        points -= 1.5
    if len(text.split()) > _MOST_WORDS or sentence_stop(text, 0) < len(text):
        points -= 2
    return points, doubts, has_address, online is not None


def may_score(text: str) -> bool:
    """Tell whether any line of a text may have a score above 0: one look at all of them costs less than each score."""
    return is_telling(text, distinct(text)) or _MAY_BE_REGION.search(text) is not None


def is_telling(text: str, words: Collection[str]) -> bool:
    """Tell whether anything in a text speaks of a place: where nothing does, no part of it has a score above 0.

    `words` are its words in lower case.
    """
    return (
        not _CUES.isdisjoint(words)
        or _is_ended(words)
        or contacts.has_address(text)
        or (is_dense(text) and _EASTERN_CUE.search(text) is not None)
    )


def may_be_named(text: str) -> bool:
    """Tell whether a text may name a place at all: where it may not, `find_phrases` and `find_names` give nothing."""
    words = lowered(text)
    return (
        is_telling(text, words)
        or any(map(_may_end_place, words))
        or _STARTS_OTHERWISE.search(text.lower()) is not None
        or _JAPANESE_END.search(text) is not None
    )


def is_online(text: str) -> bool:
    """Tell whether some words say that something takes place online."""
    return _online(text, lowered(text)) is not None


def _online(text: str, words: Iterable[str]) -> re.Match[str] | None:
    return _ONLINE.search(text) if not _ONLINE_FIRST.isdisjoint(words) or is_dense(text) else None


def _is_named_in(words: Collection[str]) -> bool:
    """Tell whether a word in lower case is one for a place, or ends as one: `hall`, `konzertsaal`."""
    return not _NAMES.isdisjoint(words) or _is_ended(words)


def _is_ended(words: Collection[str]) -> bool:
    ended = [word for word in words if word[-3:] in _ENDS]
    return any(map(_ENDED.fullmatch, ended))


def _has_name(text: str, words: Collection[str]) -> bool:
    return _is_named_in(words) or (is_dense(text) and _EASTERN_WORD.search(text) is not None)


def _ends_as_place(text: str, words: Collection[str]) -> bool:
    return _is_named_in(words) and _ENDS_AS_PLACE.search(low(text)) is not None


def _has_happening(text: str, words: Iterable[str]) -> bool:
    """Tell whether some words speak of what takes place, or of its page."""
    if not _HAPPENINGS.isdisjoint(words):
        return True
    return (not _OF_HAPPENINGS_FIRST.isdisjoint(words) or is_dense(text)) and _OF_HAPPENINGS.search(text) is not None


def is_doubtful(text: str) -> bool:
    """Tell whether some words speak of meetings, agendas, tickets …: of what takes place, not of where."""
    return _is_doubtful(text, lowered(text))


def _is_doubtful(text: str, words: Collection[str]) -> bool:
    return _has_happening(text, words) and not _ends_as_place(text, words)


def is_statement(text: str) -> bool:
    """Tell a sentence about events that names a place ("Meetings are held at the Town Hall") from a place."""
    return _has_happening(text, lowered(text)) and _LEAD.search(text, 1) is not None


def sentence_stop(text: str, first: int) -> int:
    """Return where the sentence that holds a position ends; the point of `St.` ends none."""
    for match in _SENTENCE.finditer(text, first):
        if not _ABBREVIATED.search(text[max(first, match.start() - 6) : match.start()]):
            return match.start()
    return len(text)


def find_phrases(text: str) -> list[Phrase]:
    """Return what stands behind `at`, `in the`, `im`, `chez` … and looks like a place, in order."""
    found = []
    words = lowered(text)
    may_lead = "@" in text or not _LEAD_FIRST.isdisjoint(words)
    for lead in islice(_LEAD.finditer(text), _MOST_LEADS) if may_lead and is_telling(text, words) else ():
        if _HOUR.match(text, lead.end()):
            continue
        match = _PHRASE.match(text, lead.end())
        if not match:
            continue
        stop = min(match.end(), sentence_stop(text, lead.end()))
        name = _LOOSE_END.sub("", clean(text[lead.end() : stop]))
        if name and (points := score(name)) > 1:
            found.append(Phrase(lead.end(), stop, name, points))
    if _JAPANESE_END.search(text):
        found += [
            Phrase(match.start("place"), match.end("place"), match["place"], score(match["place"]))
            for match in _JAPANESE.finditer(text)
        ]
    return found


def find_names(text: str, words: Iterable[str] | None = None) -> list[Phrase]:
    """Return the runs of capitalised words with a word for a place at an end: "Trustees Room Louis Stokes Wing".

    `words` are its words in lower case, where they are known.
    """
    if not any(map(_may_end_place, lowered(text) if words is None else words)) and not _STARTS_OTHERWISE.search(
        text.lower()
    ):
        return []
    found = []
    for match in islice(_PHRASE.finditer(text), _MOST_LEADS):
        parts = match[0].split(", ")
        number = next((n for n, part in enumerate(parts) if " " in part and _is_named(part)), None)
        if number is None:
            continue
        name = _LEAD.sub("", _LOOSE_END.sub("", clean(", ".join(parts[number:]))), count=1)
        if (points := score(name)) > 1:
            found.append(Phrase(match.start(), match.end(), name, points))
    return found


def _may_end_place(word: str) -> bool:
    """Tell whether a word in lower case ends as a place may; a name may begin within a word (`下北沢Club`)."""
    ends = _LAST_LETTERS
    return word[-3:] in _LAST_THREE and (
        word[-3:] in ends or word[-4:] in ends or word[-5:] in ends or word[-6:] in ends
    )


def _is_named(name: str) -> bool:
    return _STARTS_AS_PLACE.match(name) is not None or _ends_as_place(name, lowered(name))


def with_address(text: str, phrase: Phrase) -> str:
    """Add the street address that follows a name: "the Fund office, located at 321 N Clark St"."""
    if contacts.has_address(phrase.text):
        return phrase.text
    stop = sentence_stop(text, phrase.stop)
    for contact in contacts.find_addresses(text[phrase.stop : stop]):
        return f"{phrase.text}, {clean(text[phrase.stop + contact.first : stop])}"
    return phrase.text
