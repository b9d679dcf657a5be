SUMMARY="x"
EXAMPLE="x"
def add(p): pass
def run(o): return 0
