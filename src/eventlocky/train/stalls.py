"""Pages of shops and of others that name money, drawn by lot, for training: every structure we know, no real site.

The pages of `shops` are the same few in every language; here tags, classes, the order of parts, what is left out, the
furniture and the words are drawn, so that a model cannot learn by heart how one page is built. Two of five pages sell
nothing: news with sums in their headlines, salaries, galleries, forums, results of a search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from html import escape
from random import Random
from typing import Any

from eventlocky.train.shops import TODAY

COUNT = 240
"""So many pages are drawn."""

_SELLING = 0.6
_SEED = 20_261_118

Words = dict[str, Any]
Gold = list[tuple[str, str | None]]
"""Titles and prices of the offers of a page."""

_LANGUAGES: dict[str, Words] = {
    "en": {
        "money": ("${:.2f}", "£{:.2f}", "US$ {:.2f}", "{:.2f} €"), "unit": ("/kg", "/lb", "/pack", "/each"), "multi": "{} for {:.2f}",
        "kinds": "quiet folding wool oak heavy small bright steel linen garden".split(), "things": "Lamp,Jacket,Kettle,Headphones,Desk,Backpack,Drill,Rug,Camera,Boots,Pillow,Notebook,Tent,Blender".split(","),
        "off": "off", "was": ("was", "RRP", "reg."), "now": ("now", "only", ""), "cart": ("Add to cart", "Buy now", "Add to basket"), "view": ("View deal", "Shop now", "Details"),
        "code": "Get code", "cuts": ("{}% off", "Up to {}% off", "{}% off + free shipping", "Save {}%", "{}% off your first order"), "gifts": ("Free shipping", "2 for 1", "3 for 2", "Gift with every order"),
        "ends": ("Ends in {} days", "New today!", "{} days left", "Last chance"), "valid": "Valid until {}", "sold_out": "Sold out", "pages": ("Deals", "Sale", "All products", "Today's events", "Coupons", "New in"),
        "menu": "Home,Women,Men,Kids,Kitchen,Garden,Outlet,Help,Sign in,Stores".split(","), "cheap": "Gifts under {}", "blurb": ("Light and easy to clean.", "A favourite since spring.", "Fits every room. Delivered in two days."),
        "heads": ("Council spends {} on bridge", "Star signs for {} a year", "Why the harbour pool closed", "Start-up raises {} from investors", "Ten years after the flood", "Minister denies report", "How a village saved its school", "Fans angry as prices rise to {}"),
        "said": "The deal was worth {} over three years, the club said.", "credit": "Photo: City News Agency", "more": "Read more", "news": ("News", "Latest stories", "Blog", "Sports"), "answer": "I paid {} for mine last year and it still works.",
        "about": "We have built roofs and walls since 1974.", "results": "Results", "stars": "{} stars",
    },
    "de": {
        "money": ("{:.2f} €", "€ {:.2f}", "EUR {:.2f}", "CHF {:.2f}"), "unit": ("/kg", "/Stk", "/l", "/Pkg"), "multi": "{} für {:.2f}",
        "kinds": "leise faltbare warme helle kleine schwere graue blaue".split(), "things": "Lampe,Jacke,Pfanne,Decke,Kamera,Bohrmaschine,Tasche,Matte,Leiter,Kanne,Gartenbank,Mütze".split(","),
        "off": "Rabatt", "was": ("statt", "UVP", "vorher"), "now": ("nur", "jetzt", ""), "cart": ("In den Warenkorb", "Kaufen"), "view": ("Zum Angebot", "Ansehen"), "code": "Code zeigen",
        "cuts": ("{}% Rabatt", "Bis zu {}% Rabatt", "{}% Rabatt + Gratisversand", "{}% sparen"), "gifts": ("Gratisversand", "2 für 1", "Geschenk zu jeder Bestellung"), "ends": ("Endet in {} Tagen", "Heute neu", "Noch {} Tage"), "valid": "Gültig bis {}",
        "sold_out": "Ausverkauft", "pages": ("Angebote", "Sale", "Alle Artikel", "Gutscheine", "Neuheiten"), "menu": "Start,Damen,Herren,Kinder,Küche,Garten,Hilfe,Anmelden,Filialen".split(","), "cheap": "Geschenke unter {}",
        "blurb": ("Leicht und gut zu reinigen.", "Passt in jedes Zimmer.", "In zwei Tagen bei Ihnen."), "heads": ("Stadt zahlt {} für die Brücke", "Stürmer kostet {}", "Warum das Bad schließt", "Firma erhält {}", "Zehn Jahre nach der Flut", "Ministerin widerspricht", "Karten kosten bald {}"),
        "said": "Der Vertrag ist {} wert, sagte der Verein.", "credit": "Foto: Stadtbild", "more": "Weiterlesen", "news": ("Nachrichten", "Aktuelles", "Blog", "Sport"), "answer": "Ich habe {} bezahlt, und sie läuft noch.", "about": "Wir bauen Dächer seit 1974.",
        "results": "Treffer", "stars": "{} Sterne",
    },
    "fr": {
        "money": ("{:.2f} €", "{:.2f}€"), "unit": ("/kg", "/l", "/pièce"), "multi": "{} pour {:.2f}", "kinds": "pliante douce solide petite grise claire chaude bleue".split(),
        "things": "Lampe,Veste,Poêle,Chaise,Valise,Perceuse,Couverture,Montre,Théière,Tente,Table,Horloge".split(","), "off": "de remise", "was": ("au lieu de", "prix conseillé"), "now": ("seulement", ""), "cart": ("Ajouter au panier", "Acheter"),
        "view": ("Voir le deal", "Voir l'offre"), "code": "Voir le code", "cuts": ("{}% de remise", "Jusqu'à {}% de remise", "-{}% sur tout", "{}% de remise + livraison gratuite"), "gifts": ("Livraison gratuite", "2 pour 1", "Un cadeau offert"), "ends": ("Fin dans {} jours", "Nouveau !", "Plus que {} jours"),
        "valid": "Valable jusqu'au {}", "sold_out": "Épuisé", "pages": ("Bons plans", "Soldes", "Nos produits", "Codes promo", "Nouveautés"), "menu": "Accueil,Femme,Homme,Enfant,Cuisine,Jardin,Aide,Connexion".split(","), "cheap": "Cadeaux à moins de {}",
        "blurb": ("Légère et facile à nettoyer.", "Livrée en deux jours."), "heads": ("La ville dépense {} pour le pont", "L'attaquant coûte {}", "Pourquoi la piscine ferme", "Un studio lève {}", "Dix ans après la crue", "La ministre dément"), "said": "Le contrat vaut {}, dit le club.",
        "credit": "Photo : Agence du Port", "more": "Lire la suite", "news": ("Actualités", "Le blog", "Sports"), "answer": "Je l'ai payée {} l'an dernier.", "about": "Nous construisons des toits.", "results": "Résultats", "stars": "{} étoiles",
    },
    "es": {
        "money": ("{:.2f} €", "${:.2f}", "US$ {:.2f}"), "unit": ("/kg", "/ud", "/l"), "multi": "{} por {:.2f}", "kinds": "plegable suave pequeña clara azul fuerte".split(), "things": "Lámpara,Chaqueta,Sartén,Silla,Maleta,Manta,Tetera,Mesa,Cámara,Mochila".split(","),
        "off": "de descuento", "was": ("antes", "PVP"), "now": ("ahora", "solo", ""), "cart": ("Añadir al carrito", "Comprar"), "view": ("Ver oferta", "Ver más"), "code": "Ver código", "cuts": ("{}% de descuento", "Hasta {}% de descuento", "{}% en toda la tienda"),
        "gifts": ("Envío gratis", "2x1", "Regalo con tu compra"), "ends": ("Termina en {} días", "Nuevo hoy", "Quedan {} días"), "valid": "Válido hasta {}", "sold_out": "Agotado", "pages": ("Ofertas", "Rebajas", "Productos", "Cupones"),
        "menu": "Inicio,Mujer,Hombre,Niños,Cocina,Jardín,Ayuda,Entrar".split(","), "cheap": "Regalos por menos de {}", "blurb": ("Ligera y fácil de limpiar.", "En casa en dos días."), "heads": ("La ciudad gasta {} en el puente", "El delantero cuesta {}", "Por qué cierra la piscina", "Un estudio recibe {}", "Diez años después"),
        "said": "El acuerdo vale {}, dijo el club.", "credit": "Foto: Agencia del Puerto", "more": "Leer más", "news": ("Noticias", "Blog", "Deportes"), "answer": "Pagué {} por la mía.", "about": "Construimos tejados.", "results": "Resultados", "stars": "{} estrellas",
    },
    "pl": {
        "money": ("{:.2f} zł", "{:.2f} PLN"), "unit": ("/kg", "/szt", "/l"), "multi": "{} za {:.2f} zł", "kinds": "cicha mała ciepła jasna składana szara".split(), "things": "Lampa,Kurtka,Patelnia,Torba,Kamera,Wiertarka,Mata,Ławka,Czapka".split(","), "off": "rabatu", "was": ("zamiast", "cena regularna"),
        "now": ("teraz", ""), "cart": ("Do koszyka", "Kup teraz"), "view": ("Zobacz ofertę",), "code": "Pokaż kod", "cuts": ("{}% rabatu", "Do {}% taniej", "-{}% na wszystko"), "gifts": ("Darmowa dostawa", "2 w cenie 1"), "ends": ("Jeszcze {} dni", "Nowość"), "valid": "Ważne do {}", "sold_out": "Wyprzedane",
        "pages": ("Promocje", "Okazje", "Produkty", "Kupony"), "menu": "Start,Kobiety,Mężczyźni,Dzieci,Kuchnia,Ogród,Pomoc,Zaloguj".split(","), "cheap": "Prezenty do {}", "blurb": ("Lekka i łatwa w czyszczeniu.", "Dostawa w dwa dni."), "heads": ("Miasto wyda {} na most", "Napastnik kosztuje {}", "Dlaczego zamknięto basen", "Firma dostała {}", "Dziesięć lat po powodzi"),
        "said": "Umowa jest warta {}, podał klub.", "credit": "Fot. Agencja Port", "more": "Czytaj dalej", "news": ("Wiadomości", "Blog", "Sport"), "answer": "Za swoją dałem {}.", "about": "Budujemy dachy.", "results": "Wyniki", "stars": "{} gwiazdek",
    },
    "sv": {
        "money": ("{:.2f} kr", "{:.0f} kr", "{:.0f}:-"), "unit": ("/kg", "/st", "/l", "/förp"), "multi": "{} för {:.2f}", "kinds": "tyst liten varm ljus hopfällbar grå".split(), "things": "Lampa,Jacka,Stekpanna,Väska,Kamera,Borrmaskin,Matta,Bänk,Mössa,Kaffe".split(","), "off": "rabatt", "was": ("ord. pris", "förut"), "now": ("nu", "endast", ""),
        "cart": ("Lägg i varukorg", "Köp"), "view": ("Till erbjudandet", "Visa"), "code": "Visa kod", "cuts": ("{}% rabatt", "Upp till {}% rabatt", "{}% rabatt + fri frakt"), "gifts": ("Fri frakt", "2 för 1", "3 för 2"), "ends": ("Slutar om {} dagar", "Nytt idag"), "valid": "Gäller till {}", "sold_out": "Slutsåld", "pages": ("Erbjudanden", "Rea", "Produkter", "Rabattkoder"),
        "menu": "Hem,Dam,Herr,Barn,Kök,Trädgård,Hjälp,Logga in".split(","), "cheap": "Presenter under {}", "blurb": ("Lätt och enkel att rengöra.", "Levereras på två dagar."), "heads": ("Staden lägger {} på bron", "Anfallaren kostar {}", "Därför stänger badet", "Bolag tar in {}", "Tio år efter floden"), "said": "Avtalet är värt {}, säger klubben.", "credit": "Foto: Hamnbyrån",
        "more": "Läs mer", "news": ("Nyheter", "Blogg", "Sport"), "answer": "Jag gav {} för min.", "about": "Vi bygger tak.", "results": "Träffar", "stars": "{} stjärnor",
    },
    "ja": {
        "money": ("{:,.0f}円", "¥{:,.0f}", "￥{:,.0f}"), "unit": ("/kg", "/個"), "multi": "{}点で{:,.0f}円", "kinds": "静かな 軽い 小さな 丈夫な 明るい 冬の".split(), "things": "ランプ,上着,フライパン,かばん,カメラ,毛布,急須,机,椅子,帽子".split(","), "off": "オフ", "was": ("通常価格", "定価"), "now": ("特価", ""), "cart": ("カートに入れる", "購入する"), "view": ("詳しく見る",),
        "code": "コードを見る", "cuts": ("{}%オフ", "最大{}%オフ", "全品{}%引き"), "gifts": ("送料無料", "2点で1点無料"), "ends": ("あと{}日", "本日開始"), "valid": "{}まで", "sold_out": "売り切れ", "pages": ("セール", "商品一覧", "クーポン", "お買い得"), "menu": "ホーム,婦人,紳士,子ども,台所,庭,ヘルプ,ログイン".split(","), "cheap": "{}以下の贈り物",
        "blurb": ("軽くて手入れも簡単。", "二日でお届け。"), "heads": ("橋の工事に{}", "選手の年俸は{}", "プールが閉まる理由", "会社が{}を調達", "洪水から十年"), "said": "契約は{}だと発表した。", "credit": "写真：港通信", "more": "続きを読む", "news": ("ニュース", "ブログ", "スポーツ"), "answer": "私は{}で買いました。", "about": "屋根の工事をしています。", "results": "検索結果", "stars": "星{}つ",
    },
}  # fmt: skip
_MAKERS = (
    "Northfold,Bay & Sons,Ember,Kite,Hallow,Pinecrest,Orsa,Voltiq,Maris,Tundra,Beckett,Lumo,Juniper Row,Sol Mio".split(
        ","
    )
)
_ITEM = (
    "product item card tile offer deal prod-box goods grid-item cell box entry result teaser col-4 media s-item".split()
)
_NEUTRAL = "box row item col-4 cell card entry media block unit a1 x-list".split()
_TITLE = "name title product-name heading link t caption desc prod-title".split()
_COLOURS = "black white oak sand navy red olive".split()


@dataclass(slots=True)
class Draw:
    """One page being drawn: its lots, its words, how it writes money, what it turned out to offer."""

    lots: Random
    words: Words
    money: str
    gold: Gold = field(default_factory=list)

    def one(self, choices: Any) -> Any:  # noqa: ANN401 - whatever is drawn from
        """Draw one of some things."""
        return self.lots.choice(choices)

    def is_so(self, share: float) -> bool:
        """Draw whether something is so."""
        return self.lots.random() < share

    def price(self, amount: float) -> str:
        """Write an amount as the page does."""
        amount = amount * 100 if "," in self.money else amount
        text = self.money.format(amount)
        return text if self.money[0] in "$£U¥￥" or "円" in text else text.replace(".", ",")

    def amount(self) -> float:
        """Draw an amount."""
        whole = round(self.lots.choice((3, 8, 20, 60, 200, 900)) * (0.6 + self.lots.random()))
        return whole + self.lots.choice((0.99, 0.5, 0.0, 0.95))

    def name(self) -> str:
        """Draw the name of something to buy."""
        kind, thing = self.one(self.words["kinds"]), self.one(self.words["things"])
        model = f"{self.one('ABKLMRTX')}{self.one('-XRS ')}{self.lots.randrange(2, 90)}"
        shapes = (
            f"{thing} {kind}", f"{thing} {self.one(_MAKERS)} {model}", f"{self.one(_MAKERS)} {thing} {kind} {self.lots.randrange(10, 90)} cm",
            f"{kind.capitalize()} {thing}", f"{thing} {model} {self.one(_COLOURS)}", f"{self.one(_MAKERS)} {model} {thing}, {kind}, {self.lots.randrange(2, 9)}-pack",
        )  # fmt: skip
        return str(self.one(shapes))

    def day(self) -> str:
        """Draw a day to come."""
        when = TODAY + timedelta(days=self.lots.randrange(2, 60))
        return str(self.one((f"{when.day}.{when.month}.{when.year}", str(when), f"{when.day}/{when.month}")))


def rows() -> Iterator[tuple[dict[str, Any], bytes]]:
    """Yield pages with their gold, as a corpus has them; each is a site of its own."""
    for number in range(COUNT):
        lots = Random(_SEED + number)  # noqa: S311 - lots, no secret
        words = _LANGUAGES[lots.choice(tuple(_LANGUAGES))]
        draw = Draw(lots, words, lots.choice(words["money"]))
        is_selling = lots.random() < _SELLING
        writer = lots.choice(_SELLERS if is_selling else _OTHERS)
        inside = writer(draw)
        title = draw.one(words["pages"] if is_selling else words["news"])
        name = f"stall-{number}-{writer.__name__.strip('_')}"
        page = (
            f"<html><head><title>{title} | {escape(draw.one(_MAKERS))}</title></head><body>"
            f"{_top(draw, is_shop=is_selling or draw.is_so(0.15))}<div class='{draw.one(('main', 'content', 'page', 'wrap'))}'>"
            f"{f'<h1>{title}</h1>' if '<h1' not in inside and draw.is_so(0.6) else ''}{inside}</div>{_bottom(draw)}</body></html>"
        )
        yield (
            {
                "id": name,
                "url": f"https://{name}.example/",
                "domain": f"{name}.example",
                "fetched": str(TODAY),
                "complete": True,
                "events": [{"title": title, "price": price} for title, price in draw.gold],
            },
            page.encode(),
        )


# Furniture -----------------------------------------------------------------------------------------


def _top(draw: Draw, *, is_shop: bool) -> str:
    words = draw.words
    parts = []
    menu = "".join(f"<li><a href='/{place}'>{name}</a></li>" for place, name in enumerate(words["menu"]))
    if is_shop and draw.is_so(0.4):
        menu += "".join(
            f"<li><a href='/gifts/{place}'>{words['cheap'].format(draw.price(25 * (place + 1)))}</a></li>"
            for place in range(draw.lots.randrange(1, 5))
        )
    parts.append(
        f"<{draw.one(('nav', 'div', 'header'))} class='{draw.one(('menu', 'nav', 'top', 'bar'))}'><ul>{menu}</ul></div>"
    )
    if is_shop and draw.is_so(0.6):
        parts.append(
            f"<div class='{draw.one(('cart', 'basket', 'mini'))}'>{draw.one(words['cart'])} (0) {draw.price(0)}</div>"
        )
    if is_shop and draw.is_so(0.4):
        parts.append(f"<p class='promo'>{words['gifts'][0]} {draw.price(50)}+</p>")
    if is_shop and draw.is_so(0.35):
        ranges = "".join(
            f"<li><a href='?p={place}'>{draw.price(10 * place)} – {draw.price(10 * place + 10)}</a> ({draw.lots.randrange(90)})</li>"
            for place in range(1, 6)
        )
        parts.append(
            f"<div class='{draw.one(('facet', 'side', 'narrow', 'col-3'))}'><h4>{draw.one(_MAKERS)}</h4><ul>{ranges}</ul></div>"
        )
    return "".join(parts)


def _bottom(draw: Draw) -> str:
    links = "".join(
        f"<li><a href='/about/{place}'>{escape(draw.one(_MAKERS))}</a></li>"
        for place in range(draw.lots.randrange(4, 12))
    )
    return f"<{draw.one(('footer', 'div'))} class='{draw.one(('footer', 'bottom', 'end'))}'><ul>{links}</ul><p>© 2026</p></div>"


# What sells ----------------------------------------------------------------------------------------


def _units(draw: Draw, insides: list[str], classes: list[str]) -> str:
    """Write units in one of the ways in which lists are built."""
    tag = draw.one(("div", "li", "article", "td", "div", "section"))
    name = draw.one(classes)
    units = [
        f"<{tag} class='{name}{draw.one(('', '', ' last', ' new')) if tag != 'td' else ''}'>{inside}</{tag}>"
        for inside in insides
    ]
    if tag == "li":
        return f"<ul class='{draw.one(_NEUTRAL)}'>{''.join(units)}</ul>"
    if tag == "td":
        lines = (f"<tr>{''.join(units[place : place + 3])}</tr>" for place in range(0, len(units), 3))
        return f"<table>{''.join(lines)}</table>"
    step = draw.one((1000, 1000, 3, 4))
    rows = (f"<div class='row'>{''.join(units[place : place + step])}</div>" for place in range(0, len(units), step))
    return "".join(rows)


def _shown(number: int, text: str, tag: str, name: str, *, is_linked: bool) -> str:
    inside = (
        f"<a href='/p/{number}-{'-'.join(text.lower().split()[:3])}'>{escape(text)}</a>" if is_linked else escape(text)
    )
    return f"<{tag}{f' class={name!r}' if name else ''}>{inside}</{tag}>"


def _cards(draw: Draw, *, names: list[str] | None = None) -> str:
    """Write goods with prices: what a card holds, and in which order, is drawn for the page."""
    words, lots = draw.words, draw.lots
    count = len(names) if names else draw.one((3, 6, 8, 12, 16, 24, 40))
    tag = draw.one(("h2", "h3", "h4", "div", "span", "p", "a", "strong", "div"))
    title_class, is_linked = draw.one([*_TITLE, ""]), draw.is_so(0.7)
    has = {part: draw.is_so(share) for part, share in _PARTS.items()}
    order = ["title", *(part for part in _PARTS if has[part] and part != "picture")]
    lots.shuffle(order)
    if has["picture"]:
        order.insert(0 if draw.is_so(0.85) else 1, "picture")
    order = (
        [*(part for part in order if part != "price"), "price", *(["button"] if draw.is_so(0.5) else [])]
        if draw.is_so(0.7)
        else [*order, "price"]
        if "price" not in order
        else order
    )
    is_cut, some_cut, sold_out = draw.is_so(0.5), draw.one((1.0, 0.5)), draw.one((0.0, 0.0, 0.15, 0.4))
    was, now, blurb = draw.one(words["was"]), draw.one(words["now"]), draw.one(words["blurb"])
    insides = []
    for number in range(count):
        name = names[number] if names else draw.name()
        after = draw.amount()
        percent = lots.randrange(5, 75)
        cut = is_cut and draw.is_so(some_cut)
        before = (
            f"<{was_tag}>{draw.price(after * 100 / (100 - percent))}</{was_tag}> "
            if cut and (was_tag := draw.one(("s", "del", "span")))
            else ""
        )
        is_gone = number > 1 and draw.is_so(sold_out)
        price = (
            f"<p>{words['sold_out']}</p>"
            if is_gone
            else f"<div class='price'>{f'{was} ' if cut else ''}{before}<b>{now} {draw.price(after)}</b></div>"
        )
        parts = {
            "title": _shown(number, name, tag, title_class, is_linked=is_linked),
            "picture": f"<a href='/p/{number}'><img src='/i/{number}.jpg' alt='{escape(name, quote=True) if has['alt'] else ''}'></a>",
            "alt": "", "maker": f"<span class='brand'>{escape(draw.one(_MAKERS))}</span>", "blurb": f"<p>{blurb}</p>", "stars": f"<span>{words['stars'].format(lots.randrange(1, 6))} ({lots.randrange(400)})</span>",
            "badge": f"<em>-{percent}%</em>" if cut else "", "ends": f"<p>{draw.one(words['ends']).format(lots.randrange(1, 9))}</p>" if draw.is_so(0.6) else "", "price": price, "button": f"<button>{words['cart'][0]}</button>",
        }  # fmt: skip
        insides.append("".join(parts[part] for part in order))
        draw.gold.append((name, None if is_gone else draw.price(after)))
    return _units(draw, insides, _ITEM)


_PARTS = {"picture": 0.85, "alt": 0.5, "maker": 0.35, "blurb": 0.3, "stars": 0.3, "badge": 0.4, "ends": 0.1}
"""What a card may hold beside its title and price, and how often."""


def _shelves(draw: Draw) -> str:
    """Write several lists of goods under headings of their own."""
    lists = (f"<h2>{draw.one(draw.words['pages'])}</h2>{_cards(draw)}" for _ in range(draw.lots.randrange(2, 4)))
    return "".join(lists)


def _variants(draw: Draw) -> str:
    """Write few names many times, each in several colours."""
    some = [draw.name() for _ in range(draw.lots.randrange(2, 6))]
    return _cards(draw, names=[name for name in some for _ in range(draw.lots.randrange(2, 5))])


def _coupons(draw: Draw) -> str:
    """Write what cuts there are: the line that says so is the title, and many shops give the same."""
    words, lots = draw.words, draw.lots
    tag, is_linked, is_long = draw.one(("h3", "h4", "div", "strong", "p", "h2")), draw.is_so(0.3), draw.is_so(0.4)
    has_shop, has_text, has_day, has_votes, has_code = (draw.is_so(share) for share in (0.8, 0.7, 0.6, 0.4, 0.7))
    order = ["shop", "day", "title", "text", "code", "votes"]
    if draw.is_so(0.4):
        lots.shuffle(order)
    insides = []
    for number in range(draw.one((4, 8, 15, 25, 40))):
        shop = escape(draw.one(_MAKERS))
        gain = (
            draw.one(words["gifts"])
            if draw.is_so(0.25)
            else f"{draw.price(lots.randrange(5, 50))} {words['off']}"
            if draw.is_so(0.2)
            else draw.one(words["cuts"]).format(lots.randrange(1, 15) * 5)
        )
        title = f"{gain}: {draw.one(words['things'])}" if is_long else gain
        draw.gold.append((title, None))
        parts = {
            "shop": f"<div class='{draw.one(('shop', 'store', 'logo'))}'><img src='/l/{number}.png'><a href='/s/{number}'>{shop}</a></div>" if has_shop else "",
            "day": f"<p>{words['valid'].format(draw.day())}</p>" if has_day else "", "title": _shown(number, title, tag, draw.one(_TITLE), is_linked=is_linked),
            "text": f"<p>{gain} – {shop}. {draw.one(words['blurb'])}</p>" if has_text else "", "code": f"<a class='btn' href='/go/{number}'>{words['code']}</a>" + (f"<span>{shop[:4].upper()}{number}</span>" if draw.is_so(0.5) else "") if has_code else "",
            "votes": f"<ul><li>{lots.randrange(90)}</li><li>{lots.randrange(9)}</li></ul>" if has_votes else "",
        }  # fmt: skip
        insides.append("".join(parts[part] for part in order))
    return _units(draw, insides, ["coupon", "voucher", *_ITEM])


def _flash(draw: Draw) -> str:
    """Write sales without prices: a picture, a name, a few words, how long it lasts."""
    words, lots = draw.words, draw.lots
    tag, is_whole, has_text, has_cut = (
        draw.one(("h3", "span", "div", "strong", "p")),
        draw.is_so(0.5),
        draw.is_so(0.6),
        draw.is_so(0.4),
    )
    has_end = draw.is_so(0.85) or not has_cut
    insides = []
    for number in range(draw.one((5, 9, 14, 30, 60))):
        name = draw.one((draw.name(), draw.one(_MAKERS), f"{draw.one(_MAKERS)} {draw.one(words['things'])}"))
        draw.gold.append((name, None))
        text = f"<span>{draw.one(words['blurb'])}</span>" if has_text else ""
        end = f"<span class='time'>{draw.one(words['ends']).format(lots.randrange(1, 9))}</span>" if has_end else ""
        cut = (
            f"<b>{draw.one(words['cuts']).format(lots.randrange(1, 15) * 5)}</b>" if has_cut and draw.is_so(0.8) else ""
        )
        title = _shown(number, name, tag, draw.one(_TITLE), is_linked=not is_whole)
        inside = f"<img src='/e/{number}.jpg'>{title}{text}{end}{cut}<span>{words['view'][-1]}</span>"
        insides.append(f"<a href='/event/{number}'>{inside}</a>" if is_whole else inside)
    return _units(draw, insides, ["event", "sale", *_ITEM])


def _prices(draw: Draw) -> str:
    """Write a table of what a shop of food has: the name, who made it, how much it is, the price of one or of several."""
    words, lots = draw.words, draw.lots
    has_link, has_head, has_maker, has_cart = (draw.is_so(share) for share in (0.4, 0.5, 0.6, 0.5))
    is_bare = draw.is_so(0.5)
    unit = draw.one(words["unit"])
    lines = ["<tr><th>Art.</th><th></th><th></th></tr>"] if has_head else []
    for number in range(draw.one((6, 12, 20, 45))):
        name, amount = draw.name(), draw.amount()
        price = (
            words["multi"].format(lots.randrange(2, 6), amount + 0.5)
            if draw.is_so(0.3)
            else f"{amount:.2f}".replace(".", ",") + unit
            if is_bare
            else draw.price(amount) + draw.one(("", unit))
        )
        shown = f"<a href='/a/{number}'>{escape(name)}</a>" if has_link else escape(name)
        maker = f"<br><small>{escape(draw.one(_MAKERS))}</small>" if has_maker else ""
        cart = f"<td><a href='/add/{number}'>{words['cart'][-1]}</a></td>" if has_cart else ""
        lines.append(f"<tr><td>{shown}{maker}</td><td>{lots.randrange(1, 9) * 100} g</td><td>{price}</td>{cart}</tr>")
        draw.gold.append((name, None))
    return f"<table class='{draw.one(_NEUTRAL)}'>{''.join(lines)}</table>"


def _posts(draw: Draw) -> str:
    """Write what people found and posted: a name, most with a price, votes, a text, what was said."""
    words, lots = draw.words, draw.lots
    tag, priced = draw.one(("h2", "h3", "strong", "div")), draw.one((0.4, 0.8, 1.0))
    is_inside = draw.is_so(0.4)
    insides = []
    for number in range(draw.one((5, 10, 20, 30))):
        name, amount = draw.name(), draw.amount()
        is_priced = draw.is_so(priced)
        title = f"{name} – {draw.price(amount)}" if is_priced and is_inside else name
        draw.gold.append((title, draw.price(amount) if is_priced else None))
        price = f"<span>{draw.price(amount)}</span>" if is_priced and not is_inside else ""
        insides.append(
            f"<div class='votes'>{lots.randrange(900)}°</div>{_shown(number, title, tag, draw.one(_TITLE), is_linked=True)}{price}"
            f"<p>{draw.one(words['blurb'])} {draw.one(words['blurb'])}</p><span>{escape(draw.one(_MAKERS))}</span><a href='/d/{number}#c'>{lots.randrange(40)}</a><a href='/go/{number}'>{words['view'][0]}</a>"
        )
    return _units(draw, insides, ["thread", "deal", *_NEUTRAL])


def _guide(draw: Draw) -> str:
    """Write an article that is a list of offers: a line or a heading each, with the price in the words."""
    words = draw.words
    shape = draw.one(("li", "p", "h3"))
    parts = []
    for number in range(draw.one((4, 8, 16))):
        name, amount = draw.name(), draw.amount()
        price = f"{draw.one(words['now'])} {draw.price(amount)} ({draw.one(words['was'])} {draw.price(amount * 1.4)})"
        link = f"<a href='/go/{number}'>{escape(name)}</a>"
        if shape == "h3":
            parts.append(
                f"<h3>{escape(name)}</h3><p>{draw.one(words['blurb'])} <a href='/go/{number}'>{words['view'][0]}</a>: {price}</p>"
            )
        else:
            parts.append(f"<{shape}>{link}: {price}</{shape}>" if shape == "p" else f"<li><b>{link}</b> – {price}</li>")
        draw.gold.append((name, draw.price(amount)))
    inside = "".join(parts)
    return f"<h1>{draw.one(words['pages'])}</h1><p>{draw.one(words['blurb'])}</p>{f'<ul>{inside}</ul>' if shape == 'li' else inside}"


# What sells nothing --------------------------------------------------------------------------------


def _headlines(draw: Draw) -> str:
    """Write the front of a paper: pictures, headings, some with a sum, who took the picture, when."""
    words, lots = draw.words, draw.lots
    tag, has_text, has_credit, has_when = (
        draw.one(("h2", "h3", "a", "span")),
        draw.is_so(0.6),
        draw.is_so(0.4),
        draw.is_so(0.5),
    )
    insides = []
    for number in range(draw.one((5, 9, 16, 30))):
        head = draw.one(words["heads"]).format(draw.price(lots.randrange(2, 900) * 1000))
        insides.append(
            (f"<a href='/n/{number}'><img src='/{number}.jpg'></a>" if draw.is_so(0.8) else "") + _shown(number, head, tag, draw.one(_TITLE), is_linked=True)
            + (f"<p>{words['said'].format(draw.price(lots.randrange(2, 90) * 1000))}</p>" if has_text and draw.is_so(0.6) else "") + (f"<small>{words['credit']}</small>" if has_credit else "")
            + (f"<time>{lots.randrange(1, 9)}h</time>" if has_when else "") + (f"<a href='/n/{number}'>{words['more']}</a>" if draw.is_so(0.5) else "")
        )  # fmt: skip
    return _units(draw, insides, _NEUTRAL)


def _article(draw: Draw) -> str:
    """Write a report about money, with pictures in between, each with the same words under it."""
    words, lots = draw.words, draw.lots
    tag = draw.one(("figure", "div", "p"))
    parts = [f"<h1>{words['heads'][0].format(draw.price(lots.randrange(9, 900) * 1000))}</h1>"]
    for number in range(draw.one((4, 8, 16))):
        names = f"<b>{number + 1}. {escape(draw.one(_MAKERS))}</b> " if draw.is_so(0.4) else ""
        parts.append(
            f"<p>{names}{words['said'].format(draw.price(lots.randrange(2, 90) * 1000))} {draw.one(words['heads']).format(draw.price(800))}. {lots.randrange(3, 60)}%</p>"
        )
        if draw.is_so(0.6):
            parts.append(
                f"<{tag} class='{draw.one(_NEUTRAL)}'><img src='/f{number}.jpg'><span>{words['said'].format(draw.price(lots.randrange(2, 90) * 1000))}</span><small>{words['credit']}</small></{tag}>"
            )
    return f"<article>{''.join(parts)}</article>" + (_headlines(draw) if draw.is_so(0.5) else "")


def _salaries(draw: Draw) -> str:
    """Write who earns what, or what a town pays for: names, sums, shares."""
    lines = (
        f"<tr><td>{number + 1}</td><td><a href='/w/{number}'>{escape(draw.one(_MAKERS))} {draw.one(draw.words['things'])}</a></td><td>{draw.price(draw.lots.randrange(5, 900) * 10_000)}</td><td>{draw.lots.randrange(-9, 30)}%</td></tr>"
        for number in range(draw.one((6, 15, 30)))
    )
    return f"<h2>{draw.one(draw.words['heads']).format('')}</h2><table>{''.join(lines)}</table>"


def _gallery(draw: Draw) -> str:
    """Write names with pictures: what a firm makes, who works there. Nothing has a price."""
    words = draw.words
    tag, has_text = draw.one(("h3", "span", "p", "a")), draw.is_so(0.5)
    insides = [
        f"<img src='/{number}.jpg'>{_shown(number, draw.name(), tag, draw.one(_TITLE), is_linked=draw.is_so(0.8))}" + (f"<p>{words['about']}</p>" if has_text else "")
        for number in range(draw.one((4, 8, 16, 40)))
    ]  # fmt: skip
    return _units(draw, insides, _NEUTRAL)


def _forum(draw: Draw) -> str:
    """Write what people say to one another about what they paid."""
    words = draw.words
    insides = [
        f"<b>{escape(draw.one(_MAKERS))}</b><time>{draw.day()}</time><div>{words['answer'].format(draw.price(draw.amount()))} {draw.one(words['blurb'])}</div><a href='#r{number}'>{draw.lots.randrange(9)}</a>"
        for number in range(draw.one((4, 9, 25)))
    ]
    return f"<h1>{draw.name()}?</h1>{_units(draw, insides, ['comment', 'post', *_NEUTRAL])}"


def _results(draw: Draw) -> str:
    """Write what a search found: names, words around them, a share or a count."""
    words = draw.words
    insides = [
        f"{_shown(number, draw.one((draw.name(), words['heads'][number % len(words['heads'])].format(draw.price(700)))), draw.one(('h3', 'h2', 'div')), draw.one(_TITLE), is_linked=True)}<p>{words['about']} {draw.one(words['blurb'])}</p><span>{draw.lots.randrange(100)}%</span>"
        for number in range(draw.one((6, 10, 25)))
    ]
    return f"<p>{words['results']}: {draw.lots.randrange(9, 900)}</p>{_units(draw, insides, ['result', *_NEUTRAL])}"


_SELLERS: tuple[Callable[[Draw], str], ...] = (
    _cards, _cards, _cards, _shelves, _variants, _coupons, _coupons, _flash, _flash, _prices, _posts, _guide,
)  # fmt: skip
_OTHERS: tuple[Callable[[Draw], str], ...] = (
    _headlines, _headlines, _article, _article, _salaries, _gallery, _gallery, _forum, _results,
)  # fmt: skip
