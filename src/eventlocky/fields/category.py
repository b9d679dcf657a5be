"""What sort of event a record announces: music, stage, talk, class, sport …, by its words in several languages.

A word in the title weighs more than one below it. Words of European languages count at the beginning of a
word ("konzert" is in "Konzertreihe"), those of scripts without spaces anywhere.
"""

from __future__ import annotations

import re
from collections import Counter

from eventlocky.fields.base import Found
from eventlocky.page import Tree
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


_DENSE_END = r"(?=$|\s|[」』)）])"


def _pattern(table: dict[str, str]) -> re.Pattern[str]:
    """Turn the words of all categories into one pattern with two groups a category; `_` asks for the whole word."""
    spaced, dense = [], []
    for number, words in enumerate(table.values()):
        plain = [(re.escape(word.rstrip("_").replace("_", " ")), word) for word in words.split()]
        begun = [word + (r"\b" if raw.endswith("_") else "") for word, raw in plain if raw[0] < "\u2e80"]
        inside = [
            word + (r"(?=$|\s|[」』)）])" if raw.endswith("_") else "") for word, raw in plain if raw[0] >= "\u2e80"
        ]
        if begun:
            spaced.append(f"(?P<s{number}>{'|'.join(begun)})")
        if inside:
            dense.append(f"(?P<d{number}>{'|'.join(inside)})")
    return re.compile(rf"\b(?:{'|'.join(spaced)})|{'|'.join(dense)}", re.IGNORECASE)


NAMES = tuple(_TABLE)
"""Every category that `read` may return."""

_WORDS = _pattern(_TABLE)
_TITLE_WEIGHT = 3
_MOST_COUNTED = 3
"""A word repeated more often than this says no more."""

_LONGEST = 400


def read(tree: Tree, record: Record, title: Found[str] | None) -> Found[str] | None:
    """Return the category that most words of a record speak for, or None where none does."""
    text = tree.text(record.first, min(record.stop, record.first + _LONGEST))[:_LONGEST]
    head = title.value if title else ""
    said, titled = _count(text), _count(head)
    points = {name: said[name] + _TITLE_WEIGHT * titled[name] for name in NAMES}
    best = max(points, key=lambda name: points[name])
    if not points[best]:
        return None
    share = points[best] / sum(points.values())
    return Found(best, title.row if title else record.first, round(0.3 + 0.5 * share, 2))


def _count(text: str) -> Counter[str]:
    """Count the words of every category in a text."""
    found = Counter(NAMES[int(match.lastgroup[1:])] for match in _WORDS.finditer(text) if match.lastgroup)
    return Counter({name: min(count, _MOST_COUNTED) for name, count in found.items()})
