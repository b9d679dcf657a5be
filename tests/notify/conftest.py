"""What the tests of notices share: a mail server on this machine, a certificate for it."""

from __future__ import annotations

import sys
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest

sys.path += [str(Path(__file__).parent), str(Path(__file__).parent.parent / "formats")]  # the table of hostile texts

from postoffice import HALL, JAZZ, TALK, Post

from eventlocky.store import Query, Store


@pytest.fixture
def store(tmp_path, clock):
    """A store with two events and somebody who wants to hear of jazz."""
    with Store(tmp_path / "a.sqlite", clock=clock) as opened:
        opened.keep(HALL, HALL.website, "event", [JAZZ, TALK])
        anna = opened.accounts.add("anna@example.org", "argon", "Anna").id
        opened.accounts.change(anna, confirmed=clock.now, profile={"zone": "Europe/Berlin"})
        yield opened


@pytest.fixture
def saved(store):
    return store.searches.add(1, "Jazz", Query(words="jazz"), "email", 86_400)


@pytest.fixture
def post():
    with Post() as server:
        yield server


@pytest.fixture(scope="session")
def certificate(tmp_path_factory) -> tuple[str, str]:
    """A certificate for 127.0.0.1 that signs itself, with its key."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=2))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    folder = tmp_path_factory.mktemp("certificate")
    (folder / "cert.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    (folder / "key.pem").write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return str(folder / "cert.pem"), str(folder / "key.pem")
