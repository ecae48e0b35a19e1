"""`python -m salience` is the command line."""

from salience.cli.app import main

if __name__ == "__main__":
    main()
