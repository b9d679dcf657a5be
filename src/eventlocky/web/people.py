"""What can be done with an account, once for pages and API: sign up, confirm, sign in, reset, change, delete, export.

Whether an address has an account is told to nobody: the answer, and how long it takes, are the same. What differs is
the letter that goes to the address. A secret of a letter is kept as a digest, ends, and works once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from eventlocky.errors import DatabaseError, FormError, StoreError
from eventlocky.formats import clean
from eventlocky.notify.mail import Letter
from eventlocky.store import Account, Store
from eventlocky.web import fields, letters
from eventlocky.web.desk import Desk
from eventlocky.web.reading import Answer
from eventlocky.web.visitor import BEARER, COOKIE, Visitor, digest, new_secret

CONFIRM, RESET, ADDRESS = "confirm", "reset", "address"
_HOUR_S, _DAY_S = 3_600.0, 86_400.0
_MOST_SESSIONS = 50
_LONGEST_LABEL = 120
_NO_LINK = "This link was used already, is too old, or was never good. Ask for a new one."


# Signing up --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SignUp:
    """What somebody who wants an account fills in."""

    email: str
    password: str
    name: str = ""


async def sign_up(desk: Desk, asked: SignUp, address: str) -> Letter:
    """Make an account, and return the letter for its address; one that has an account gets another letter."""
    if not desk.settings.sign_up:
        raise FormError("", "Nobody can sign up here. Ask who runs this server for an account.")
    email, name = fields.address(asked.email), fields.name(asked.name)
    fields.password(asked.password, email)
    desk.limits.take("sign-up", address=address, account=email)
    hashed = await desk.passwords.hash(asked.password)
    secret, settings = new_secret(), desk.settings

    def add(store: Store) -> Letter:
        with store.together():
            known = store.accounts.find(email)
            if known is not None:
                store.accounts.give(known.id, RESET, digest(secret), settings.reset_hours * _HOUR_S)
                return letters.known_already(email, desk.home, secret, settings.reset_hours)
            account = store.accounts.add(email, hashed, name)
            store.accounts.give(account.id, CONFIRM, digest(secret), settings.confirm_hours * _HOUR_S)
            return letters.confirm(email, desk.home, secret, settings.confirm_hours)

    return await desk.readings.ask(add)


async def confirm_again(desk: Desk, account: Account) -> Letter | None:
    """Return a new letter that confirms an address; the links before it end."""
    if account.confirmed is not None:
        return None
    desk.limits.take("secrets", account=str(account.id))
    secret, settings = new_secret(), desk.settings

    def give(store: Store) -> None:
        with store.together():
            store.accounts.end_all(account.id, CONFIRM)
            store.accounts.give(account.id, CONFIRM, digest(secret), settings.confirm_hours * _HOUR_S)

    await desk.readings.ask(give)
    return letters.confirm(account.email, desk.home, secret, settings.confirm_hours)


async def confirm(desk: Desk, secret: str, address: str) -> Letter | None:
    """Confirm the address that a link was sent to: that of an account, or its new one."""
    desk.limits.take("link", address=address)
    mark, now = digest(secret), desk.readings.clock()

    def take(store: Store) -> tuple[Account | None, str]:
        with store.together():
            account = store.accounts.take(CONFIRM, mark)
            if account is not None:
                return store.accounts.change(account.id, confirmed=now), ""
            wanted = store.accounts.secret(ADDRESS, mark)
            account = store.accounts.take(ADDRESS, mark)
            if account is None or wanted is None:
                return None, ""
            store.accounts.change(account.id, email=wanted.label, confirmed=now)
            for purpose in (RESET, CONFIRM, ADDRESS):  # what went to the old address is good no more
                store.accounts.end_all(account.id, purpose)
            return account, account.email

    try:
        account, before = await desk.readings.ask(take)
    except StoreError as error:
        if not is_refusal(error):
            raise
        raise FormError("", "This address has an account of its own by now.") from error
    if account is None:
        raise FormError("", _NO_LINK)
    desk.limits.forgive("link", address=address)
    return letters.address_changed(before, desk.home) if before else None


# Signing in and out ------------------------------------------------------------------------------


async def sign_in(desk: Desk, email: str, password: str, address: str) -> Account:
    """Return the account of somebody who knows its password."""
    email = email.strip().casefold()
    desk.limits.take("sign-in", address=address, account=email)
    account = await desk.readings.ask(lambda store: store.accounts.find(email))
    if not await _is_right(desk, account, password):
        raise FormError("", "The address or the password is wrong.")
    assert account is not None
    desk.limits.forgive("sign-in", address=address, account=email)
    return account


async def _is_right(desk: Desk, account: Account | None, password: str) -> bool:
    """Tell whether a password is that of an account; a hash of other costs than ours is made anew."""
    known = account.password if account else None
    kept = await desk.passwords.check(password, known)
    if account is None or kept is None:
        return False
    if kept != known:
        await desk.readings.ask(lambda store: store.accounts.change(account.id, password=kept))
    return True


async def begin_session(desk: Desk, account: Account, purpose: str, label: str, before: Visitor | None = None) -> str:
    """Return the secret of a new session; the one that the visitor had before ends."""
    secret, named = new_secret(), clean.line(label)[:_LONGEST_LABEL]

    def give(store: Store) -> None:
        with store.together():
            if before is not None:
                store.accounts.end(before.account.id, before.purpose, before.digest)
            for old in store.accounts.secrets(account.id, purpose)[_MOST_SESSIONS - 1 :]:
                store.accounts.end(account.id, purpose, old.digest)
            store.accounts.give(account.id, purpose, digest(secret), desk.settings.session_days * _DAY_S, named)

    await desk.readings.ask(give)
    return secret


async def end_session(desk: Desk, visitor: Visitor, mark: str = "") -> None:
    """End a session of somebody, by its digest, or the present one."""
    ended = mark or visitor.digest

    def end(store: Store) -> None:
        for purpose in (COOKIE, BEARER):
            store.accounts.end(visitor.account.id, purpose, ended)

    await desk.readings.ask(end)


async def end_others(desk: Desk, visitor: Visitor) -> None:
    """End all sessions of somebody but the present one."""
    await desk.readings.ask(lambda store: _end_others(store, visitor.account.id, visitor.digest))


def _end_others(store: Store, account: int, but: str = "") -> None:
    with store.together():
        for purpose in (COOKIE, BEARER):
            store.accounts.end_all(account, purpose, but)


async def sessions(desk: Desk, visitor: Visitor) -> list[dict[str, object]]:
    """Return where somebody is signed in, the newest first."""

    def tell(store: Store) -> list[dict[str, object]]:
        held = [
            *store.accounts.secrets(visitor.account.id, COOKIE),
            *store.accounts.secrets(visitor.account.id, BEARER),
        ]
        return [
            {"id": one.digest, "kind": "browser" if one.purpose == COOKIE else "program", "label": one.label,
             "created": one.created.isoformat(timespec="seconds"), "expires": one.expires.isoformat(timespec="seconds"),
             "current": one.digest == visitor.digest}
            for one in sorted(held, key=lambda one: one.created, reverse=True)
        ]  # fmt: skip

    return await desk.readings.ask(tell)


# Passwords and addresses -------------------------------------------------------------------------


def may_reset(desk: Desk, email: str, address: str) -> str:
    """Return the address that a link to a new password is asked for, where it was not asked for too often."""
    email = fields.address(email)
    desk.limits.take("reset", address=address, account=email)
    return email


async def reset(desk: Desk, email: str) -> None:
    """Send a link to a new password to an address that has an account. Call it when the answer has gone out."""
    secret, settings = new_secret(), desk.settings

    def give(store: Store) -> Letter | None:
        account = store.accounts.find(email)
        if account is None:
            return None
        with store.together():
            store.accounts.end_all(account.id, RESET)
            store.accounts.give(account.id, RESET, digest(secret), settings.reset_hours * _HOUR_S)
        return letters.reset(account.email, desk.home, secret, settings.reset_hours)

    await desk.post(await desk.readings.ask(give))


async def new_password(desk: Desk, secret: str, password: str, address: str) -> Letter:
    """Take a new password from who has the link: the address is theirs, and whoever was signed in is no more."""
    fields.password(password)
    desk.limits.take("link", address=address)
    mark, now = digest(secret), desk.readings.clock()
    hashed = await desk.passwords.hash(password)

    def take(store: Store) -> Account | None:
        with store.together():
            account = store.accounts.take(RESET, mark)
            if account is not None:
                store.accounts.change(account.id, password=hashed, confirmed=account.confirmed or now)
                _end_others(store, account.id)
                for purpose in (RESET, CONFIRM, ADDRESS):
                    store.accounts.end_all(account.id, purpose)
            return account

    account = await desk.readings.ask(take)
    if account is None:
        raise FormError("", _NO_LINK)
    desk.limits.forgive("link", address=address)
    return letters.password_changed(account.email, desk.home)


async def check_password(desk: Desk, account: Account, password: str, field: str = "current") -> None:
    """Refuse who does not know the password of the account that they are signed in with."""
    desk.limits.take("secrets", account=str(account.id))
    if not await _is_right(desk, account, password):
        raise FormError(field, "This is not your present password.")
    desk.limits.forgive("secrets", account=str(account.id))


async def change_password(desk: Desk, visitor: Visitor, current: str, password: str) -> Letter:
    """Change a password; whoever else is signed in is no more, and links in letters end."""
    account = visitor.account
    fields.password(password, account.email)
    await check_password(desk, account, current)
    hashed = await desk.passwords.hash(password)

    def change(store: Store) -> None:
        with store.together():
            store.accounts.change(account.id, password=hashed)
            _end_others(store, account.id, visitor.digest)
            for purpose in (RESET, ADDRESS):
                store.accounts.end_all(account.id, purpose)

    await desk.readings.ask(change)
    return letters.password_changed(account.email, desk.home)


async def change_address(desk: Desk, visitor: Visitor, current: str, email: str) -> Letter:
    """Return the letter that makes a new address that of an account, once its owner confirms it."""
    account, wanted = visitor.account, fields.address(email)
    if not desk.can_write:
        raise FormError("", "This server can send no letters, so it cannot check a new address. Ask who runs it.")
    await check_password(desk, account, current)
    desk.limits.take("secrets", account=str(account.id))
    secret, settings = new_secret(), desk.settings

    def give(store: Store) -> Letter:
        with store.together():
            store.accounts.end_all(account.id, ADDRESS)
            store.accounts.give(account.id, ADDRESS, digest(secret), settings.confirm_hours * _HOUR_S, wanted)
            is_taken = store.accounts.find(wanted) is not None
        if is_taken:
            return letters.address_taken(wanted, desk.home)
        return letters.new_address(wanted, desk.home, secret, settings.confirm_hours)

    return await desk.readings.ask(give)


# One's data --------------------------------------------------------------------------------------


async def export(desk: Desk, visitor: Visitor) -> dict[str, object]:
    """Return everything that is known of somebody, for them."""
    known = await desk.readings.ask(lambda store: store.accounts.export(visitor.account.id))
    held = await sessions(desk, visitor)
    return known | {"sessions": [{name: one[name] for name in ("kind", "label", "created", "expires")} for one in held]}


async def delete(desk: Desk, visitor: Visitor, current: str) -> None:
    """Delete an account and all that is its own, where its owner knows the password."""
    await check_password(desk, visitor.account, current)
    await refusing("", desk, lambda store: store.accounts.delete(visitor.account.id))


async def change_role(desk: Desk, account: int, role: str) -> Account:
    """Give an account a role; the last admin keeps theirs."""
    return await refusing("role", desk, lambda store: store.accounts.change(account, role=role))


async def refusing(field: str, desk: Desk, work: Callable[[Store], Answer]) -> Answer:
    """Return what the store answers; what it refuses (not what failed) is said beside a field."""
    try:
        return await desk.readings.ask(work)
    except StoreError as error:
        if not is_refusal(error):
            raise
        raise FormError(field, str(error)) from error


def is_refusal(error: StoreError) -> bool:
    """Tell what the store does not take from what it cannot do."""
    return not isinstance(error, DatabaseError)
