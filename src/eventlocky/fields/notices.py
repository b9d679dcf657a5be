"""Titles of notices that announce nothing: that a house is closed, that something ended, that there is no meeting.

They hold for a record whose whole title is such a notice. `閉店セール` is a sale, `No Meeting Required` is a play.
"""

from __future__ import annotations

import re

_CLOSED = (
    r"(?:定休|休業|休館|休診|休園|休廊|休校|休講|休室|休場|店休|閉館|閉園|閉庁|臨休|お休み|休刊|"
    r"(?:営業|開館|診療|受付|開園|利用|電話受付)時間|営業日|営業(?=の?(?:変更|お?知らせ|ご?案内)|について|に関する))"
)
_JAPANESE = re.compile(
    rf"[^。]*{_CLOSED}日?(?:カレンダー)?(?:等|など|の変更|変更|短縮|延長)?(?:の|に関する|について)?(?:の?お知らせ|の?ご案内|について)?[！!。♪\s]*"
    rf"|[^。]*{_CLOSED}日?は[^。]{{0,40}}(?:です|ます|お休み)[！!。♪\s]*"
    r"|[^。]*(?:販売|受付|受け付け|配信|募集|提供|掲載|運行|取り?扱い?|サービス|キャンペーン|フェア|セール|プラン|企画|特典|展示|公開|上映)"
    r"(?:は|を|が|の)?(?:\d{1,2}月\d{1,2}日(?:で|をもって|をもちまして))?(?:一時)?(?:終了|休止|停止|中断)"
    r"(?:の|に関する)?(?:お知らせ|ご案内|について|しました|いたしました|致しました|します|いたします|致します|となりました)[！!。\s]*"
    r"|[^。]*(?:価格|料金|消費税)[^。]{0,8}(?:改定|改訂|変更|値上げ)[^。]{0,8}(?:お知らせ|ご案内|について|しました|いたします)?[！!。\s]*"
    r"|[^。]{0,12}(?:新年|年頭|年末|年始|暑中|残暑)の?(?:ご|御)?(?:挨拶|あいさつ|お見舞い)(?:を申し上げます)?[！!。\s]*"
    r"|[^。]{0,30}(?:ホームページ|ウェブサイト|サイト|HP)(?:を|が|の)?(?:リニューアル|開設|公開|更新|新しく)[^。]{0,14}[！!。\s]*",
    re.IGNORECASE,
)
_MEETING = (
    r"(?:kolloquium|seminar|vorlesung|vortrag|sitzung|training|probe|übung|kurs|gottesdienst|messe|unterricht|treffen|"
    r"veranstaltung|vorstellung|meetings?|class(?:es)?|talks?|lectures?|session|rehearsal|practice|service|concert|"
    r"séminaire|séance|cours|réunion|atelier|messe|lezion[ei]|seminario|incontro|clase|reunión|sesión|college|les(?:sen)?|"
    r"bijeenkomst|vergadering|föreläsning|träning|möte|undervisning|møde)"
)
_NONE = r"(?:kein(?:e|en)?|no|pas de|nessun[ao]?|geen|ingen|inget|sin|aucune?)"
_SHUT = r"(?:closed|geschlossen|fermé(?:e|ture)?|chiuso|cerrado|gesloten|stängt|lukket)"
_WESTERN = re.compile(
    rf"(?:[^\n]{{0,40}}[-–—:(,]\s?)?(?:heute |leider )?{_NONE}\s{_MEETING}\)?[.!]?"
    rf"|(?:[^\n]{{0,40}}[-–—:,]\s?)?(?:we are |the [\w ]{{2,30}} is |wir haben )?{_SHUT}(?: today| all day)?[.!]?",
    re.IGNORECASE,
)


def announces_nothing(title: str) -> bool:
    """Tell a title that says that a house is closed, that something ended, or that nothing is on."""
    words = " ".join(title.split())
    return _JAPANESE.fullmatch(words) is not None or _WESTERN.fullmatch(words) is not None
