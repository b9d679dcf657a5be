"""What a mention is there for, by the words before and behind it."""

from __future__ import annotations

import re
from datetime import date

from eventlocky.dates.lexer import Atom, Look, begins_with_word
from eventlocky.dates.lexicon import DENSE
from eventlocky.dates.mention import Moment, Role

_TO_ROLE = re.compile(r"[^\n.!?\d]{0,16}")
_SENTENCE = re.compile(r"[\n!?;|•！？。.\d](?:(?<![.\d])|(?<=\.)\s+[^\W\d_a-z]|(?<=\d)(?:(?<!第\d)|(?<=第\d)(?!期)))")
"""What ends what a word says of a date; the number of an instalment does not: `納期限 市県民税（第1期）6月30日`.

It begins with the signs that may, all in one class: such a pattern is looked for far faster.
"""

_FAR = 45
"""How far before a date the word may stand that says what the date is for."""

_ROLES = (
    ("copyright", Role.COPYRIGHT),
    ("posted", Role.POSTED),
    ("updated", Role.UPDATED),
    ("deadline", Role.DEADLINE),
    ("off", Role.OFF),
    ("hours", Role.HOURS),
)
_ROLE_SENSES = frozenset(sense for sense, _ in _ROLES)
_PHONE = re.compile(r"\d{2,5}-\d{2,4}-\d{3,4}(?: ?[(（]内線:? ?\d{1,5}[)）])?(?: ?[(（] ?|[ \u3000]|(?<=[)）]))$")
_LONGEST_PHONE = 34
_CANCELLED = re.compile(r"(?![^\n]{0,20}場合)[)）】\]]? ?[^\n\d、。※(（]{0,16}[はをが]、?(?:急遽|全館|終日)?、?")
_CALLED_OFF = re.compile(
    r"(?![^\n]{0,24}場合)[)）】\]]?[^\n\d。※(（雨荒]{0,20}は[^\n\d。※(（雨荒場]{0,24}"
    r"(?:中止|延期|休業|休館|休園|休診|休講|休会|休室|お休み|おやすみ)(?:と|に|い|し|さ|を|で|、|。|$)"
    r"|(?![^\n]{0,24}場合)[)）】\]]?の[^\n\d。※(（雨荒]{1,12}が、?[^\n\d。※(（雨荒場]{0,12}(?:中止|延期)(?:と|に|さ|し)"
    r"|[)）】\]]?、?[^\n\d。※(（場]{1,10}の(?:ため|為|影響で|影響により)、?(?:中止|延期)"
    r"|[)）】\]]?(?!\s?お知らせ)\s?[^\n\d。※(（場]{1,14}(?:のため|の為|につき|に伴い)、?(?:全館|臨時|終日)?(?:休館|休業|休園|休講|休室|休診|休場|休止|運休|閉館|閉鎖|お休み)"
    r"|[)）】\]]?[^\n\d。]{0,12}の(?:振替|代替|延期)(?:公演|日程?)?は"
    r"|[)）】\]]?(?:は|も)、?(?:\d{1,2}[:：時](?:\d\d分?|半)?(?:から|より|まで)、?|終日|全日|(?:夜|昼|ランチ|ディナー)(?:は|のみ|だけ)?)?、?(?:貸切|貸し切り|非公開)(?:営業|予約)?(?:と|に|の(?:ため|為)|で(?:す|ご|お)|日|、|。|$)"
    r"|[)）】\]]?は(?:(?!以下|未満|以上|のみ|以外)[^\n\d。※(（場は]){0,24}"
    r"(?:非公開(?:と|に|で(?:す|ご|お)|日|、|。|$)"
    r"|(?:利用|入店|入館|入園|入場|来店|来館|見学|観覧|参拝|使用|公開)は?(?:でき|出来|いただけ|頂け|になれ|いたし|し)ません)"
)
_OF_DATE_BEFORE = ("から", "より")
_WEATHER = ("雨の", "降雨の", "強風の", "台風の")
"""How words begin that call off the date before them, and those that call off only the date at once behind them."""

_OFF_SIGNS = ("止", "延期", "休", "替", "やすみ", "貸", "非公開", "ません")
_ONLY_CLOSED = re.compile(r"(?:のみ|だけ)は?(?:臨時)?(?:お?休み|休業|休館|休園|休店|閉店)(?![後日])")
"""A house that is closed on that day alone: `年中無休（1月1日のみ休業）`."""

_TO_THE_SECOND = re.compile(r"(?<!\d)(?!23:59:59|00?:00:01)\d\d?:[0-5]\d:(?!00)[0-5]\d")
"""A clock wrote this, of a visit or a post: `2016/03/11(金) 02:10:59`. Whoever plans a day begins at `19:30:00`."""

_POSTED = re.compile(
    r"[)）】\]]?[\s:：][^\n]{0,60}を(?:一部)?(?:更新|掲載|追加|公開|アップ|修正|改訂|投稿|発表)(?:いた)?しました"
)
_HELD = re.compile(r"[)）】\]]?に(?:生?配信|生?放送|開催|上演|上映|実施)(?:し|され|いたし|致し)(?:た|まし)")
"""What was held on a day, whatever the label before it says: `【アーカイブ】3/29(土)に生配信した…`."""

_OVER = re.compile(
    r"[)）】\]]?(?:(?:を|で)も(?:ちまして|って)、?|で)(?:(?:販売|受付|営業|配信|提供|公開|上映)を?)?(?:終了|閉幕)(?:と|い|し|です|予定|。|$)"
    r"|[)）】\]]?\s?(?:終映|上映終了|会期終了|閉幕|閉店セール終了)(?:と|い|し|です|予定|。|\s|$)"
)
"""The last day of something: `12月13日(日)で終了いたします`, `3月31日をもって終了`."""

_UPDATED_AT = re.compile(r"[)）\]］】]?\s?(?:更新|追記|UP|up)[)）\]］】]?(?=\s)")
_BORN = re.compile(r"[)）]?(?:まで)?(?:の)?生(?:まれ)?(?=[)）のま、\s]|$)")
_USUAL = re.compile(r"[)）]?(?:から|より|以降|まで)?は?、?(?:通常|平常)(?:通り|どおり)?(?:の)?(?:営業|診療|開館|業務)")
"""Who is born on a day, and when a shop opens again: no events. `年長児（令和3年4月1日生）`, `新年は1月4日から営業`."""

