"""Saved searches told: by e-mail digest, by web push.

mail.py     a letter, and who hands it to a mail server
"""

from eventlocky.notify.mail import Letter, Mailer

__all__ = ["Letter", "Mailer"]
