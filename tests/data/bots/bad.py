#!/usr/bin/env python3
"""Bots that misbehave, one a word: bad.py silent, bad.py babbles. Most begin properly."""

import os
import sys
import time


def say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def first(line):
    """The first action a `go` offers."""
    return line.split(" ", 4)[4].split(";")[0].strip()


def forever(data):
    while True:
        os.write(1, data)


def daemon(seconds):
    """A child that has left its parent, its session and its pipes."""
    if os.fork() == 0:
        os.setsid()
        if os.fork():
            os._exit(0)
        null = os.open(os.devnull, os.O_RDWR)
        for descriptor in range(3):
            os.dup2(null, descriptor)
        os.execvp("sleep", ["sleep", seconds])


def hoard():
    hoarded = []
    while True:
        hoarded.append(bytearray(os.urandom(1 << 20) * 16))


def fork_all_it_can(line):
    children = 0
    try:
        while children < 500:
            if os.fork() == 0:
                time.sleep(1000)
            children += 1
    except OSError:
        pass
    say(f"info {children}")
    say(first(line))


def call_out(line):
    """Is there a network? Answers with a remark first."""
    import socket

    try:
        socket.create_connection(("127.0.0.1", int(sys.argv[2])), timeout=1).close()
        say("info connected")
    except OSError as error:
        say(f"info refused {error}")
    say(first(line))


def tell_surroundings(line):
    say("info " + " ".join(sorted(os.environ)) + f" {os.environ['HOME'] == os.environ['TMPDIR']}")
    with open(os.path.join(os.environ["TMPDIR"], "note"), "w") as file:
        file.write("mine")
    say(first(line))


def flood_log(line):
    for _ in range(1000):
        sys.stderr.write("x" * 1000 + "\n")
    sys.stderr.write("the very last\n")
    sys.stderr.flush()
    say(first(line))


def die(line):
    sys.exit("no more cards for me")


AT_GO = {
    "dies": die,
    "silent": lambda line: time.sleep(1000),
    "babbles": lambda line: forever(b"la" * 5000),
    "chatters": lambda line: forever(b"what a nice card\n" * 500),
    "binary": lambda line: (os.write(1, b"play \xff\xfe\x00\n"), time.sleep(1000)),
    "winded": lambda line: (say("info " + "x" * 100_000), say(first(line))),
    "twice": lambda line: say(first(line) + "\n" + first(line)),
    "illegal": lambda line: say("play 2C" if first(line) != "play 2C" else "play 3C"),
    "nonsense": lambda line: say("play XX"),
    "mumbles": lambda line: (say("QS"), time.sleep(1000)),
    "gives_up": lambda line: say("error I cannot play this"),
    "leaves_children": lambda line: (daemon(sys.argv[2]), time.sleep(0.2), sys.exit(1)),
    "forks": fork_all_it_can,
    "hangs_up": lambda line: (os.close(1), time.sleep(1000)),
    "hoards": lambda line: hoard(),
    "calls_out": call_out,
    "surroundings": tell_surroundings,
    "logs": flood_log,
    "waits_for_stop": lambda line: (sys.stdin.readline(), say(first(line))),
    "good": lambda line: say(first(line)),
    "thinks_aloud": lambda line: (say("info deep"), say("frobnicate 3"), say(""), say(first(line).upper())),
}


def main():
    word = sys.argv[1]
    if word == "stillborn":
        sys.exit("I will not")
    if word == "deaf":
        time.sleep(1000)
    for line in sys.stdin:
        if line.startswith("paiju "):
            if word == "picky":
                say("games luzi")
            say("id name Bad\nid version 0.1\noption depth 3 how far it looks\nok" + (" 2" if word == "future" else ""))
        elif line.startswith("setoption "):
            say("info " + line.strip())
        elif line.startswith("isready"):
            say("readyok")
            if word == "eager":
                say("play 2C")
        elif line.startswith("ping "):
            say("pong " + line.split()[1])
        elif line.startswith("go "):
            AT_GO.get(word, AT_GO["good"])(line)
        elif line == "quit\n":
            break


main()