_NEW_YEAR = re.compile(r"(?:年内|年末|年始|新年|年明け)の?(?:営業)?は?、?$")
_BUSINESS = r"(?:営業|診療|業務|開庁|窓口|開館|配送|出荷|発送|収集|稼働)"
_TURN_OF_YEAR = re.compile(
    rf"年内最終日?[はの:：\s]?$|(?:年内|年末|年始|新年|年明け|本年|今年|来年|最終|\d年)の?{_BUSINESS}(?:時間|開始|最終|終了)?日?[はも]?[\s:：、】]{{0,2}}$"
)
_OPEN_FROM = re.compile(
    rf"[)）]?(?:\s?(?:午前|午後)?\d{{1,2}}[:：時](?:\d{{2}}分?|半)?)?\s?(?:から|より|に|[〜～~])"
    rf"(?:の?(?:通常|平常)?{_BUSINESS}|となり|です|再開|スタート|開始|。|$)"
)
"""The business days of a house at the turn of the year, in front of a day and behind it."""

_THIS_YEAR = re.compile("(?:年内|本年|今年|年末)は、?$")
_OPEN_UNTIL = re.compile(rf"[)）]?[をで]も(?:って|ちまして)、?[^\n\d。]{{0,8}}{_BUSINESS}")
_TOLD_BUSINESS = re.compile(
    r"年末年始の?(?:営業|診療|開館|休業)(?:時間|日程?|スケジュール)?(?:の?(?:ご案内|お知らせ)|について)?[\s:：】］\]]"
    r"(?:(?!初売|福袋|イベント)[^。]){0,60}$"
)
_EVENT_THEN = re.compile(
    r"[)）\]】]?[^\n\d。、]{0,12}(?:カウントダウン|ライブ|コンサート|公演|イベント|初売|福袋|フェア|セール|まつり|祭|初詣|餅つき|もちつき|鏡開き|ふるまい|振る舞い)"
)
_RESTS_BEFORE = re.compile(r"(?:下記|以下|次)の?[^\n\d。]{0,10}(?:休|閉館)[^\n\d。]{0,20}。[\s■●◆・]{0,2}$")
_RESTS_THEN = re.compile(
    r"[)）】\]]?(?:まで|のみ)?の?(?:間|期間中?|期間内)?[はもを]?、?\s?(?:誠に勝手ながら、?)?(?:(?![)）]?は?、?(?:学校|会社|仕事|園|幼稚園|保育園)も)[^\n\d。※(（、場]{1,8}[をはも、])?"
    r"(?:夏季|夏期|冬季|冬期|お盆|年末年始|臨時|全館|終日|全店|一斉|完全|学級|学年|振替|整理)?の?"
    r"(?:お休み|休み|おやすみ|休業|休館|休診|休園|休講|休場|休廊|休室|休校|休止|運休|閉館|閉鎖|閉庁|閉室)(?:期間|日)?"
    r"(?:と|に(?!つ)|い|し|さ|を(?!除)|です|で(?:ござ|お)|、|。|$)"
)
"""What follows the days on which a house is closed: `の間お休みします`, `まで夏季休診とさせていただきます`."""

_UP = re.compile(r"[)）】\]]?\s?UP(?:DATED?)?(?=[\s!！)）】\]]|$)")
_ON_SALE = re.compile(r"[)）】\]]?\s?[〜～~]?\s?(?:ON SALE|On Sale|on sale)")
_BY_WAY = re.compile(r"(?:[^\d\n。、]{0,8}(?:[でに、]|にて))?")
_LEFT_OUT = re.compile(r"(?:・祝)?[)）]?[をは(（]?")
_LABELS_DAYS = re.compile(r"[ \u3000:：＝=】\]]{0,3}(?:[月火水木金土日毎第無]|\d|会期中|なし)")
_NAMES_DAYS = re.compile(r"[ \u3000】\]]?[:：＝=／/]")
_ANNOUNCED = re.compile(r"[)）]? ?[〜～~] ?(?:[^\n\d。、]{0,14}(?:にて|で))?(?:前売|チケット)?")
_TICKETS = re.compile(
    r"(?:チケット|前売り?券?|プレイガイド|TICKETS?|Tickets?)[^\n\d。]{0,2}[:：】\]](?:(?!公演|開催|日時|開演|本番|ライブ|会期)[^\n\d。]){0,16}$"
)
_TICKET_PART = re.compile(
    r"[【\[●■◆◇○★☆▼▶・](?:一般|前売り?|学生)?(?:チケット|前売|プレイガイド|ご?予約)(?:(?!公演|開催|日時|開演|本番|ライブ|会期)[^\n。【●■◆◇]){0,44}$"
)
_SOLD_SINCE = re.compile(r"[)）】\]]?\s?(?:\d{1,2}[:：時]\S{0,4}\s?)?(?:[〜～~]|より|から|発売|に発売)")
_LONGEST_PART = 52
_CALLED_OFF_BEFORE = re.compile(
    r"(?:中止|延期|順延|休止|休演)(?:と|に|を)?(?:なった|なりました|なってい(?:た|ました)|なっておりました|し(?:てい)?た|され(?:てい)?た)、?$"
)
"""What stands before a day on which something did not take place: `雨天中止となった7/4(土)の試合は…`."""

_OTHER_DAY = r"[^\n。]{0,40}?\d{1,2}[月/日]"
_NAMED_AFTER = re.compile(rf"(?:[(（][^\n\d)）]{{2,12}})?[)）]?の?にちな{_OTHER_DAY}")
_NEAR_NAMED_DAY = re.compile(rf"[)）](?:に(?:合わせ|あわせ|先立|向け)|を(?:前に|記念し|迎え)){_OTHER_DAY}")
_NAMED_DAY = re.compile(r"(?:の|記念)日[(（]$")
"""A day beside its name, for which something takes place on another: `救急の日（9月9日）にちなみ、9月6日`."""

_TOOK_PLACE = re.compile(
    r"[^\n。]{0,60}(?:開い|開かれ|行っ|行われ|あっ|開催し|開催され|催し|催され|始まっ|開幕し)た(?:。|\s|$)"
)
"""What follows the day of a report, which newspapers say without its month: `20日午後1時から、県庁で会議を開いた`."""

_SENTENCE_OF_DAY = re.compile(r"\d{1,2}日[^\n。]{0,80}")
_TO_COME = re.compile(
    "から|より|まで(?![にの])|開(?:催|演|会|始|場|幕|く|か|き)|行(?:う|わ|い)|あり|ある|予定|入場|参加|定員|会場|無料"
)
_REPORTED = re.compile(r"た(?:[。、,\s」』)）]|$|と|が|ため|ところ)|て(?:い[るま]|おり)|[時分半](?:ごろ|頃)")
"""The sentence of a day without a month, what it says of things to come, and of those that have been."""

