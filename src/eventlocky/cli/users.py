"""`eventlocky users`: the accounts of a store, by hand."""

from __future__ import annotations

import argparse
import getpass
import json
import sys
from typing import TYPE_CHECKING, Any

from eventlocky.cli import options as shared
from eventlocky.cli.search import add_store, store_path
from eventlocky.errors import EventlockyError, MissingExtraError, StoreError

if TYPE_CHECKING:
    from eventlocky.store import Account, Store

SUMMARY = "List, add, confirm and delete accounts, give roles, and make links to new passwords."
EXAMPLE = "eventlocky users add anna@example.org --role admin --store town.sqlite"
ROLES = ("reader", "editor", "admin")


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    verbs = parser.add_subparsers(metavar="VERB", required=True, dest="verb")
    _verb(verbs, "list", "print the accounts, a line each", has_address=False)
    adding = _verb(verbs, "add", "make an account with a confirmed address; the password is asked for or piped in")
    adding.add_argument("--role", choices=ROLES, default="reader", help="what it may do (reader)")
    adding.add_argument("--name", default="", help="the name that it goes by")
    role = _verb(verbs, "role", "give an account another role; the last admin stays one")
    role.add_argument("role", choices=ROLES, help="the role")
    _verb(verbs, "confirm", "confirm the address of an account")
    _verb(verbs, "reset", "print a link to a new password, which works once")
    _verb(verbs, "delete", "delete an account with all that is its own")


def _verb(verbs: Any, name: str, summary: str, *, has_address: bool = True) -> argparse.ArgumentParser:
    made: argparse.ArgumentParser = verbs.add_parser(
        name, help=summary, description=f"{summary[0].upper()}{summary[1:]}."
    )
    if has_address:
        made.add_argument("email", metavar="ADDRESS", help="the e-mail address of the account")
    add_store(made)
    return made


def run(options: argparse.Namespace) -> int:
    """Do what was asked, and print what became of it."""
    from eventlocky.store import Store

    work = {"list": _list, "add": _add, "role": _role, "confirm": _confirm, "reset": _reset, "delete": _delete}
    with Store(store_path(options)) as store:
        return work[options.verb](store, options)


def _list(store: Store, options: argparse.Namespace) -> int:
    found, after = 0, 0
    while page := store.accounts.all(after, 500):
        for account in page:
            _print(account, options)
        found, after = found + len(page), page[-1].id
    return 0 if found else 1


def _add(store: Store, options: argparse.Namespace) -> int:
    try:
        from eventlocky.web import fields
        from eventlocky.web.passwords import Passwords
    except ImportError as error:
        what = "Hashing a password"
        raise MissingExtraError(what, "web") from error
    email, name = fields.address(options.email), fields.name(options.name)
    if store.accounts.find(email) is not None:
        raise StoreError("There is an account with this address already.")
    password = fields.password(_password(), email)
    passwords = Passwords(shared.settings_of(options))
    try:
        hashed = passwords.hash_now(password)
    finally:
        passwords.close()
    with store.together():
        made = store.accounts.add(email, hashed, name, options.role)
        made = store.accounts.change(made.id, confirmed=store.clock())
    _print(made, options)
    return 0


def _password() -> str:
    """Return a password that was piped in, or asked for twice."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    password = getpass.getpass("Password: ")
    if getpass.getpass("Again: ") != password:
        raise EventlockyError("The two passwords differ. Do it again.")
    return password


def _role(store: Store, options: argparse.Namespace) -> int:
    _print(store.accounts.change(_account(store, options).id, role=options.role), options)
    return 0


def _confirm(store: Store, options: argparse.Namespace) -> int:
    account = _account(store, options)
    _print(store.accounts.change(account.id, confirmed=account.confirmed or store.clock()), options)
    return 0


def _reset(store: Store, options: argparse.Namespace) -> int:
    try:
        from eventlocky.web.desk import home
        from eventlocky.web.people import RESET
        from eventlocky.web.visitor import digest, new_secret
    except ImportError as error:
        what = "A link to a new password"
        raise MissingExtraError(what, "web") from error
    account, settings, secret = _account(store, options), shared.settings_of(options), new_secret()
    with store.together():
        store.accounts.end_all(account.id, RESET)
        store.accounts.give(account.id, RESET, digest(secret), settings.reset_hours * 3_600)
    link = f"{home(settings)}/account/new-password?token={secret}"
    print(json.dumps({"email": account.email, "link": link}) if options.json else link)
    print(f"It works once, within {settings.reset_hours:g} hours. Give it to nobody else.", file=sys.stderr)
    return 0


def _delete(store: Store, options: argparse.Namespace) -> int:
    account = _account(store, options)
    store.accounts.delete(account.id)
    _print(account, options)
    print("Deleted.", file=sys.stderr)
    return 0


def _account(store: Store, options: argparse.Namespace) -> Account:
    account = store.accounts.find(options.email)
    if account is None:
        message = f"There is no account {options.email}. eventlocky users list shows them."
        raise StoreError(message)
    return account


def _print(account: Account, options: argparse.Namespace) -> None:
    confirmed = account.confirmed.isoformat(timespec="seconds") if account.confirmed else None
    created = account.created.isoformat(timespec="seconds")
    if options.json:
        row = {"id": account.id, "email": account.email, "name": account.name, "role": account.role,
               "created": created, "confirmed": confirmed}  # fmt: skip
        print(json.dumps(row, ensure_ascii=False))
        return
    state = "confirmed" if confirmed else "not confirmed"
    print(
        f"{account.email}  {account.role}  {state}  since {created[:10]}"
        + (f"  {account.name}" if account.name else "")
    )
