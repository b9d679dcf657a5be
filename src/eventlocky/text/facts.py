"""What a record's text says, as facts that hold on any site: cues in its words, dates, prices, its build.

A fact is a short name such as `gather>=1` or `venue&timed`. Cues are groups of words that mean the same for the
question "is this an event?": what people gather for, what is offered for a while, labels such as 会場, what speaks of
releases, press, opening hours, jobs. They are written for Japanese shops, artists, clubs and towns with English and
German beside; the weights are learned.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from datetime import date
from itertools import combinations

from eventlocky import dates
from eventlocky.dates import Mention, Role
from eventlocky.text import contacts, money
from eventlocky.text.words import by_letter

_LONGEST = 6_000
"""Characters of a text that are read: the longest record of the corpora has 1,200."""

_HEAD = 25
"""Characters in which a headline says what it is about."""

_REFERENCE = date(2020, 1, 1)
"""The day texts are read from: which year is meant does not matter here."""

_CUES = {
    "gather": """
        ライブ live コンサート concert konzert リサイタル 演奏会 フェス 祭 まつり マルシェ マーケット フェア バザー
        展示会 展覧会 個展 作品展 美術展 写真展 企画展 特別展 exhibition ausstellung 公演 上演 上映 舞台
        performance 講座 講演 講習 セミナー seminar lecture vortrag シンポジウム フォーラム ワークショップ workshop
        研究会 勉強会 学会 大会 総会 協議会 会議 meeting 研修 説明会 相談会 交流会 体験会 見学会 発表会 観察会 鑑賞
        教室 体験 ツアー tour マラソン 選手権 ウォーク トークショー イベント event オフ会 ワンマン 花火 サロン
        読み聞かせ おはなし会 茶会 パーティ party オープンキャンパス コンテスト コンクール トーナメント festival
        meetup
    """,
    "offer": """
        キャンペーン campaign クーポン coupon 割引 割プラン 引き セール sale rabatt 半額 無料 プレゼント 特典 限定
        コラボ ポイント おトク お得 宴会プラン プラン 新発売 新商品 新メニュー 登場 販売開始 発売開始 予約受付
    """,
    "takes": """
        開催 行われ 実施 出演 出店 出場 参戦 開演 開場 開講 上映 配信 open start einlass beginn doors 参加者 集合
    """,
    "label": """
        日時 日程 開催日 会場 場所 定員 参加費 入場料 料金 前売 当日券 チケット ticket charge adv. eintritt
        admission 申込 申し込み 講師 主催 共催 対象 出演者 ゲスト 持ち物 予約 期間 venue
    """,
    "venue": """
        ホール hall 会館 センター アリーナ 公民館 体育館 美術館 博物館 図書館 ギャラリー スタジアム キャンパス
        ドーム 劇場 シアター theater プラザ 公園 広場 ホテル カフェ cafe ライブハウス スタジオ 会議室 講堂 club
        プレイルーム 競技場 学校 大学
    """,
    "news": "お知らせ 情報 連絡 ニュース news トピックス について 記事 ご案内",
    "release": """
        アルバム シングル album single 収録 作曲 編曲 作詞 cd dvd リリース 発売日 主題歌 楽曲 品番 track バージョン
        ver. アップデート ダウンロード
    """,
    "press": "新聞 ラジオ テレビ 放送 番組 雑誌 掲載 取材 メディア インタビュー 出版 著 定価 文庫 isbn",
    "post": """
        投稿 公開日 更新 コメント comment 返信 カテゴリ タグ ブログ 前の 次の 一覧 続きを読む アーカイブ 作成者
        posted permalink
    """,
    "hours": """
        営業時間 定休日 受付時間 休業日 ランチタイム オーダーストップ ラストオーダー l.o 診療時間 開館時間 休館
        アクセス 駐車場 徒歩 チェックイン öffnungszeiten
    """,
    "contact": "お問い合わせ お問合せ 問合 tel fax 〒 mail @ 電話 住所",
    "job": "採用 募集職種 求人 給与 勤務 応募資格 アルバイト 履歴書",
    "legal": """
        規約 プライバシー 個人情報 著作権 copyright © 会社概要 代表取締役 設立 資本金 特定商取引 免責 許可 認定
        沿革 impressum
    """,
    "ended": "終了 休業 中止 停止 変更 延期 リニューアル お詫び メンテナンス 臨時",
    "report": "報告 レポート 様子 でした ました report",
    "invite": "ください お待ち ぜひ 是非 しませんか どなた 募集 みんなで 楽しみ ましょう ご参加",
    "menu": """
        トップ ホーム home メニュー サイトマップ ページ こちら 戻る 閉じる 検索 ログイン 詳細 もっと見る sns
        twitter facebook instagram
    """,
    "dish": """
        ソース サラダ セット 定食 ラーメン カレー バーガー 丼 焼き 刺身 スープ サワー ビール ワイン 酒 コーヒー
        ジュース 税込 税別
    """,
}


def _pattern(words: str) -> re.Pattern[str]:
    """Return a pattern for words; one in Latin letters must not run on from another."""
    ordered = sorted(set(words.split()), key=lambda word: (-len(word), word))
    return re.compile(
        by_letter(
            "|".join(
                rf"{word[0]}(?<![a-z]{word[0]}){re.escape(word[1:])}" if word[0].isascii() else re.escape(word)
                for word in ordered
            )
        )
    )


_PATTERNS = {name: _pattern(words) for name, words in _CUES.items()}
_ORDINAL = re.compile(r"第 ?\d{1,4}[\d,・、~ ]{0,12}[回弾期]|vol\.? ?\d{1,4}|#\d{1,4}|\d{1,4}(?:回目|周年)")
_LETTER = re.compile(r"[^\W\d_]")
_SCRIPTS = {
    "kanji": re.compile(r"[\u3400-\u9fff]"),
    "katakana": re.compile(r"[\u30a1-\u30ff]"),
    "hiragana": re.compile(r"[\u3041-\u309f]"),
    "latin": re.compile(r"[a-z]"),
    "digits": re.compile(r"\d"),
}
_SIGNS = {"!": "bang", "「": "quoted", "『": "quoted", "【": "bracketed", "。": "sentences", "http": "linked"}
_MOST = 4
"""A count is told up to this many."""

_FEWEST_LETTERS = 3
_PAIRED = (
    *_CUES,
    "ordinal", "dated", "undated", "weekday", "timed", "range", "money", "first", "rule", "bare", "posted", "month",
)  # fmt: skip
"""Facts that are told in pairs too: what one means depends on another (a date beside `hours`, beside `gather`)."""


def facts(text: str) -> list[str]:
    """Return the facts of a text."""
    text = unicodedata.normalize("NFKC", text[:_LONGEST]).casefold()
    mentions = dates.find(text, reference=_REFERENCE)
    counts = _cues(text) | _dates(text, mentions) | _rest(text, mentions)
    told = [f"{name}>={step}" for name, count in counts.items() if count for step in range(1, min(_MOST, count) + 1)]
    told += _build(text)
    held = [name for name in _PAIRED if counts.get(name)] + [f"long{len(text).bit_length() // 2}"]
    return [*told, *map("&".join, combinations(held, 2))]


def _cues(text: str) -> dict[str, int]:
    """Count the different words of every group, and tell which groups stand in the head."""
    counts: dict[str, int] = {}
    for name, pattern in _PATTERNS.items():
        counts[name] = len(set(pattern.findall(text)))
        counts[f"{name}-head"] = counts[name] > 0 and pattern.search(text, 0, _HEAD) is not None
    counts["ordinal"] = len(_ORDINAL.findall(text))
    return counts


def _dates(text: str, mentions: Sequence[Mention]) -> dict[str, int]:
    """Count what the mentions of dates say."""
    days = [mention for mention in mentions if mention.start.day is not None and mention.start.month is not None]
    meant = [mention for mention in days if mention.role in {Role.START, Role.END}]
    checks: dict[str, tuple[Sequence[Mention], Callable[[Mention], object]]] = {
        "weekday": (meant, lambda mention: mention.start.weekday is not None),
        "year": (meant, lambda mention: mention.start.year),
        "range": (meant, lambda mention: mention.end is not None and mention.end.day is not None),
        "timed": (mentions, lambda mention: mention.start.has_time),
        "until": (mentions, lambda mention: mention.start.has_time and mention.end and mention.end.has_time),
        "doors": (mentions, lambda mention: mention.doors),
        "hours-date": (mentions, lambda mention: mention.role == Role.HOURS),
        "posted": (mentions, lambda mention: mention.role in {Role.POSTED, Role.UPDATED, Role.COPYRIGHT}),
        "deadline": (mentions, lambda mention: mention.role == Role.DEADLINE),
        "month": (mentions, lambda mention: mention.start.month and not mention.start.day),
        "year-only": (mentions, lambda mention: mention.start.year and not mention.start.month),
        "rule": (mentions, lambda mention: mention.rule),
    }
    counts = {name: sum(bool(check(mention)) for mention in some) for name, (some, check) in checks.items()}
    counts |= {"days": len(days), "dated": len(meant), "undated": not meant}
    last = days[-1] if days else None
    counts["first"] = bool(days) and days[0].first <= 2  # noqa: PLR2004 - behind a mark of a list
    counts["last"] = last is not None and last.stop >= len(text) - 2
    counts["stamp"] = last is not None and last.stop >= len(text) - 2 and last.start.has_time and last.end is None
    return counts


def _rest(text: str, mentions: Sequence[Mention]) -> dict[str, int]:
    """Count prices and addresses, and tell a text that says nothing beside dates, ordinals and cues."""
    pieces, begin = [], 0
    for mention in mentions:
        pieces.append(text[begin : max(begin, mention.first)])
        begin = max(begin, mention.stop)
    rest = _ORDINAL.sub(" ", " ".join([*pieces, text[begin:]]))
    for pattern in _PATTERNS.values():
        rest = pattern.sub(" ", rest)
    signs: dict[str, int] = {}
    for sign, name in _SIGNS.items():
        signs[name] = signs.get(name, 0) + text.count(sign)
    return signs | {
        "money": len(money.find(text)),
        "percent": len(money.find_percentages(text)),
        "address": len(contacts.find_addresses(text)),
        "phone": len(contacts.find_phones(text)),
        "bare": len(_LETTER.findall(rest)) < _FEWEST_LETTERS,
        "only-date": bool(mentions) and len(_LETTER.findall(" ".join([*pieces, text[begin:]]))) < _FEWEST_LETTERS,
    }


def _build(text: str) -> list[str]:
    """Tell how long a text is and which scripts it is made of."""
    told = [f"length>={step}" for step in range(1, len(text).bit_length())]
    for name, pattern in _SCRIPTS.items():
        share = len(pattern.findall(text)) / max(1, len(text))
        told += [f"{name}>={step}" for step in range(1, int(6 * share) + 1)]
    return told