_SOLD = re.compile(
    r"(?:チケット|前売|整理券|入場券|観覧券|参加券|引換券|抽選券|指定席|座席|ご?予約|お?申し?込み?)[^\n\d。]{0,8}$"
)
_SOLD_FROM = re.compile(
    r"[)）】\]]?\s?(?:開[店館場園]時?|正午)?(?:より|から|[〜～~]|に)[^\n\d。]{0,20}(?:発売|販売|受付|配布|予約|申込)(?:開始|スタート|予定)?"
)
_HELD_THEN = re.compile(r"[\d０-９/.／年月日(（)）火水木金土・祝]{2,16}(?:開催|実施|公演|開講)(?=[)）、,！!。\n]|$)")
"""A day on which something is held, behind the call for people: `参加者募集（6/6開催）`."""

_TAKEN_NOW = re.compile(r"(?:受付中|募集中|承り中|承ります|販売中|発売中)[!！♪☆★]?\s?[(（]?\s?$")
_TAKEN_UNTIL = re.compile(r"(?:受付中|募集中|承り中)[!！♪☆★]?\s?[(（]?\s?[〜～~]\s?$")
_TAKEN_STILL = re.compile(
    r"(?:申込|応募|予約|エントリー|参加)?(?:受付中|募集中|受け?付け?て(?:い|お)|受け付けます|承り中|募集して)"
)
_TAKEN_THEN = re.compile(
    r"[)）】\]]?(?:に|をもって|をもちまして)[^\n\d。]{0,6}(?:申し?込|受付|募集|予約|エントリー|発売)[^\n\d。]{0,8}(?:終了|開始|締め?切)"
)
_OF_TICKETS = re.compile("チケット|券|前売|パス|予約")
_GOODS = re.compile(
    "メニュー|商品|弁当|スイーツ|ケーキ|ランチ|グッズ|福袋|ドリンク|フード|プレート|バーガー|菓子|限定品|パフェ|ラーメン|定食"
)
_GOODS_LAST = re.compile(
    r"[)）]?(?:まで)?\s?(?:[〜～~]\s?\d{1,2}月(?:[上中下]旬|末|頃|ごろ)"
    r"|[※(（、]?\s?[^\n\d。、]{0,8}(?:なくなり|無くなり|売り?切れ|品切れ|完売)(?:次第|の場合|た場合))"
)
_FEW_GOODS = re.compile(r"[)）]?\s?[〜～~]?[\s※(（・]{0,3}(?:数量限定|期間限定|なくなり|無くなり|売り?切れ)")
_OF_SHOW = re.compile("チケット|券|前売|パス(?!タ)|予約|公演|開演|開場|ライブ|LIVE|上演|入場|席|先行|抽選")
_RUN = re.compile(r"\d[^\d]{0,8}[〜～~→―–-]")
_AROUND_SALE = 120
"""Goods and menus, and how long they last: their days of sale are those of an event, where nothing tells of a show."""

_LONGEST_LABEL = 28
"""What stands before and behind the day on which tickets come on sale: `チケットは11/7(土)10時よりe+にて発売`."""

_TO_DEADLINE = re.compile(r"(?:期間|期限|締切|締め切り|日時?)?[\s:：】」)）はを(（/]{0,4}")
_ENDS_CLAIM = re.compile(r"[、。!！\s/／|｜)）】\]]")
_CALL = re.compile(r" ?[:：(（＝は]\s?")
_BEFORE_LABELLED = re.compile(r"[\s:：】」)）は/]{0,4}")
_NOTE_ENDS = re.compile(r"[^\n\d(（【\[]{0,6}[】\]］)）]")
_TELLS_HOW = re.compile(r"(?:フォーム|方法|先|書|み)?\s?[はをにで:：／]")
_LABEL_ENDS = re.compile(
    r"[^\n\d。、]{1,8}[:：】]\s?|[\s:：】]{1,3}[\[［【(（]?(?:友の会|一般|会員|先行|FC|ファンクラブ|WEB|ネット|電話|窓口)(?:会員|先行|発売)?[\s\]］】)）]{0,2}"
)
_BEFORE_CLOSED = frozenset(
    {"", "/", "／", ":", "：", "】", "]", "］", "のお知らせ", "のお知らせ:", "のお知らせ：", "のご案内"}
)
_OF_MONTH = re.compile(r"[^\n\d。、:：/]{0,8}")
_BEFORE_CLOSED_WORD = re.compile(
    r"[.)）]?(?:[ :–—-]{1,3}|,? (?:bleib(?:t|en)|ist|sind|haben|hat|is|are|we are|will be|we will be"
    r"|the \w{1,20} will be|est|sera|seront|nous sommes|è|sarà|está|estará|är|er)(?: [^\W\d]{1,20}){0,4} )"
)
_BEHIND_CLOSED_WORD = re.compile(
    r"[ :(–—-]{1,3}(?:(?:on |for )?(?:(?:Thanksgiving|Christmas|New Year['’]?s?|Easter|Labor|Memorial|Eve|Day),? )+)?"
)
_AMONG_CLOSED = re.compile(r"[ ,&+/–—-]{0,3}")
_LISTED_CLOSED = frozenset("weekday month and of from to until every suffix holiday at".split())
_MOST_CLOSED, _NEAR_CLOSED = 12, 3
_LONGEST_SHORT_NAME = 4
"""What a list of closed days is made of; a point ends it unless it ends a short name or a number: `Mon. and 24.12.`."""

_NEWS_WORD = (
    r"(?:LIVE |EVENT |メディア|報道|営業|店舗|ライブ)?"
    r"(?:NEWS|News|ニュース|TOPICS?|Topics?|トピックス|INFORMATION|Information|INFO|Info"
    r"|インフォメーション|新着情報|新着|PRESS|Press|プレス|RELEASE|Release|リリース|MEDIA|Media|メディア|UPDATE|BLOG|Blog|ブログ"
    r"|COLUMN|Column|コラム|REPORT|Report|レポート|活動報告|開催報告|更新情報|更新|掲載情報|採用情報|研究成果|受賞|報道発表|掲載|重要)"
    r"(?: ?(?:RELEASES?|Releases?|リリース|情報|更新))?"
)
_NOTICE = r"(?:重要な|大切な)?お知らせ"
_STAMP = re.compile(
    r"((?:19|20)\d\d) ?[./年-] ?(\d{1,2}) ?[./月-] ?(\d{1,2})日?"
    r"(?: ?[(（\[]?(?:[月火水木金土日]|[A-Z][a-z]{2}\.?|[A-Z]{3}))?"
)
_NUMBERS = re.compile(r"\d{4}[./-]\d{1,2}[./-]\d{1,2}")
_NEWS_BEHIND = re.compile(
    rf"[)）\]］】]?[\s|｜:：/／]{{0,3}}[\[［【〈《「<＜]?(?:{_NEWS_WORD}|{_NOTICE})(?=[\s\]］】〉》」>＞|｜:：・/／]|$)"
)
_NEWS_BEFORE = re.compile(rf"(?:^|[\s\[［【〈《「<＜|｜■●◆]){_NEWS_WORD}[\]］】〉》」>＞]?[\s|｜:：/／]{{0,3}}$")
_NOTICE_BEFORE = re.compile(rf"^[\[［【〈《「<＜■●◆]?{_NOTICE}[\]］】〉》」>＞]?[\s|｜:：/／]{{0,3}}$")
"""The date of news, and the word for news behind it or before it: `2026.04.17　NEWS　…`, `お知らせ｜2026.04.17`."""

