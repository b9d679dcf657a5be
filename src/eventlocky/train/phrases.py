"""The words of invented pages, by language: parts of titles, places, people, sentences, and how a day is written."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

Language = Mapping[str, Any]

_EN_MONTHS = "January February March April May June July August September October November December".split()
_DE_MONTHS = "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split()
_FR_MONTHS = "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split()
_IT_MONTHS = "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre".split()
_NL_MONTHS = "januari februari maart april mei juni juli augustus september oktober november december".split()
_EN_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
_DE_DAYS = "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag".split()
_FR_DAYS = "lundi mardi mercredi jeudi vendredi samedi dimanche".split()
_IT_DAYS = "lunedì martedì mercoledì giovedì venerdì sabato domenica".split()
_NL_DAYS = "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag".split()


def _spelled(days: list[str], months: list[str], day: date, form: str) -> str:
    """Fill a form: W weekday, w its short form, D day, M month, m its short form, Y year, n number of the month."""
    parts = {
        "W": days[day.weekday()], "w": days[day.weekday()][:3], "D": str(day.day), "M": months[day.month - 1],
        "m": months[day.month - 1][:3], "Y": str(day.year), "n": str(day.month), "0": f"{day.day:02d}", "1": f"{day.month:02d}",
    }  # fmt: skip
    return "".join(parts.get(letter, letter) for letter in form)


def _ja(day: date, form: str) -> str:
    parts = {"Y": str(day.year), "n": str(day.month), "D": str(day.day), "w": "月火水木金土日"[day.weekday()]}
    return "".join(parts.get(letter, letter) for letter in form)


LANGUAGES: dict[str, Language] = {
    "en": {
        "write": lambda day, form: _spelled(_EN_DAYS, _EN_MONTHS, day, form),
        "days": ["W, M D, Y", "w D m Y", "M D, Y", "D M Y", "w, m D", "n/D/Y", "0/1/Y", "Y-1-0", "W D M", "m D", "M D"],
        "heads": ["W, M D, Y", "W D M", "W, M D", "D M Y"],
        "months": "M Y",
        "times": lambda hour, half: f"{(hour - 1) % 12 + 1}:{half} {'AM' if hour < 12 else 'PM'}",  # noqa: PLR2004
        "list": ["Events", "What's on", "Upcoming events", "Calendar", "Concerts", "Meetings", "Programme", "Seminars", "Tour"],
        "kinds": ["Concert", "Workshop", "Exhibition", "Reading", "Lecture", "Screening", "Market", "Guided tour", "Class",
                  "Open day", "Board meeting", "Dance night", "Quiz", "Festival"],
        "things": ["the sea", "old bridges", "winter light", "paper birds", "the river", "clay and fire", "small gardens",
                   "lost letters", "bread and salt", "the night sky", "wild herbs", "northern songs", "city bees", "slow trains"],
        "joins": ["{kind}: {thing}", "{kind} on {thing}", "{thing}", "{person}: {thing}", "{person} and friends", "{kind} with {person}",
                  "An evening of {thing}", "{body} meeting", "{thing} – {kind}", "Introduction to {thing}"],
        "bodies": ["Planning Commission", "Library Board", "City Council", "Parks Committee", "School Board", "Finance Committee"],
        "places": ["Main Hall", "The Old Barn", "Town Square", "Room 204", "City Library, 12 Mill Street", "St Anne's Church", "Studio B",
                   "Harbour Museum", "Room B1, Science Building"],
        "people": ["Mia Berg", "Tom Hale", "Dr. Ada Klein", "Prof. Luis Ortega", "The Low Tides", "Anna Weiss Trio", "Jon Park"],
        "texts": ["Come and spend some time with us and bring a friend.", "We look at how it began and where it may go from here.",
                  "An hour for everyone who wants to learn more, with questions afterwards.", "Please arrive ten minutes early."],
        "news": ["Roof repaired at last", "We are hiring a gardener", "Thank you to all volunteers", "New opening hours", "Our annual report is out",
                 "How the bridge was built", "Council approves the new budget", "Three things we learned this year", "Version 2.4 released"],
        "more": ["Read more", "Details", "More info", "Tickets", "Buy tickets", "Register"], "free": ["Free", "$12", "£8 / £5", "Free entry", "20 €"],
        "labels": {"date": "Date", "time": "Time", "place": "Location", "who": "Speaker", "price": "Price"},
        "posted": ["Posted on {day}", "Published {day} by {person}", "Updated {day}", "{day}", "{day} by {person}", "By {person}, {day}"],
        "papers": ["Agenda", "Minutes", "Video", "Agenda (PDF)"], "newslist": ["News", "Blog", "Latest news", "Press releases", "Archive", "Forum"],
        "related": ["Related events", "You may also like", "Upcoming"], "replies": ["Comments", "Leave a reply", "3 replies"],
    },
    "de": {
        "write": lambda day, form: _spelled(_DE_DAYS, _DE_MONTHS, day, form),
        "days": ["W, D. M Y", "w, 0.1.Y", "0.1.Y", "D. M Y", "w 0.1.", "0.1.", "W, D. M", "D. m Y"],
        "heads": ["W, D. M Y", "W, D. M", "w, 0.1.Y"],
        "months": "M Y",
        "times": lambda hour, half: f"{hour}:{half} Uhr" if half != "00" else f"{hour} Uhr",
        "list": ["Veranstaltungen", "Termine", "Spielplan", "Programm", "Konzerte", "Kalender"],
        "kinds": ["Konzert", "Werkstatt", "Ausstellung", "Lesung", "Vortrag", "Film", "Markt", "Führung", "Kurs", "Tanzabend", "Sitzung", "Premiere"],
        "things": ["das Meer", "alte Brücken", "Winterlicht", "Papiervögel", "der Fluss", "Ton und Feuer", "kleine Gärten", "verlorene Briefe",
                   "Brot und Salz", "der Nachthimmel", "wilde Kräuter", "Lieder des Nordens", "Stadtbienen"],
        "joins": ["{kind}: {thing}", "{kind} über {thing}", "{thing}", "{person}: {thing}", "{person} und Freunde", "{kind} mit {person}",
                  "Ein Abend über {thing}", "Sitzung {body}", "{thing} – {kind}"],
        "bodies": ["Gemeinderat", "Bauausschuss", "Kulturausschuss", "Ortsbeirat"],
        "places": ["Großer Saal", "Alte Scheune", "Marktplatz", "Raum 204", "Stadtbibliothek, Mühlgasse 12", "Annakirche", "Hafenmuseum"],
        "people": ["Mia Berg", "Tom Hahn", "Dr. Ada Klein", "Prof. Luis Ortega", "Die Ebbe", "Anna-Weiss-Trio"],
        "texts": ["Wir freuen uns auf Ihren Besuch und Ihre Fragen.", "Wie es begann und wohin es gehen kann.",
                  "Eine Stunde für alle, die mehr wissen wollen.", "Bitte kommen Sie zehn Minuten früher."],
        "news": ["Dach endlich repariert", "Wir suchen einen Gärtner", "Dank an alle Helfer", "Neue Öffnungszeiten", "Der Jahresbericht ist da",
                 "Wie die Brücke entstand", "Rat beschließt Haushalt", "Version 2.4 ist erschienen"],
        "more": ["Weiterlesen", "Mehr", "Details", "Karten", "Tickets", "Anmelden"], "free": ["Eintritt frei", "12 €", "8 € / 5 €", "kostenlos"],
        "labels": {"date": "Datum", "time": "Beginn", "place": "Ort", "who": "Leitung", "price": "Eintritt"},
        "posted": ["Veröffentlicht am {day}", "{day} von {person}", "Aktualisiert am {day}", "{day}", "Von {person}, {day}"],
        "papers": ["Tagesordnung", "Protokoll", "Niederschrift (PDF)"], "newslist": ["Aktuelles", "Nachrichten", "Blog", "Presse", "Archiv", "Forum"],
        "related": ["Weitere Termine", "Das könnte Sie interessieren"], "replies": ["Kommentare", "Antworten"],
    },
    "fr": {
        "write": lambda day, form: _spelled(_FR_DAYS, _FR_MONTHS, day, form),
        "days": ["W D M Y", "D M Y", "0/1/Y", "W D M", "D M"], "heads": ["W D M Y", "W D M"], "months": "M Y",
        "times": lambda hour, half: f"{hour}h{half}" if half != "00" else f"{hour}h",
        "list": ["Agenda", "Programme", "Événements", "Concerts"],
        "kinds": ["Concert", "Atelier", "Exposition", "Lecture", "Conférence", "Projection", "Marché", "Visite guidée", "Spectacle"],
        "things": ["la mer", "les vieux ponts", "lumière d'hiver", "oiseaux de papier", "la rivière", "petits jardins", "lettres perdues", "le ciel de nuit"],
        "joins": ["{kind} : {thing}", "{kind} sur {thing}", "{thing}", "{person} : {thing}", "{kind} avec {person}", "{person} et ses amis"],
        "bodies": ["Conseil municipal", "Commission culture"],
        "places": ["Grande salle", "La vieille grange", "Place du marché", "Salle 204", "Médiathèque, 12 rue du Moulin", "Musée du port"],
        "people": ["Mia Berg", "Tom Halle", "Ada Klein", "Luis Ortega", "Les Marées", "Trio Anna Weiss"],
        "texts": ["Venez passer un moment avec nous.", "Comment tout a commencé, et où cela peut mener.", "Merci d'arriver dix minutes avant."],
        "news": ["Le toit est enfin réparé", "Nous cherchons un jardinier", "Merci aux bénévoles", "Nouveaux horaires", "Le rapport annuel est paru"],
        "more": ["Lire la suite", "En savoir plus", "Réserver", "Billets"], "free": ["Entrée libre", "12 €", "Gratuit"],
        "labels": {"date": "Date", "time": "Heure", "place": "Lieu", "who": "Intervenant", "price": "Tarif"},
        "posted": ["Publié le {day}", "{day}", "Par {person}, le {day}", "Mis à jour le {day}"],
        "papers": ["Ordre du jour", "Compte rendu"], "newslist": ["Actualités", "Blog", "Archives"],
        "related": ["À voir aussi"], "replies": ["Commentaires"],
    },
    "it": {
        "write": lambda day, form: _spelled(_IT_DAYS, _IT_MONTHS, day, form),
        "days": ["W D M Y", "D M Y", "0/1/Y", "W D M"], "heads": ["W D M Y", "W D M"], "months": "M Y",
        "times": lambda hour, half: f"ore {hour}.{half}",
        "list": ["Eventi", "Calendario", "Programma", "Appuntamenti"],
        "kinds": ["Concerto", "Laboratorio", "Mostra", "Lettura", "Conferenza", "Film", "Mercato", "Visita guidata", "Spettacolo"],
        "things": ["il mare", "ponti antichi", "luce d'inverno", "uccelli di carta", "il fiume", "piccoli giardini", "lettere perdute"],
        "joins": ["{kind}: {thing}", "{kind} su {thing}", "{thing}", "{person}: {thing}", "{kind} con {person}"],
        "bodies": ["Consiglio comunale"], "places": ["Sala grande", "Il vecchio fienile", "Piazza del mercato", "Aula 204", "Biblioteca, via del Mulino 12"],
        "people": ["Mia Berg", "Tommaso Alba", "Ada Klein", "Luis Ortega", "Trio Anna Weiss"],
        "texts": ["Vi aspettiamo numerosi.", "Come è cominciato e dove può andare.", "Si prega di arrivare dieci minuti prima."],
        "news": ["Il tetto è stato riparato", "Cerchiamo un giardiniere", "Grazie ai volontari", "Nuovi orari", "È uscito il rapporto annuale"],
        "more": ["Leggi tutto", "Scopri di più", "Prenota"], "free": ["Ingresso libero", "12 €"],
        "labels": {"date": "Data", "time": "Ora", "place": "Luogo", "who": "Relatore", "price": "Ingresso"},
        "posted": ["Pubblicato il {day}", "{day}", "di {person}, {day}"], "papers": ["Ordine del giorno", "Verbale"],
        "newslist": ["Notizie", "Blog", "Archivio"], "related": ["Altri eventi"], "replies": ["Commenti"],
    },
    "nl": {
        "write": lambda day, form: _spelled(_NL_DAYS, _NL_MONTHS, day, form),
        "days": ["W D M Y", "D M Y", "0-1-Y", "w D M", "D m"], "heads": ["W D M Y", "W D M"], "months": "M Y",
        "times": lambda hour, half: f"{hour}:{half} uur",
        "list": ["Agenda", "Activiteiten", "Programma", "Evenementen"],
        "kinds": ["Concert", "Workshop", "Tentoonstelling", "Lezing", "Film", "Markt", "Rondleiding", "Cursus"],
        "things": ["de zee", "oude bruggen", "winterlicht", "papieren vogels", "de rivier", "kleine tuinen", "verloren brieven"],
        "joins": ["{kind}: {thing}", "{kind} over {thing}", "{thing}", "{person}: {thing}", "{kind} met {person}"],
        "bodies": ["Gemeenteraad"], "places": ["Grote zaal", "De oude schuur", "Marktplein", "Zaal 204", "Bibliotheek, Molenstraat 12"],
        "people": ["Mia Berg", "Tom Haal", "Ada Klein", "Luis Ortega"],
        "texts": ["Kom langs en neem iemand mee.", "Hoe het begon en waar het heen kan gaan.", "Graag tien minuten eerder aanwezig zijn."],
        "news": ["Dak eindelijk hersteld", "We zoeken een tuinman", "Dank aan alle vrijwilligers", "Nieuwe openingstijden"],
        "more": ["Lees meer", "Meer info", "Tickets", "Aanmelden"], "free": ["Gratis", "€ 12"],
        "labels": {"date": "Datum", "time": "Tijd", "place": "Locatie", "who": "Spreker", "price": "Prijs"},
        "posted": ["Geplaatst op {day}", "{day}", "{day} door {person}"], "papers": ["Agenda", "Notulen"],
        "newslist": ["Nieuws", "Blog", "Archief"], "related": ["Meer activiteiten"], "replies": ["Reacties"],
    },
    "ja": {
        "write": _ja,
        "days": ["Y年n月D日(w)", "Y年n月D日", "n月D日(w)", "n/D(w)", "Y.n.D", "n月D日", "Y/n/D"], "heads": ["Y年n月D日(w)", "n月D日(w)"],
        "months": "Y年n月", "times": lambda hour, half: f"{hour}:{half}" if half != "00" else f"{hour}時",
        "list": ["イベント情報", "公演スケジュール", "催し物のご案内", "講座・教室", "ライブスケジュール", "行事予定"],
        "kinds": ["コンサート", "教室", "展", "講演会", "ワークショップ", "上映会", "朝市", "見学会", "体験講座", "ライブ", "おはなし会", "フェア"],
        "things": ["海の色", "古い橋", "冬のひかり", "紙の鳥", "川をめぐる", "土と火", "小さな庭", "失われた手紙", "夜の空", "野の草", "まちの蜂", "北のうた"],
        "joins": ["{kind}「{thing}」", "{thing}{kind}", "{person} {kind}", "第3回 {thing}{kind}", "{thing}", "はじめての{kind}", "親子で楽しむ{thing}", "{thing}を開催します"],
        "bodies": ["市議会", "図書館協議会"], "places": ["大ホール", "市民会館", "駅前広場", "2階会議室", "中央図書館", "港の資料館"],
        "people": ["山田花", "佐藤健", "鈴木みどり", "高橋トリオ", "田中一郎氏"],
        "texts": ["皆さまのお越しをお待ちしております。", "お子さまもご一緒にどうぞ。", "始まりとこれからについてお話しします。", "10分前までにお集まりください。"],
        "news": ["屋根の修理が終わりました", "スタッフを募集しています", "ご協力ありがとうございました", "営業時間が変わります", "年報を公開しました", "ホームページを更新しました", "臨時休業のお知らせ"],
        "more": ["続きを読む", "詳細はこちら", "詳しく見る", "お申し込み", "チケット"], "free": ["入場無料", "1,500円", "前売2,000円 / 当日2,500円", "無料"],
        "labels": {"date": "日時", "time": "時間", "place": "会場", "who": "講師", "price": "料金"},
        "posted": ["投稿日: {day}", "{day} 更新", "{day}", "{day} {person}"], "papers": ["次第", "議事録", "資料（PDF）"],
        "newslist": ["お知らせ", "新着情報", "ブログ", "更新履歴"], "related": ["そのほかのイベント"], "replies": ["コメント"],
    },
}  # fmt: skip
"""What invented pages say."""
