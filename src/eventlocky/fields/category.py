"""What sort of event a record announces: music, stage, talk, class, sport …, by its words in several languages.

A word in the title weighs more than one below it. Words of European languages count at the beginning of a
word ("konzert" is in "Konzertreihe"), those of scripts without spaces anywhere.
"""

from __future__ import annotations

import re
from functools import lru_cache

from eventlocky.fields import lines
from eventlocky.fields.base import Found
from eventlocky.page import Tree
from eventlocky.text.words import first_words, is_dense, lowered
from eventlocky.types import Record

_TABLE = {
    "music": """
        concert konzert koncert konsert konsertti concierto concerto live_music gig band orchestra orchester
        orchestre orquesta orkester choir chor koor kuoro dj jazz recital symphony sinfonie symphonie rock_
        musik musique música musica muziek musikk opera oper opéra ライブ コンサート 演奏 音楽 リサイタル
        音乐会 演唱会 音樂會 콘서트 음악회 공연
    """,
    "stage": """
        theatre theater théâtre teatro teatr divadlo teater teatteri schauspiel play_ comedy kabarett cabaret
        dance tanz danse danza ballet ballett musical premiere aufführung spectacle circus zirkus cirque
        stand-up improv puppet 演劇 舞台 公演 落語 劇団 芝居 戏剧 话剧 舞蹈 연극 뮤지컬 무용
    """,
    "talk": """
        talk lecture vortrag conférence conferencia conferenza lezing seminar séminaire seminario colloquium
        kolloquium symposium tagung panel discussion diskussion debate keynote lesung reading foredrag
        föreläsning luento wykład přednáška palestra webinar 講演 セミナー 講座 シンポジウム トーク 学会 讲座
        研讨会 講座 강연 세미나
    """,
    "class": """
        class_ classes course kurs cours curso corso cursus workshop atelier taller laboratorio training lesson
        tutorial lernen warsztat dílna kurssi 教室 ワークショップ 体験 レッスン 講習 课程 工作坊 강좌 수업
    """,
    "sport": """
        match_ game_ race run_ marathon tournament turnier football soccer fußball basketball hockey tennis
        golf yoga fitness lauf radtour hike hiking climb wanderung sport deporte partita wedstrijd løp lopp
        juoksu bieg závod スポーツ 試合 大会 マラソン ゴルフ 体操 比赛 运动 경기 대회
    """,
    "family": """
        family families familie familien kids children kinder enfants niños bambini kinderen barn_ lapset
        dzieci děti storytime story_time puppet 親子 こども 子ども キッズ ファミリー 亲子 儿童 어린이 가족
    """,
    "market": """
        market markt marché mercado mercato marked marknad markkinat targ trh fair_ flea flohmarkt bazaar basar
        brocante messe sale_ feria fiera マルシェ 市場 フリーマーケット バザー 物産 セール フェア 市集 시장
        마켓
    """,
    "film": """
        film movie cinema kino screening cine ciné bioscoop elokuva filmvorführung projection 映画 上映 电影
        電影 영화 상영
    """,
    "food": """
        food wine beer dinner lunch brunch breakfast tasting verkostung dégustation degustazione cata_ wein
        bier essen kulinar gastronom culinary restaurant menu_ ramen ランチ ディナー 料理 グルメ 食事 ワイン 酒
        メニュー 美食 品酒 음식 와인
    """,
    "meeting": """
        meeting committee commission council board_ hearing session assembly sitzung versammlung treffen
        réunion conseil reunión asamblea riunione assemblea vergadering møte møde möte kokous zebranie zasedání
        sammenkomst mitgliederversammlung trustees 会議 総会 例会 集会 委員会 会议 회의 총회
    """,
    "exhibition": """
        exhibit exhibition ausstellung exposition exposición mostra tentoonstelling utställning udstilling
        utstilling näyttely wystawa výstava exposição vernissage gallery galerie 展覧会 展示 写真展 個展 展_
        展览 展覽 전시
    """,
    "festival": """
        festival fest_ festa fête fiesta feest carnival karneval carnevale carnaval parade kirmes juhla festyn
        slavnost 祭 フェス まつり 祭り 花火 节日 축제
    """,
    "tour": """
        tour_ tours_ guided führung visite_guidée visita_guidata visita_guiada rondleiding omvisning opastus
        excursion ausflug spaziergang walk_ walking_tour ツアー 見学 散策 导览 투어 답사
    """,
    "worship": """
        mass_ worship service_of gottesdienst messe_ culte misa messa kerkdienst gudstjeneste jumalanpalvelus
        nabożeństwo prayer gebet gospel 礼拝 ミサ 法要 예배 미사
    """,
}


