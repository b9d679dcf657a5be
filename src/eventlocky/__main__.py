"""`python -m eventlocky` is `eventlocky`."""

import sys

from eventlocky.cli import main

if __name__ == "__main__":
    sys.exit(main())
