"""Small clean pages of offers for training, self-written: what shops, coupon sites and flash sales look like inside.

Real pages teach what is common on the sites that were collected; these teach that a page of one offer, a list of
coupons or names without prices is what it looks like, in several languages, and that money in news is no offer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

TODAY = date(2026, 3, 2)

_COUNTS = (9, 4, 2)
"""Every page is written three times: with many goods, with a few, and with two and nothing around them."""


@dataclass(frozen=True, slots=True)
class Good:
    """Something on sale: its name, its price before and now, the cut in percent, its number on the page."""

    name: str
    before: str
    now: str
    percent: int
    number: int


Words = dict[str, Any]
Writer = Callable[[Words, list[Good]], str]

_LANGUAGES: dict[str, Words] = {
    "en": {
        "money": "${:.2f}", "shop": ["Weekend deals", "Spring sale", "Our products"], "was": "was", "now": "now", "off": "off",
        "cart": "Add to cart", "more": "View deal", "code": "Get code", "ends": "Ends in {} days", "basket": "Basket: 0 items",
        "names": ["Walnut Coffee Table", "Rain Jacket Harbour", "Cast Iron Pan 26 cm", "Wireless Mouse M2", "Garden Hose 20 m",
                  "Two-Hour Kayak Tour", "Linen Bed Set", "Desk Lamp Arc", "Trail Shoes Fox", "Hand Blender 600 W"],
        "makers": ["Northfold", "Bay & Sons", "Ember", "Kite"], "filters": ["Under {}", "{} and up"], "brands": "Brands",
        "news": ["Council spends {} on the bridge", "Ticket prices rise to {}", "Studio raises {}", "Fund loses {} in a year",
                 "A small town saves its pool", "How the harbour was dug"],
        "text": "The work took three years and cost {} in all, the mayor said on Monday.", "about": "We build roofs and repair walls.",
        "blurb": "Light, quiet and easy to clean. Delivered in two days.", "said": "Thanks, bought two! Last week it was {}.",
        "sale": "{} Days", "limited": "Limited time", "terms": "One for each customer, while stocks last.", "period": "{} – {}",
        "until": "Valid until {}", "date": "{1}/{2}",
        "sold": "{} sold", "entry": "Entry", "at": "{}:30pm",
        "shows": ["Harbour Concert", "Open Stage", "The Lost Lighthouse", "Jazz on the Square", "Puppets on a Boat", "Quiz Night", "Sea Songs", "A Talk on Tides", "Dance Evening"],
    },
    "de": {
        "money": "{:.2f} €", "shop": ["Angebote der Woche", "Sommerschlussverkauf", "Unsere Artikel"], "was": "statt", "now": "nur",
        "off": "Rabatt", "cart": "In den Warenkorb", "more": "Zum Angebot", "code": "Gutschein zeigen", "ends": "Endet in {} Tagen",
        "basket": "Warenkorb (0)",
        "names": ["Couchtisch Nussbaum", "Regenjacke Hafen", "Gusspfanne 26 cm", "Funkmaus M2", "Gartenschlauch 20 m",
                  "Kajaktour für zwei", "Leinenbettwäsche", "Tischleuchte Bogen", "Laufschuh Fuchs", "Stabmixer 600 W"],
        "makers": ["Nordfalt", "Bucht & Söhne", "Glut", "Drachen"], "filters": ["bis {}", "ab {}"], "brands": "Marken",
        "news": ["Stadt zahlt {} für die Brücke", "Karten kosten bald {}", "Firma erhält {}", "Fonds verliert {} im Jahr",
                 "Ein Dorf rettet sein Freibad", "Wie der Hafen entstand"],
        "text": "Die Arbeiten dauerten drei Jahre und kosteten {}, sagte die Bürgermeisterin am Montag.",
        "about": "Wir bauen Dächer und sanieren Mauern.", "blurb": "Leicht, leise und gut zu reinigen. In zwei Tagen bei Ihnen.",
        "said": "Danke, zwei gekauft! Letzte Woche waren es {}.",
        "sale": "Aktion {}", "limited": "Nur für kurze Zeit", "terms": "Eins je Kunde, solange der Vorrat reicht.", "period": "vom {} bis {}",
        "until": "Gültig bis {}", "date": "{2}.{1}.",
        "sold": "{} verkauft", "entry": "Eintritt", "at": "{}:30 Uhr",
        "shows": ["Hafenkonzert", "Offene Bühne", "Der verlorene Leuchtturm", "Jazz am Markt", "Puppen an Bord", "Quizabend", "Lieder vom Meer", "Vortrag über die Flut", "Tanzabend"],
    },
    "fr": {
        "money": "{:.2f} €", "shop": ["Bons plans", "Soldes", "Nos produits"], "was": "au lieu de", "now": "seulement",
        "off": "de remise", "cart": "Ajouter au panier", "more": "Voir le deal", "code": "Voir le code", "ends": "Fin dans {} jours",
        "basket": "Panier : 0",
        "names": ["Table basse en noyer", "Veste de pluie Port", "Poêle en fonte 26 cm", "Souris sans fil M2", "Tuyau d'arrosage 20 m",
                  "Sortie en kayak à deux", "Parure de lit en lin", "Lampe de bureau Arc", "Chaussures de trail Renard", "Mixeur 600 W"],
        "makers": ["Norplis", "Baie et Fils", "Braise", "Cerf-volant"], "filters": ["Moins de {}", "Plus de {}"], "brands": "Marques",
        "news": ["La ville dépense {} pour le pont", "Les billets passent à {}", "Un studio lève {}", "Le fonds perd {} en un an",
                 "Un village sauve sa piscine", "Comment le port fut creusé"],
        "text": "Les travaux ont duré trois ans et coûté {}, a dit la maire lundi.", "about": "Nous construisons des toits.",
        "blurb": "Léger, silencieux et facile à nettoyer. Livré en deux jours.", "said": "Merci, j'en ai pris deux ! Il était à {}.",
        "sale": "Semaine {}", "limited": "Durée limitée", "terms": "Un par client, dans la limite des stocks.", "period": "du {} au {}",
        "until": "Valable jusqu'au {}", "date": "{2}/{1}",
        "sold": "{} vendus", "entry": "Entrée", "at": "{}h30",
        "shows": ["Concert au port", "Scène ouverte", "Le phare perdu", "Jazz sur la place", "Marionnettes à bord", "Soirée quiz", "Chants de mer", "Conférence sur les marées", "Bal du soir"],
    },
    "ja": {
        "money": "{:,.0f}円", "shop": ["本日のセール", "春の特価", "商品一覧"], "was": "通常価格", "now": "特価", "off": "オフ",
        "cart": "カートに入れる", "more": "詳しく見る", "code": "クーポンを表示", "ends": "あと{}日", "basket": "カート 0点",
        "names": ["くるみの座卓", "雨の日の上着", "鉄のフライパン", "無線マウス", "庭のホース", "カヤック体験二名", "麻の寝具", "机の灯り",
                  "山歩きの靴", "手持ちミキサー"],
        "makers": ["北折", "入江商店", "残り火", "凧"], "filters": ["{}以下", "{}以上"], "brands": "メーカー",
        "news": ["橋の工事に{}を支出", "入場料が{}に値上げ", "会社が{}を調達", "基金が一年で{}を失う", "町がプールを守る", "港はこうして生まれた"],
        "text": "工事は三年かかり、費用は{}だったと町長が月曜に述べた。", "about": "屋根と壁の工事をしています。",
        "blurb": "軽くて静か、手入れも簡単。二日でお届けします。", "said": "二つ買いました。先週は{}でした。",
        "sale": "{}フェア", "limited": "期間限定", "terms": "おひとり様一点まで。なくなりしだい終わります。", "period": "期間：{}〜{}",
        "until": "有効期限：{}まで", "date": "{1}月{2}日",
        "sold": "{}個販売", "entry": "入場料", "at": "{}:30開演",
        "shows": ["港のコンサート", "飛び入り音楽会", "灯台をめぐる講演会", "広場のジャズ", "舟の人形劇", "クイズの夕べ", "海のうた", "潮の話", "踊りの夜"],
    },
}  # fmt: skip


def rows() -> Iterator[tuple[dict[str, Any], bytes]]:
    """Yield pages with their gold, as a corpus has them; each is a site of its own."""
    for language, words in _LANGUAGES.items():
        for writer, has_offers, is_single in _WRITERS:
            for turn in range(len(_COUNTS)):
                goods = _goods(words, turn)[: 1 if is_single else None]
                html = writer(words, goods)
                name = f"shop-{language}-{writer.__name__.strip('_')}-{turn}"
                gold = (
                    [{"title": _title(writer, words, good), "price": _price(writer, good)} for good in goods]
                    if has_offers
                    else []
                )
                heading = words["shop"][turn] if has_offers else words["brands"]
                page = html
                if goods[-1].number != 1:
                    head = "" if writer in {_one, _one_forum, _article, _company} else f"<h1>{heading}</h1>"
                    title = f"<html><head><title>{heading}</title></head><body>"
                    page = f"{title}{_top(words, turn)}{head}{html}{_bottom(words)}</body>"
                yield (
                    {
                        "id": name,
                        "url": f"https://{name}.example/",
                        "domain": f"{name}.example",
                        "fetched": str(TODAY),
                        "complete": True,
                        "events": gold,
                    },
                    page.encode(),
                )


def _goods(words: Words, turn: int) -> list[Good]:
    goods = []
    for number in range(_COUNTS[turn]):
        name = words["names"][(number + 3 * turn) % len(words["names"])]
        percent = 20 + 5 * ((number * 7 + turn) % 9)
        before = 12.5 * (number + 2) + 0.49
        money = words["money"]
        scale = 100 if "円" in money else 1
        goods.append(
            Good(
                name,
                money.format(scale * before),
                money.format(scale * before * (100 - percent) / 100),
                percent,
                number,
            )
        )
    return goods


def _title(writer: Writer, words: Words, good: Good) -> str:
    if writer is _coupons:
        return f"{good.percent}% {words['off']}: {good.name}"
    if writer is _bare:
        return f"{words['makers'][good.number % 4]} {good.name}"
    if writer in {_twins, _twin_rows}:
        return str(words["names"][0])
    if writer is _campaigns:
        return str(words["sale"].format(good.name))
    return good.name


def _price(writer: Writer, good: Good) -> str | None:
    """Return the price that a page names for a good; a voucher names none, and a campaign not always."""
    return None if writer is _vouchers or (writer is _campaigns and not good.number % 3) else good.now


def _days(words: Words, good: Good) -> tuple[str, str]:
    """Return the first and the last day of an offer, as the page writes them."""
    last = TODAY + timedelta(3 + 4 * good.number)
    return tuple(words["date"].format(day.year, day.month, day.day) for day in (TODAY, last))


# Furniture -----------------------------------------------------------------------------------------


def _top(words: Words, turn: int) -> str:
    links = "".join(f"<li><a href='/c/{place}'>{name}</a></li>" for place, name in enumerate(words["makers"]))
    filters = "".join(
        f"<li><a href='?p={place}'>{pattern.format(words['money'].format(25 * (place + 1)))}</a> ({place + 7})</li>"
        for place, pattern in enumerate(words["filters"] * 2)
    )
    side = f"<div class='sidebar'><h4>{words['brands']}</h4><ul>{filters}</ul></div>" if turn else ""
    return f"<div class='top'>{words['basket']} – {words['money'].format(0)}</div><ul class='nav'>{links}</ul>{side}"


def _bottom(words: Words) -> str:
    return f"<footer><p>© 2026 {words['makers'][0]}</p><ul>{''.join(f'<li><a>{name}</a></li>' for name in words['makers'])}</ul></footer>"


# Offers --------------------------------------------------------------------------------------------


def _cards(words: Words, goods: list[Good]) -> str:
    return "<div class='grid'>" + "".join(
        f"<div class='tile'><a href='/p/{good.number}'><img src='/{good.number}.jpg' alt='{good.name}'></a><h3><a href='/p/{good.number}'>{good.name}</a></h3>"
        + (f"<span><s>{good.before}</s></span>" if good.number % 3 else "")
        + f"<span class='price'>{good.now}</span>"
        + (f"<em>-{good.percent}%</em>" if good.number % 3 else "")
        + f"<button>{words['cart']}</button></div>"
        for good in goods
    ) + "</div>"  # fmt: skip


def _wrapped(_words: Words, goods: list[Good]) -> str:
    """Write units that are links as a whole."""
    return "".join(
        f"<a class='row' href='/app/{good.number}'><img src='/{good.number}.jpg'><div><span>{good.name}</span><p>PC</p></div>"
        f"<div>-{good.percent}%</div><div><strike>{good.before}</strike><br>{good.now}</div></a>"
        for good in goods
    )


def _table(words: Words, goods: list[Good]) -> str:
    lines = [
        f"<tr><td><img src='/{good.number}.jpg'></td><td><a href='/p/{good.number}'>{good.name}</a><br>{words['blurb']}</td><td>{good.now}</td></tr>"
        for good in goods
    ]
    return f"<table>{''.join(lines)}</table>"


def _rows(words: Words, goods: list[Good]) -> str:
    """Write a table of words only."""
    lines = [
        f"<tr><td><a href='/p/{good.number}'>{good.name}</a></td><td>{words['blurb'][:20]}</td><td>{good.now}</td></tr>"
        for good in goods
    ]
    return f"<table>{''.join(lines)}</table>"


def _pairs(words: Words, goods: list[Good]) -> str:
    return "".join(
        f"<div><p><a href='/p/{good.number}'>{good.name}</a></p><p>{words['now']} {good.now}</p></div>"
        for good in goods
    )


def _grid(words: Words, goods: list[Good]) -> str:
    """Write a table of cells, three a line."""
    cells = [
        f"<td><a href='/p/{good.number}'><img src='/{good.number}.jpg'></a><br><a href='/p/{good.number}'>{good.name}</a><br>{words['was']} {good.before}<br><b>{words['now']} {good.now}</b></td>"
        for good in goods
    ]
    lines = [f"<tr>{''.join(cells[place : place + 3])}</tr>" for place in range(0, len(cells), 3)]
    return f"<table>{''.join(lines)}</table>"


def _lines(words: Words, goods: list[Good]) -> str:
    return "<ul>" + "".join(
        f"<li><a href='/{good.number}'>{good.name}</a> – {good.now} ({words['was']} {good.before})</li>" for good in goods
    ) + "</ul>"  # fmt: skip


def _bold(words: Words, goods: list[Good]) -> str:
    return "<ul>" + "".join(
        f"<li><b>{good.name}</b> {words['was']} {good.before} {words['now']} {good.now}"
        + (f", {good.percent}% {words['off']}</li>" if good.number % 2 == 0 else "</li>")
        for good in goods
    ) + "</ul>"  # fmt: skip


def _paragraphs(words: Words, goods: list[Good]) -> str:
    return "".join(
        f"<h2>{good.name}</h2><p>{words['blurb']}</p><p><a href='/go/{good.number}'>{words['more']}</a>: {good.now}, {words['was']} {good.before}</p>"
        for good in goods
    )


def _posts(words: Words, goods: list[Good]) -> str:
    """Write what people post to one another: a name, a price on most, votes and comments."""
    return "".join(
        f"<article><span>{good.number * 37}°</span><strong><a href='/d/{good.number}'>{good.name}</a></strong>"
        + (f"<span>{good.now}</span>" if good.number % 2 else "")
        + f"<p>{words['blurb']}</p><a href='/d/{good.number}#c'>{good.number + 2}</a><a href='/go/{good.number}'>{words['more']}</a></article>"
        for good in goods
    )


def _coupons(words: Words, goods: list[Good]) -> str:
    return "".join(
        f"<div class='box'><img src='/m/{good.number}.png' alt='{words['makers'][good.number % 4]}'><a href='/m/{good.number}'>{words['makers'][good.number % 4]}</a><div><h3>{good.percent}% {words['off']}: {good.name}</h3>"
        f"<p>{words['blurb']}</p><p>{words['ends'].format(good.number + 1)}</p></div><a href='/r/{good.number}'>{words['code']}</a></div>"
        for good in goods
    )


def _bare(words: Words, goods: list[Good]) -> str:
    """Write a flash sale that shows names, pictures and how long it lasts, and no price."""
    return "<ul class='sales'>" + "".join(
        f"<li><a href='/e/{good.number}'><img src='/{good.number}.jpg'></a><div><a href='/e/{good.number}'>{words['makers'][good.number % 4]} {good.name}</a></div>"
        f"<div>{words['ends'].format(good.number % 3 + 1)}</div></li>"
        for good in goods
    ) + "</ul>"  # fmt: skip


def _campaigns(words: Words, goods: list[Good]) -> str:
    """Write what a shop does in these weeks: each campaign with its days, and a cut, a price or both prices."""
    parts = []
    for good in goods:
        gain = (f"{good.percent}% {words['off']}", good.now, f"{good.before} → {good.now}")[good.number % 3]
        parts.append(
            f"<div class='c'><div class='t'>{words['sale'].format(good.name)}</div><div><p>{words['period'].format(*_days(words, good))}</p>"
            f"<p>{gain}</p><p>{words['terms']}</p></div></div>"
        )
    return "".join(parts)


def _limited(words: Words, goods: list[Good]) -> str:
    """Write the dishes of a season: a picture, a badge, the name, what it is, its days and its price."""
    return "".join(
        f"<div class='dish'><img src='/{good.number}.jpg' alt='{good.name}'><div><span>{words['limited']}</span><p class='n'>{good.name}</p>"
        f"<p>{words['blurb']}</p><p>{words['period'].format(*_days(words, good))}</p><p>{good.now}</p></div></div>"
        for good in goods
    )


def _vouchers(words: Words, goods: list[Good]) -> str:
    """Write coupons to show at the till: the cut, what it is for, its terms and its last day."""
    lines = (
        f"<tr><td>{good.percent}% {words['off']}</td><td><b>{good.name}</b><br>{words['terms']}<br>"
        f"<span>{words['until'].format(_days(words, good)[1])}</span></td></tr>"
        for good in goods
    )
    return f"<table class='v'>{''.join(lines)}</table>"


def _flash(words: Words, goods: list[Good]) -> str:
    """Write what is sold for a few days: the cut, the name, who offers it, stars, how many went, both prices, the end."""
    return "".join(
        f"<article><a href='/f/{good.number}'><img src='/{good.number}.jpg'></a><span>-{good.percent}%</span><h3><a href='/f/{good.number}'>{good.name}</a></h3>"
        f"<p>{words['makers'][good.number % 4]}</p><p>★ 4.{good.number % 10} ({good.number * 9 + 2})</p><div><span>{words['sold'].format(good.number * 37 + 11)}</span>"
        f"<s>{good.before}</s> <b>{good.now}</b></div><p>{words['until'].format(_days(words, good)[1])}</p></article>"
        for good in goods
    )


def _twins(words: Words, goods: list[Good]) -> str:
    """Write one thing in many colours: the same name again and again."""
    return "".join(
        f"<div class='product'><a href='/p/{good.number}'><img src='/{good.number}.jpg'></a><p class='name'>{words['names'][0]}</p><p>C{good.number}</p><p>{good.now}</p></div>"
        for good in goods
    )


def _twin_rows(words: Words, goods: list[Good]) -> str:
    return "<ul>" + "".join(
        f"<li><a href='/p/{good.number}'><img src='/{good.number}.jpg'><h4>{words['names'][0]}</h4><span>{good.now}</span></a></li>"
        for good in goods
    ) + "</ul>"  # fmt: skip


def _one(words: Words, goods: list[Good]) -> str:
    good = goods[0]
    return (
        f"<div><h1>{good.name}</h1><img src='/1.jpg'><p><s>{good.before}</s> <b>{good.now}</b> -{good.percent}%</p><p>{words['blurb']}</p>"
        f"<button>{words['cart']}</button></div>"
    )


def _one_forum(words: Words, goods: list[Good]) -> str:
    """Write the page of one deal that people talk about."""
    good = goods[0]
    said = "".join(
        f"<li><div><b>{name}</b><p>{words['said'].format(good.before)}</p></div></li>" for name in words["makers"] * 2
    )
    return (
        f"<div id='main'><div><h1 class='title'>{good.name} {good.now}</h1><div><a href='/go'>{words['more']}</a><p>{words['blurb']} {good.now}. {words['blurb']}</p></div></div>"
        f"<ul class='comments'>{said}</ul></div>"
    )


# No offers -----------------------------------------------------------------------------------------


def _article(words: Words, goods: list[Good]) -> str:
    text = "".join(f"<p>{words['text'].format(good.before)} {words['text'].format(good.now)}</p>" for good in goods)
    return f"<article><h1>{words['news'][0].format(goods[0].before)}</h1><img src='/a.jpg'>{text}</article>"


def _programme(words: Words, goods: list[Good]) -> str:
    """Write what is on in a house: each evening has a day, an hour and what the entry costs, and is no offer."""
    return "".join(
        f"<li><p>{_days(words, good)[1]}, {words['at'].format(7)}</p><h3><a href='/s/{good.number}'>{words['shows'][good.number % 9]}</a></h3>"
        f"<p>{words['blurb']}</p><p>{words['entry']}: {good.now}</p></li>"
        for good in goods
    )


def _shows(words: Words, goods: list[Good]) -> str:
    """Write the same as a table."""
    lines = (
        f"<tr><td>{_days(words, good)[1]}</td><td>{words['at'].format(8)}</td><td>{words['shows'][good.number % 9]}</td><td>{good.now} / {good.before}</td></tr>"
        for good in goods
    )
    return f"<table>{''.join(lines)}</table>"


def _headlines(words: Words, goods: list[Good]) -> str:
    return "".join(
        f"<div class='card'><a href='/n/{good.number}'><img src='/{good.number}.jpg'></a><h3><a href='/n/{good.number}'>{words['news'][good.number % 6].format(good.before)}</a></h3></div>"
        for good in goods
    )


def _budget(words: Words, goods: list[Good]) -> str:
    lines = [
        f"<tr><td>{words['news'][good.number % 6].format('')}</td><td>{good.before}</td><td>{good.percent}%</td></tr>"
        for good in goods
    ]
    return f"<table><tr><th>2025</th><th>2026</th><th>%</th></tr>{''.join(lines)}</table>"


def _names(_words: Words, goods: list[Good]) -> str:
    return "<ul>" + "".join(
        f"<li><a href='/b/{good.number}'><img src='/{good.number}.jpg'><span>{good.name}</span></a></li>" for good in goods
    ) + "</ul>"  # fmt: skip


def _company(words: Words, goods: list[Good]) -> str:
    return f"<div><h1>{words['makers'][1]}</h1><p>{words['about']}</p></div>" + "".join(
        f"<div><h3>{good.name}</h3><p>{words['about']}</p></div>" for good in goods
    )


_WRITERS: tuple[tuple[Writer, bool, bool], ...] = (
    (_cards, True, False), (_wrapped, True, False), (_table, True, False), (_grid, True, False), (_rows, True, False), (_pairs, True, False), (_lines, True, False), (_bold, True, False),
    (_paragraphs, True, False), (_posts, True, False), (_coupons, True, False), (_bare, True, False), (_twins, True, False),
    (_campaigns, True, False), (_limited, True, False), (_vouchers, True, False), (_flash, True, False), (_programme, False, False), (_shows, False, False),
    (_twin_rows, True, False), (_one, True, True), (_one_forum, True, True), (_article, False, False),
    (_headlines, False, False), (_budget, False, False), (_names, False, False), (_company, False, False),
)  # fmt: skip
"""What writes a page, whether it has offers, and whether it has one only."""
