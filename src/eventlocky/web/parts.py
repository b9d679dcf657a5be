"""What the pages about single things share: small words of theirs, and what their maps are made of."""

from __future__ import annotations

from datetime import date
from decimal import Decimal, InvalidOperation
from urllib.parse import unquote, urlsplit

from fastapi import Request

from eventlocky.settings import Settings
from eventlocky.web.language import LANGUAGES, words_under
from eventlocky.web.look import templates

_LONGEST = 60
_SIGNS = {"EUR": "€", "USD": "$", "GBP": "£", "JPY": "¥"}
_BEFORE = frozenset({"USD", "GBP", "JPY"})
"""Currencies whose sign is written before the amount."""
_NO_CENTS = frozenset({"JPY", "KRW", "HUF"})


def bare(address: str | None) -> str:
    """Say an address as people do: without its scheme, not too long.

    >>> bare("https://www.harbour.example/events/")
    'harbour.example/events'
    """
    if not address:
        return ""
    try:
        parts = urlsplit(address)
    except ValueError:
        return address[:_LONGEST]
    said = (parts.netloc.removeprefix("www.") + unquote(parts.path)).rstrip("/") or address
    said = "".join(letter for letter in said if letter.isprintable())
    return said if len(said) <= _LONGEST else said[: _LONGEST - 1] + "…"


def money(amount: str | None, currency: str | None) -> str:
    """Say an amount: `12.50 €`, `$8`, `¥1,200`."""
    try:
        number = Decimal(amount or "")
    except InvalidOperation:
        return amount or ""
    if not number.is_finite():
        return amount or ""
    is_whole = number == number.to_integral_value() or currency in _NO_CENTS
    said = f"{number:,.0f}" if is_whole else f"{number:,.2f}"
    sign = _SIGNS.get(currency or "", currency or "")
    return f"{sign}{said}" if currency in _BEFORE else f"{said} {sign}".strip()


def whole(number: str | None) -> str:
    """Say a number without what stands behind its point, where that is nothing."""
    try:
        value = Decimal(number or "")
    except InvalidOperation:
        return number or ""
    return f"{value:.0f}" if value.is_finite() else ""


def map_of(request: Request) -> dict[str, object]:
    """Return what the small map of a page is made of."""
    settings: Settings = request.app.state.settings
    return {"map_tiles": settings.map_tiles, "map_credit": settings.map_credit, "map_file": settings.map_file}


templates.env.filters.update(bare=bare, money=money, whole=whole)
templates.env.globals["known_categories"] = frozenset(words_under(LANGUAGES[0], "category"))
templates.env.globals["long_ago"] = date.min
"""For `when`, where a day shall not be said as today or tomorrow: a day so long ago that no other is near it."""
