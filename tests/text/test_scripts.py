"""Which script a page is written in."""

from __future__ import annotations

from eventlocky.text.scripts import is_japanese


def test_a_page_with_a_good_part_of_kana_is_japanese():
    assert is_japanese("春の演奏会のおしらせ 5月1日")
    assert not is_japanese("Spring concert on 1 May, 春の in between of many other words that are not")
    assert not is_japanese("五月一日音乐会")
    assert not is_japanese("")
