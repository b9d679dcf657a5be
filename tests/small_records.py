"""Small labelled records, written for the tests: events and what is none, of six made-up sites."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import numpy as np

RECORDS = [
    ("hall", 1, "2026年5月1日（金）ジャズ演奏会 会場：港ホール 開演19:00 前売2,000円"),
    ("hall", 1, "2026年5月9日（土）春の講演会 会場：市民会館 14:00から"),
    ("hall", 0, "営業時間 10:00〜18:00 定休日：月曜日"),
    ("hall", 0, "お問い合わせ 電話 00-0000-0000"),
    ("club", 1, "第12回 写真教室 開催日 6月6日（土）定員10名 参加費無料"),
    ("club", 1, "第13回 写真教室 開催日 7月4日（土）定員10名 参加費無料"),
    ("club", 0, "会社概要 代表取締役 設立 1980年"),
    ("club", 0, "プライバシーポリシー 利用規約"),
    ("shop", 1, "期間限定キャンペーン 5月1日〜5月31日 全品10%割引"),
    ("shop", 1, "夏祭りフェア開催 7月20日から 会場：駅前広場"),
    ("shop", 0, "サラダセット 800円（税込）"),
    ("shop", 0, "カレーライス 750円（税込）"),
    ("band", 1, "Live 14 November 2026, doors 19:00, tickets 12 EUR, Old Harbour Club"),
    ("band", 1, "Concert 15 November 2026, 20:00, tickets at the venue, Old Harbour Club"),
    ("band", 0, "Album, 12 songs, released 2019"),
    ("band", 0, "Posted 3 May 2026 by Ann, 2 comments"),
    ("haus", 1, "Konzert am Sa, 14.11.2026, 19:30 Uhr, Eintritt 12 Euro, Rathaus"),
    ("haus", 1, "Vortrag am So, 15.11.2026, 11:00 Uhr, Eintritt frei, Rathaus"),
    ("haus", 0, "Impressum und Datenschutz"),
    ("haus", 0, "Öffnungszeiten: Mo bis Fr 9 bis 17 Uhr"),
    ("press", 1, "2026年8月2日（日）花火大会 会場：河川公園 19:30から"),
    ("press", 1, "トークイベント 2026年9月5日（土）会場：図書館 入場無料"),
    ("press", 0, "新聞に掲載されました 2020年1月5日"),
    ("press", 0, "採用情報 アルバイト募集 給与 勤務時間"),
]
SITES = [site for site, _, _ in RECORDS]
LABELS = [label for _, label, _ in RECORDS]
TEXTS = [text for _, _, text in RECORDS]


def without_gensim(monkeypatch) -> None:
    """Let word vectors be drawn in place of trained: what is tested here does not depend on them."""
    from eventlocky.classify import embed, paragraphs

    def draw(sentences, seed, epochs=0):
        words = sorted({word for words in sentences for word in words})
        rows = embed.rounded(np.random.default_rng(seed).normal(size=(len(words), 8)))
        return embed.Vectors({word: place for place, word in enumerate(words)}, rows)

    def learn(self, sentences, labels):
        self.vectors_ = draw(sentences, self.seed)
        self.outputs_ = self.vectors_.rows[::-1].copy()
        self.noise_ = paragraphs._cumulated(np.ones(len(self.outputs_)))

    monkeypatch.setattr(embed, "fit", draw)
    monkeypatch.setattr(paragraphs.Pvdm, "_learn", learn)


def trained(name: str, **parameters):
    """Return a classifier of texts that has learned the records above."""
    from eventlocky import classify

    if name in {"onehot-svm", "best-text"}:
        parameters.setdefault("log_c", -2.0)
    elif name not in {"bayes", "knn", "dealfinder"}:
        parameters.setdefault("log_c", 5.0)
        parameters.setdefault("log_gamma", -1.0)
    return classify.TEXT_CLASSIFIERS[name](**parameters).fit(TEXTS, LABELS, SITES)


def write_records(folder: Path) -> Path:
    """Write the records as a file of JSON lines."""
    import json

    file = folder / "records.jsonl"
    rows = [{"text": text, "label": label, "site": site} for site, label, text in RECORDS]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return file


small = SimpleNamespace(
    texts=TEXTS, labels=LABELS, sites=SITES, trained=trained, write=write_records, without_gensim=without_gensim
)