_HANDED_OUT = re.compile(
    r"[)）】\]]?\s?(?:開[店館場園]時?)?(?:より|から|[〜～~]|に)、?\s?[^\s\d。※]{0,12}(?:整理券|参加券|引換券|抽選券|入場券|観覧券|チケット)"
    r"[をの]?(?:先着で?|順次)?(?:配布|発売|販売|お渡し)(?!あり|\w{0,4}[\s:：は、]{0,2}\d)"
)
"""What follows the day on which tickets are handed out: `5月23日(土)より整理券を配布`."""

_PUT_OUT = re.compile(r"[^\n\d。]{0,16}(?:出して|出す|お出し)")
PROLONGED = re.compile(r"[にへ]?、?(?:[^\n\d。、]{0,8}を)?(?:会期|期間|開催)?延長")
"""What follows a last day that is later than it was: `10月12日までに延長`."""

_TAKES_EFFECT = re.compile(
    r"(?:\b(?:zum|ab(?: dem)?|mit wirkung (?:zum|vom)|from|effective|starting(?: on)?|à (?:partir|compter) du"
    r"|a partir del?|dal|vanaf|från(?: och med)?) )$",
    re.IGNORECASE,
)
_FROM_THEN = re.compile(r"(?:ab|from|vanaf|från) ", re.IGNORECASE)
_WORD = r"[^\W\d]{1,20}"
_PRICES = (
    r"\w{0,14}(?:preise?n?|tarife?n?|gebühr(?:en)?|entgelte?|beiträge?|prices?|fees?|fares?|rates?|tariffs?|tarifs?|prix"
    r"|precios?|tarifas?|prezzi|tariffe|prijzen|tarieven|priser(?:na)?|avgifter(?:na)?)\b"
)
_STEPS = (
    r"(?:senken|senkt|erhöhen|erhöht|steigen|steigt|sinken|sinkt|ändern|ändert|gelten|gilt|rises?|increases?|goes? up"
    r"|changes?|drops?|falls?|appl(?:y|ies)|raise|raising|lower|lowering|augmentent|baissent|changent|suben|bajan|cambian"
    r"|aumentano|cambiano|stijgen|dalen|wijzigen|höjs|sänks|ändras)\b"
)
_PRICE_STEP = re.compile(
    rf",? (?:{_WORD} ){{0,4}}?(?:{_STEPS}(?: {_WORD}){{0,4}}? {_PRICES}|{_PRICES} (?:{_WORD} ){{0,4}}?{_STEPS})",
    re.IGNORECASE,
)
_LONGEST_EFFECT = 24
"""The day from which on something costs more or less: `Zum 1. Dezember senken wir den Preis`."""

_LONGEST_NEWS = 80
_LONGEST_GAP = 64
"""No word says anything of a mention that stands so far before it."""

_OLD = ("旧:", "旧：", "旧】", "旧)", "旧）")
_CLOSING_OR_DOORS = frozenset({"until", "doors"})
_AT_ONCE = re.compile(r"[.]?[)）】\]]?[ 」]?")
_OF_HOURS = frozenset({"weekday", "plural", "workdays", "daily", "every"})
"""With these a mention behind `Horario:` tells opening hours; without them the word only announces a time."""


