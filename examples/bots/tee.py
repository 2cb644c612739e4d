#!/usr/bin/env python3
"""Write down what a bot and paiju say to each other:  "process:examples/bots/tee.py talk.log ./mybot"

Lines to the bot begin with `> `, lines from it with `< `.
"""

import subprocess
import sys
import threading


def copy(source, target, log, mark):
    for line in source:
        log.write(mark + line)
        log.flush()
        target.write(line)
        target.flush()
    target.close()


def main():
    with open(sys.argv[1], "w", encoding="utf-8") as log:
        bot = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
        back = threading.Thread(target=copy, args=(bot.stdout, sys.stdout, log, "< "))
        back.start()
        copy(sys.stdin, bot.stdin, log, "> ")
        back.join()
        bot.wait()


if __name__ == "__main__":
    main()
