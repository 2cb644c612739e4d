"""`python -m paiju` is the command `paiju`."""

from paiju.cli import main

if __name__ == "__main__":
    main()
