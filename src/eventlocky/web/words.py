"""Days and times in the words that people use."""

from __future__ import annotations

from datetime import date, timedelta


def day(stamp: str | None, today: date) -> str:
    """Say a day: `Today`, `Tomorrow`, `Saturday 14 November`, with the year where it is another."""
    if stamp is None:
        return "Any time"
    then = date.fromisoformat(stamp[:10])
    if then == today:
        return "Today"
    if then == today + timedelta(days=1):
        return "Tomorrow"
    return f"{then:%A} {then.day} {then:%B}" + ("" if then.year == today.year else f" {then.year}")


def clock(stamp: str | None) -> str:
    """Say a time of day, or nothing where none is known."""
    return stamp[11:16] if stamp and "T" in stamp else ""


def until(start: str | None, end: str | None) -> str:
    """Say how long it lasts: `until 21:30`, `until 3 December`, or nothing."""
    if not end or end == start:
        return ""
    if start and end[:10] == start[:10]:
        return f"until {clock(end)}" if clock(end) else ""
    last = date.fromisoformat(end[:10])
    return f"until {last.day} {last:%B}"


def web_link(address: str | None) -> str | None:
    """Let only web addresses become links."""
    return address if address and address.startswith(("http://", "https://")) else None