class RoleReader:
    """Reads the roles of mentions among the atoms of one text."""

    def __init__(self, text: str, atoms: list[Atom], look: Look, reference: date) -> None:
        self.text = text
        self.reference = reference
        self.atoms = atoms
        self._atom = look
        said = frozenset[str]().union(*{atom.word: atom.senses for atom in atoms}.values())
        self.is_dense = not text.isascii() and ("dense" in said or DENSE.search(text) is not None)
        self.says_closed = "closed" in said
        self.claimed = -1

    def before(self, at: int, *, is_dated: bool) -> tuple[Role, int]:
        """Return what the words before a mention say of it; `open` tells hours only where no date is said."""
        before = self._atom(at - 1)
        first = self.atoms[at].first
        if self.says_closed and self._is_behind_closed(at):
            return Role.OFF, at
        near_text = self.text[max(0, first - 5) : first]
        if "旧" in near_text and self._is_of_old(near_text):
            return Role.OFF, at
        if "©" in near_text[-3:] or near_text.rstrip().endswith("(c)"):
            return Role.COPYRIGHT, at
        start = at - 1 if "\n" not in self.atoms[at].gap else -1
        while (
            start >= 0
            and first - self.atoms[start].first <= _FAR
            and not _SENTENCE.search(self.text, self.atoms[start].stop, first)
        ):
            atom = self.atoms[start]
            if atom.digits and not _TO_ROLE.fullmatch(self.atoms[at].gap):
                break
            if self.is_dense and start == self.claimed and _ENDS_CLAIM.search(self.text[atom.stop : first]):
                break  # 9/1 10時発売、公演は10/24: the word says what the date before it is
            for sense, role in () if _ROLE_SENSES.isdisjoint(atom.senses) or self._goes_on(atom) else _ROLES:
                if is_dated and role is Role.HOURS and "contact" in atom.senses:
                    continue  # 相談窓口だより（2019/3/20）
                if "rain_note" in atom.senses and _NOTE_ENDS.match(self.text, atom.stop):
                    continue  # 【雨天順延】12月5日（土）
                if role is Role.OFF and self.is_dense and self._calls_off_before(atom, first):
                    continue
                if role is Role.OFF and _leaves_bracket(self.text[atom.stop : first]):
                    continue  # (no class in half-term week), 10.00–12.00
                if sense in atom.senses and ("timetable" not in atom.senses or self._tells_hours(at)):
                    return role, at
            is_entry = is_dated and ("entry" in atom.senses or "entry_before" in atom.senses)
            if (
                is_entry or ("handout" in atom.senses and not self._is_before_show(at, is_dated=is_dated))
            ) and not self.text[atom.stop : first].strip(" \u3000:：(（・／/】]］は"):
                return Role.DEADLINE, at  # 受付：11月1日〜
            if (
                "call" in atom.senses
                and (is_dated or self._is_bare_day(at))
                and _CALL.fullmatch(self.text, atom.stop, first)
                and not _HELD_THEN.match(self.text, first)
            ):
                return Role.DEADLINE, at  # 出演者募集（3月1日～31日）
            if self.is_dense and is_dated and start == at - 1 and (word := self._word_before(start, first)) is not None:
                return word, at
            if start == at - 1 and self._is_rest_of_month(start, first):
                return Role.OFF, at
            if "open" in atom.senses and not is_dated:
                return Role.HOURS, at
            start -= 1
        if self._is_behind_phone(at):
            return Role.HOURS, at
        if is_dated and self.is_dense and _TICKETS.search(self.text[max(0, first - _LONGEST_LABEL) : first]):
            return Role.DEADLINE, at  # チケット：8月29日（土）10:00～
        if is_dated and self.is_dense and self._is_of_tickets(at, first):
            return Role.DEADLINE, at  # 【チケット取扱】ぴあ Pコード：277-436 (9月27日(日)〜)
        if is_dated and self.is_dense and _TAKEN_UNTIL.search(self.text[max(0, first - _LONGEST_LABEL) : first]):
            return Role.DEADLINE, at  # 予約受付中（～12/20）
        if self._is_open_start(at) and self.atoms[at].senses.keys().isdisjoint({"today", "tomorrow"}):
            return Role.END, at
        if before is None:
            return Role.START, at
        near = at - 1
        while near > 0 and "of" in self.atoms[near].senses and _CLOSING_OR_DOORS.isdisjoint(self.atoms[near].senses):
            if self.atoms[near + 1].gap.strip(" .") or near < at - 2:
                break
            near -= 1
        before = self.atoms[near]
        gap = self.atoms[near + 1].gap.strip(" .:")
        if "doors" in before.senses and not gap:
            return Role.DOORS, at
        if is_dated and "last_day" in before.senses and "dense" in before.senses and not gap.strip("：は"):
            return Role.END, near  # 最終日：8月30日
        is_of_time = "dense" in before.senses and "end" in before.senses and self._is_time_behind(near - 1)
        is_last = "until" in before.senses or "end" in before.senses
        if is_last and not gap and "weekday" not in before.senses and not is_of_time:
            return Role.END, near
        return Role.START, at

    def _is_of_old(self, before: str) -> bool:
        """Tell a day of the old calendar, or one before the new one: `旧暦8月15日`, `旧：10月10日 新：10月24日`."""
        return before.endswith(("旧暦", "旧暦の")) or before.rstrip(" \u3000").endswith(_OLD)

    def _is_time_behind(self, at: int) -> bool:
        """Tell the last atom of a time, whose word stands behind it: `21:30 終了 2026/2/18(水)`."""
        atom = self._atom(at)
        return (
            atom is not None
            and self.atoms[at + 1].gap in {"", " "}
            and (atom.sign in {"時", "分", "半"} or (atom.digits == 2 and atom.gap == ":"))
        )

    def _calls_off_before(self, atom: Atom, first: int) -> bool:
        """Tell words that say nothing of the date behind them: `昨年からの延期公演 11/21`, `雨の場合は体育館 11/21`."""
        if atom.word.startswith(_OF_DATE_BEFORE):
            return True
        return atom.word.startswith(_WEATHER) and bool(self.text[atom.stop : first].strip(" \u3000:：、(（"))

    def _is_before_show(self, at: int, *, is_dated: bool) -> bool:
        """Tell the first of several times by the doors or the start behind it: `整理券配布15:00 開場16:00`."""
        following = self._atom(at + 1)
        if is_dated and (following is None or (following.gap != ":" and following.sign != "時")):
            return False
        return any(atom.senses.keys() & {"doors", "start"} for atom in self.atoms[at : at + _MOST_CLOSED // 2])

    def _is_behind_closed(self, at: int) -> bool:
        """Tell a day on which a house is closed, alone or in a list of them: `Closed Mondays and 24 December`."""
        place = at
        while place > 0 and at - place < _MOST_CLOSED:
            gap, before = self.atoms[place].gap, self.atoms[place - 1]
            if "closed" in before.senses:
                is_title = self.text[before.first : before.stop].isupper() and ":" not in gap  # AGENCY CLOSED Monday, …
                return _BEHIND_CLOSED_WORD.fullmatch(gap) is not None and not is_title
            is_short = len(before.word) <= _LONGEST_SHORT_NAME or before.digits > 0
            if not _AMONG_CLOSED.fullmatch(gap.removeprefix(".") if is_short else gap):
                return False
            if not self._is_listed_closed(before):
                return False
            place -= 1
        return False

    def _is_closed_then(self, at: int) -> bool:
        """Tell whether a house is closed on the day said before: `24.12. geschlossen`, also with words between."""
        stop = self.atoms[at - 1].stop
        for place in range(at, min(at + _NEAR_CLOSED, len(self.atoms))):
            atom, following = self.atoms[place], self._atom(place + 1)
            if atom.digits:
                return False
            if "closed" not in atom.senses:
                continue
            is_label = following is not None and following.gap in {" ", ": "} and self._is_listed_closed(following)
            return not is_label and _BEFORE_CLOSED_WORD.fullmatch(self.text, stop, atom.first) is not None
        return False

    def _is_listed_closed(self, atom: Atom) -> bool:
        """Tell a part of a list of closed days."""
        return atom.digits > 0 or not atom.senses.keys().isdisjoint(_LISTED_CLOSED)

    def _word_before(self, at: int, first: int) -> Role | None:
        """Read the word at once before a date: `公開：2027.02.01`, `前回（10月17日）`, `展示替え休館 12月14日〜`."""
        atom, between = self.atoms[at], self.text[self.atoms[at].stop : first].strip(" \u3000(（")
        if "public" in atom.senses and between in {":", "："}:
            return Role.POSTED
        if "previous" in atom.senses and between in {"", "の", ":", "："}:
            return Role.OFF
        is_weekday = at > 0 and not atom.gap and "weekday" in self.atoms[at - 1].senses  # 月曜休館
        is_closed = between in _BEFORE_CLOSED or (between == "は" and "休" in atom.word)  # 臨時休業は6月13日
        is_closed = is_closed and "except_after" in atom.senses and at != self.claimed
        return Role.OFF if is_closed and not is_weekday else None

    def _is_rest_of_month(self, at: int, first: int) -> bool:
        """Tell the label of the days on which a house rests in a month: `8月のお休み：3日、10日`."""
        atom, number, month = self.atoms[at], self._atom(at - 2), self._atom(at - 1)
        if number is None or month is None or not number.digits or month.sign != "月" or month.gap:
            return False
        if not {"except_after", "dense"} <= atom.senses.keys():
            return False
        if not _OF_MONTH.fullmatch(atom.gap):
            return False
        return self.text[atom.stop : first].strip(" \u3000(（はの日、") in _BEFORE_CLOSED

    def behind(self, role: Role, at: int, after: int, end: Moment | None, *, is_dated: bool) -> tuple[Role, int]:
        """Read the words behind a mention that say what it is: `…まで`, `… asti`, `1/6更新`."""
        if role is Role.START and (said := self._sentence_behind(at, after, is_dated=is_dated)) is not None:
            return said, after
        if is_dated and role is Role.DEADLINE and self.is_dense and self._takes_place(at, after):
            return Role.START, after
        atom = self._atom(after)
        if atom is None or self._goes_on(atom):
            return role, after  # 18:30開演 チケット発売中
        if role is Role.DEADLINE and self.is_dense and "deadline" in atom.senses and not atom.gap.strip(")）(（"):
            self.claimed = after  # 受付期間：10月1日～9日必着
        if role is Role.START and self.says_closed and self._is_closed_then(after):
            return Role.OFF, after
        if len(atom.gap) > _LONGEST_GAP or (begins_with_word(atom.gap) and "except_after" not in atom.senses):
            return role, after
        gap = atom.gap[3:] if atom.gap.startswith(("(祝)", "（祝）")) else atom.gap
        if role is Role.START and "dense" in atom.senses and re.fullmatch(r" ?に[^\n\d]{0,40}", gap):
            if "posted" in atom.senses:  # 9:28 に … が投稿
                return Role.POSTED, after
            if "updated" in atom.senses:
                return Role.UPDATED, after
        if role is Role.START and "posted" in atom.senses and gap in {")に", "）に"}:
            return Role.POSTED, after  # 抽選結果は12月8日(火)に発表します
        is_holiday = "holiday" in atom.senses and re.fullmatch(r"[)）]?\s?", gap) is not None
        if is_holiday and role is Role.START and self._is_closed_at(after + 1):
            return Role.OFF, after + 2  # 12/29(火)〜1/3(日) 年末年始休業
        is_left_out = "except_after" in atom.senses and role is Role.START
        is_apart = gap in {" ", ") ", "） "} and not _LABELS_DAYS.match(self.text, atom.stop)
        is_left_out = is_left_out and not _NAMES_DAYS.match(self.text, atom.stop)  # …17時）休館日：月曜
        if is_left_out and (is_apart or _LEFT_OUT.fullmatch(gap) or _CANCELLED.fullmatch(gap)):
            return Role.OFF, after + 1
        is_announced = "dense" in atom.senses and _ANNOUNCED.fullmatch(gap) is not None
        is_announced = is_announced and not self._is_label(after) and not atom.word.endswith("終了")
        if is_announced and ("deadline" in atom.senses or ("entry" in atom.senses and is_dated)):
            return Role.DEADLINE, after  # 10:00～前売開始
        if not _AT_ONCE.fullmatch(gap):
            return role, after
        is_verb = "deadline" in atom.senses and self.text[atom.first : atom.first + 1].islower()
        if role is Role.END and is_verb and gap in {" ", ". "}:
            return Role.DEADLINE, after  # bis 15.11. anmelden
        following = self._atom(after + 1)
        is_asked = (
            following is not None
            and not following.senses.keys().isdisjoint({"deadline", "entry"})
            and len(following.gap) <= 3
            and (end is None or end.hour is None or not following.gap)  # 10時から正午まで　申込締切 6月5日
        )
        if "before_after" in atom.senses and is_asked:
            return Role.DEADLINE, after + 1  # 11月10日前报名
        if "until_after" in atom.senses:
            if atom.word == "までに" and not self._is_last(atom.stop):
                return Role.DEADLINE, after + 1  # 11月10日までに電話で申し込み
            is_rest = following is not None and "except_after" in following.senses and len(following.gap) <= 2
            if is_rest and following is not None and not _NAMES_DAYS.match(self.text, following.stop):
                return Role.OFF, after + 1  # 9日～11日まで休業
            is_deadline = role is Role.DEADLINE and _TO_DEADLINE.fullmatch(self.atoms[at].gap) is not None
            is_taken = self.is_dense and self._is_taken(self.atoms[at].first, atom.stop)
            if (is_asked or (is_taken and end is None)) and role is not Role.END:
                return Role.DEADLINE, after + 1  # 11月10日までにお申し込みください、予約承り中（12月20日まで）
            is_kept = end is not None or is_deadline or role is Role.HOURS
            return (role if is_kept else Role.END), after + 1
        is_from = "to" in atom.senses and "dense" in atom.senses and role is Role.START
        if is_from and following is not None and "hours" in following.senses:
            following = self._atom(after + 2)  # 8時30分から電話で受付
        if is_from and gap in {"", ")", "）"} and following is not None and _BY_WAY.fullmatch(following.gap):
            last = self.atoms[after - 1]
            has_time = last.sign in {"時", "分", "半"} or (last.digits > 0 and last.gap == ":")
            is_noted = self.text[max(0, self.atoms[at].first - 2) : self.atoms[at].first].rstrip().endswith("※")
            is_entry = "entry" in following.senses and (not has_time or is_noted or following.gap.endswith("で"))
            if is_dated and (is_entry or "deadline" in following.senses):
                return Role.DEADLINE, after  # 10月20日から受付
        if "dense" in atom.senses and role is Role.START and "rain" not in atom.senses and not self._is_label(after):
            for sense, other in _ROLES:
                if sense in atom.senses and not (other is Role.HOURS and is_dated):
                    self.claimed = after
                    return other, after
            if "open" in atom.senses and not is_dated and not gap and self._tells_hours(at):
                return Role.HOURS, after  # 火水木：16時閉店
        return role, after

    def _takes_place(self, at: int, after: int) -> bool:
        """Tell a day of an event in spite of the label before it."""
        return _HELD.match(self.text, self.atoms[after - 1].stop) is not None or self._is_sale_of_goods(at, after)

    def _is_sale_of_goods(self, at: int, after: int) -> bool:
        """Tell the sale of goods or of a menu from that of tickets: `販売期間：5/13〜6/16 ※なくなり次第終了`."""
        label = self._atom(at - 1)
        if label is None or label.word not in {"販売期間", "発売日"}:
            return False
        before = self.text[max(0, label.first - _LONGEST_LABEL) : label.first].rpartition("\n")[2]
        if _OF_TICKETS.search(before):
            return False
        stop = self.atoms[after - 1].stop
        behind = self.text[stop : stop + _LONGEST_LABEL]
        if label.word == "発売日":
            return _FEW_GOODS.match(behind) is not None
        is_run = not before.strip(" 【[■●◆・") and self._is_run_of_goods(label, stop)
        return is_run or _GOODS.search(before) is not None or _GOODS_LAST.match(behind) is not None

    def _is_run_of_goods(self, label: Atom, stop: int) -> bool:
        """Tell a period of sale in a line of its own, with its last day and no word of tickets near it."""
        said = self.text[label.stop : stop]
        around = self.text[max(0, label.first - _AROUND_SALE) : label.first] + self.text[stop : stop + _LONGEST_LABEL]
        return _RUN.search(said) is not None and _OF_SHOW.search(around) is None

    def _is_last(self, stop: int) -> bool:
        """Tell a last day from a deadline: `10月12日までに延長`, `8時30分までに出してください`."""
        return PROLONGED.match(self.text, stop) is not None or _PUT_OUT.match(self.text, stop) is not None

    def _goes_on(self, atom: Atom) -> bool:
        """Tell what is going on at the time of writing, and says nothing of a date: `チケット発売中`."""
        return "deadline" in atom.senses and self.text.startswith(("中", "受付中", "募集中"), atom.stop)

    def _is_taken(self, first: int, stop: int) -> bool:
        """Tell a last day until which orders are taken: `予約承り中（12月20日まで）`, `10月31日まで受付中`."""
        before = self.text[max(0, first - _LONGEST_LABEL) : first]
        return _TAKEN_NOW.search(before) is not None or _TAKEN_STILL.match(self.text, stop) is not None

    def _sentence_behind(self, at: int, after: int, *, is_dated: bool) -> Role | None:
        """Read what the sentence of a date says of it: news has come out on it, or something is called off.

        `2016.03.18 UP`, `2026.11.01 …を更新しました`, `10/31(土)のライブは体調不良のため中止いたします`.
        """
        first, stop = self.atoms[at].first, self.atoms[after - 1].stop
        if not is_dated:
            is_off = self.is_dense and (_USUAL.match(self.text, stop) or self._is_bare_day_off(at, stop))
            return Role.OFF if is_off else None  # 16日(水)より通常営業、12日(土)は非公開
        near = self.text[stop : stop + 4].upper()
        if "UP" in near and _UP.match(self.text, stop):
            return Role.POSTED
        if self.text.count(":", first, stop) > 1 and _TO_THE_SECOND.search(self.text, first, stop):
            return Role.POSTED
        if "ON" in near and _ON_SALE.match(self.text, stop):
            return Role.DEADLINE
        if self._is_price_step(first, stop):
            return Role.OFF
        if not self.is_dense:
            return None
        behind = self.text[stop : stop + _LONGEST_NEWS].partition("\n")[0]
        if self._is_of_news(first, stop, behind):
            word = _NEWS_BEHIND.match(behind)
            self._claim(after, stop + word.end() if word is not None else stop)
            return Role.POSTED
        if (updated := _UPDATED_AT.match(behind)) is not None and not self._line_before(first).strip(" \u3000・■●◆[【"):
            self._claim(after, stop + updated.end())
            return Role.UPDATED  # 11/5 更新　12/13(日) …
        if behind[:2] in {"のみ", "だけ"} and _ONLY_CLOSED.match(behind):
            return Role.OFF
        if "生" in behind[:4] and _BORN.match(behind):
            return Role.OFF
        if self._is_only_occasion(first, behind) or self._was_called_off(first):
            return Role.OFF
        if _USUAL.match(behind) or ("営業" in behind[:12] and _NEW_YEAR.search(self.text[max(0, first - 8) : first])):
            return Role.OFF
        if self._is_business_day(first, behind) or self._is_of_rest(first, behind):
            return Role.OFF
        if self._is_last_of_year(first, behind):
            return Role.OFF
        if _OVER.match(behind):
            return Role.END
        if _TAKEN_THEN.match(behind):
            return Role.DEADLINE  # 11月10日に申込受付を終了しました
        sold = _SOLD_FROM.match(behind)
        if sold is not None and _SOLD.search(self.text[max(0, first - _LONGEST_LABEL) : first]):
            self._claim(after, stop + sold.end())
            return Role.DEADLINE
        if "券" in behind and _HANDED_OUT.match(behind):
            return Role.DEADLINE
        if self._is_called_off(behind):
            return Role.OFF
        if "しました" not in behind or not _POSTED.match(behind):
            return None
        before = self.text[max(0, first - 3) : first].rpartition("\n")[2]
        begins_line = not before.strip(" ・■●◆【[") or before.endswith(("】", "] ", "】 "))
        return Role.POSTED if begins_line else None

    def _is_price_step(self, first: int, stop: int) -> bool:
        """Tell the day on which prices change, by the words at once before and behind it."""
        before = self.text[max(0, first - _LONGEST_EFFECT) : first]
        is_from = _TAKES_EFFECT.search(before) or _FROM_THEN.match(self.text, first)
        return is_from is not None and _PRICE_STEP.match(self.text, stop) is not None

    def _line_before(self, first: int) -> str:
        """Return what stands before a place in its line, as far as it matters."""
        return self.text[max(0, first - _LONGEST_LABEL) : first].rpartition("\n")[2]

    def _is_last_of_year(self, first: int, behind: str) -> bool:
        """Tell the last business day of a year: `年内は12月27日まで`."""
        return "まで" in behind[:4] and _NEW_YEAR.search(self.text[max(0, first - 8) : first]) is not None

    def _is_called_off(self, behind: str) -> bool:
        """Tell by what follows a day that nothing takes place on it, or that nobody is let in."""
        return any(word in behind for word in _OFF_SIGNS) and _CALLED_OFF.match(behind) is not None

    def is_announced(self, first: int) -> bool:
        """Tell by its sentence that a day without a month is to come: `決勝は21日午前10時から市営球場で行われる`."""
        if not self.is_dense:
            return False
        said = _SENTENCE_OF_DAY.match(self.text, first)
        return said is not None and _TO_COME.search(said[0]) is not None and _REPORTED.search(said[0]) is None

    def _is_bare_day(self, at: int) -> bool:
        """Tell a day without a month by its sign: `12日`."""
        sign = self._atom(at + 1)
        return self.atoms[at].digits > 0 and sign is not None and sign.sign == "日" and not sign.gap

    def _is_bare_day_off(self, at: int, stop: int) -> bool:
        """Tell a day without a month on which nothing takes place: `13日(日)10時～ 12日(土)は非公開`."""
        if not self._is_bare_day(at):
            return False
        first, behind = self.atoms[at].first, self.text[stop : stop + _LONGEST_NEWS].partition("\n")[0]
        if self._is_called_off(behind) or self._is_last_of_year(first, behind):
            return True
        return "た" in behind and _TOOK_PLACE.match(behind) is not None

    def _was_called_off(self, first: int) -> bool:
        """Tell a day on which something did not take place by the words before it."""
        before = self._line_before(first)
        return before.endswith(("た", "た、")) and _CALLED_OFF_BEFORE.search(before) is not None

    def _is_only_occasion(self, first: int, behind: str) -> bool:
        """Tell a day that is only why something takes place on another: `文化の日（11月3日）に合わせ`."""
        if _NAMED_AFTER.match(behind):
            return True
        is_named = _NAMED_DAY.search(self.text[max(0, first - 4) : first]) is not None
        return is_named and _NEAR_NAMED_DAY.match(behind) is not None

    def _is_of_rest(self, first: int, behind: str) -> bool:
        """Tell the days of rest of a house by what follows them, or by the sentence before: `の間お休みします`."""
        before = self.text[max(0, first - _FAR) : first]
        if "。" in before[-3:] and _RESTS_BEFORE.search(before):
            return True
        return any(sign in behind[:40] for sign in "休閉") and _RESTS_THEN.match(behind) is not None

    def _is_business_day(self, first: int, behind: str) -> bool:
        """Tell when a house is open at the turn of the year: `年内の営業は12月30日まで、新年は1月4日から`."""
        before = self.text[max(0, first - _LONGEST_NEWS) : first]
        if before.endswith(("営業は", "診療は")) and _OPEN_FROM.match(behind):
            return True
        if "年" not in before and "最終" not in before:
            return False
        if _TURN_OF_YEAR.search(before) or (_TOLD_BUSINESS.search(before) and not _EVENT_THEN.match(behind)):
            return True
        if _THIS_YEAR.search(before) and _OPEN_UNTIL.match(behind):
            return True
        return _NEW_YEAR.search(before) is not None and _OPEN_FROM.match(behind) is not None

    def _is_of_news(self, first: int, stop: int, behind: str) -> bool:
        """Tell the date on which news came out by the word for news beside it, in a line of its own."""
        stamp = _STAMP.fullmatch(self.text, first, stop)
        if stamp is None or tuple(map(int, stamp.groups())) > self.reference.timetuple()[:3]:
            return False  # what is to come is no news yet
        before = self._line_before(first)
        if not before.strip(" \u3000・■●◆[［【"):
            return _NEWS_BEHIND.match(behind) is not None
        if _NUMBERS.fullmatch(self.text, first, stop) and _NOTICE_BEFORE.search(before):
            return True
        return _NEWS_BEFORE.search(before) is not None

    def _claim(self, at: int, stop: int) -> None:
        """Keep the last word of a sentence about a date from saying anything of the date behind it."""
        while (atom := self._atom(at)) is not None and atom.stop <= stop:
            self.claimed = at
            at += 1

    def _is_label(self, at: int) -> bool:
        """Tell a word that says what the date behind it is, not the one before: `17:00 募集期間 2026/10/20`."""
        atom, following = self.atoms[at], self._atom(at + 1)
        if "hours" in atom.senses and atom.gap.endswith((" ", "\u3000")) and _NAMES_DAYS.match(self.text, atom.stop):
            return True  # 10:00〜11:30　定休日：水曜
        while following is not None and not following.gap and "deadline" in following.senses:
            at += 1  # 参加申込締切
            following = self._atom(at + 1)
        tells_how = atom.word.endswith("は") or _TELLS_HOW.match(self.text, atom.stop) is not None
        if atom.gap.endswith((" ", "\u3000")) and "deadline" in atom.senses and tells_how:
            return True  # 10時～11時 申込フォームは8月1日公開
        if following is None or not atom.gap.strip(")）】]"):
            return False
        is_labelled = _BEFORE_LABELLED.fullmatch(following.gap) or _LABEL_ENDS.fullmatch(following.gap)
        return following.digits > 0 and is_labelled is not None

    def _is_of_tickets(self, at: int, first: int) -> bool:
        """Tell a day in the part of a text that tells of tickets, from which on they are sold."""
        before = self.text[max(0, first - _LONGEST_PART) : first]
        if not any(word in before for word in ("チケット", "前売", "プレイガイド", "予約")):
            return False
        if _TICKET_PART.search(before) is None:
            return False
        behind = at
        while behind < len(self.atoms) and behind < at + _MOST_CLOSED and "\n" not in self.atoms[behind].gap:
            if _SOLD_SINCE.match(self.text, self.atoms[behind].stop):
                return True
            behind += 1
        return False

    def _is_closed_at(self, at: int) -> bool:
        """Tell the second half of a word such as `年末年始休業`."""
        atom = self._atom(at)
        return atom is not None and not atom.gap and "except_after" in atom.senses

    def _tells_hours(self, at: int) -> bool:
        """Tell `Horario: lunes a viernes …` from `Horario: 19 h`."""
        return not self.atoms[at].senses.keys().isdisjoint(_OF_HOURS)

    def _is_behind_phone(self, at: int) -> bool:
        """Tell the hours at which a telephone is answered: `TEL: 045-912-7572(平日9:30～17:00)`."""
        first = self.atoms[at].first
        if self.atoms[at].senses.keys().isdisjoint(_OF_HOURS) or not self.text[first - 1 : first].strip("0123456789"):
            return False
        return _PHONE.search(self.text[max(0, first - _LONGEST_PHONE) : first]) is not None

    def _is_open_start(self, at: int) -> bool:
        """Tell a date with a wave dash in front of it and no date before that: `～12月27日`, `開催中〜1月11日`."""
        first = self.atoms[at].first
        before = self.text[max(0, first - 12) : first].rstrip(" ")
        if not before.endswith(("~", "〜", "～")):
            return False
        before = before.rpartition("\n")[2].rstrip("~〜～ ")
        return re.search(r"\d[^\d]{0,3}$|\d{1,2}[/月:時]", before) is None


def _leaves_bracket(between: str) -> bool:
    """Tell whether a bracket is closed that was not opened there: what stands in it says nothing of what follows."""
    return between.count(")") > between.count("(")