NAMES = tuple(_TABLE)
"""Every category that `read` may return."""

_DENSE_END = r"(?=$|\s|[」』)）])"
"""What ends a word of a script without spaces."""

_FIRST_DENSE = "\u2e80"
_ENTRIES = [(word, number) for number, words in enumerate(_TABLE.values()) for word in words.split()]
_PHRASES = {word.replace("_", " "): number for word, number in _ENTRIES if "_" in word[:-1] or "-" in word[:-1]}
_SPACED = [
    (word, number) for word, number in _ENTRIES if word[0] < _FIRST_DENSE and word.replace("_", " ") not in _PHRASES
]
_WHOLE = {word[:-1]: number for word, number in reversed(_SPACED) if word.endswith("_")}
_BEGUN: dict[str, list[tuple[str, int]]] = {}
"""The words that count at the beginning of a word, by their first two letters."""

for _word, _number in _SPACED:
    if not _word.endswith("_"):
        _BEGUN.setdefault(_word[:2], []).append((_word, _number))
_DENSE = {word.rstrip("_"): number for word, number in reversed(_ENTRIES) if word[0] >= _FIRST_DENSE}
_PHRASE = re.compile(rf"\b(?:{'|'.join(map(re.escape, _PHRASES))})")
_PHRASE_FIRST = first_words("|".join(_PHRASES))
_DENSE_WORD = re.compile(
    "|".join(word.replace("_", _DENSE_END) for word, _ in _ENTRIES if word[0] >= _FIRST_DENSE),
)
_TITLE_WEIGHT = 3
_MOST_COUNTED = 3
"""A word repeated more often than this says no more."""

_LONGEST = 400


def read(tree: Tree, record: Record, title: Found[str] | None) -> Found[str] | None:
    """Return the category that most words of a record speak for, or None where none does."""
    points = _count(*_head(tree, record))
    for number, count in _count(title.value, lowered(title.value)).items() if title else ():
        points[number] = points.get(number, 0) + _TITLE_WEIGHT * count
    if not points:
        return None
    best = min(points, key=lambda number: (-points[number], number))
    share = points[best] / sum(points.values())
    return Found(NAMES[best], title.row if title else record.first, round(0.3 + 0.5 * share, 2))


def _head(tree: Tree, record: Record) -> tuple[str, list[str]]:
    """Return the text with which a record begins and its words in lower case."""
    found = lines.within(tree, record.first, min(record.stop, record.first + _LONGEST))
    text = " ".join([line.text for line in found])
    if len(text) > _LONGEST:
        text = text[:_LONGEST]
        return text, lowered(text)
    return text, [word for line in found for word in line.words]


def _count(text: str, words: list[str]) -> dict[int, int]:
    """Count the words of every category in a text."""
    found: list[int] = []
    if not _PHRASE_FIRST.isdisjoint(words):
        text = text.lower()
        found += [_PHRASES[match[0]] for match in _PHRASE.finditer(text)]
        words = lowered(_PHRASE.sub("_", text))
    found += [number for number in map(_category, words) if number is not None]
    if is_dense(text):
        found += [_DENSE[match[0]] for match in _DENSE_WORD.finditer(text)]
    return {number: min(found.count(number), _MOST_COUNTED) for number in found}


@lru_cache(maxsize=50_000)
def _category(word: str) -> int | None:
    """Return the number of the first category that has a word, or its beginning."""
    numbers = [number for beginning, number in _BEGUN.get(word[:2], ()) if word.startswith(beginning)]
    if word in _WHOLE:
        numbers.append(_WHOLE[word])
    return min(numbers, default=None)
