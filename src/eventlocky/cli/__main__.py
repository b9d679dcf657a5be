"""`python -m eventlocky.cli` is `eventlocky`."""

import sys

from eventlocky.cli import main

sys.exit(main())
