"""Saved searches told: by e-mail digest, by web push.

mail.py      a letter, and who hands it to a mail server       digest.py    what a search has to tell, as a letter
push.py      a message to a browser, encrypted and signed      schedule.py  when a search is due next
due.py       everybody who is due, each once                   runner.py    over and over, beside a server
links.py     addresses on our own pages
"""

from eventlocky.notify.due import Told, send_due
from eventlocky.notify.mail import Letter, Mailer
from eventlocky.notify.push import Pusher

__all__ = ["Letter", "Mailer", "Pusher", "Told", "send_due"]
