#!/usr/bin/env python3
"""The server under load:  python3 load.py PROGRAM [SESSIONS] [ABORTS]. Prints what it measured."""
import socket
import struct
import sys
import time

from client import Server, Session, wait_for


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def crowd(server, count):
    """Every session analyses; then every session asks for rules and for a move."""
    sessions = [Session(server) for _ in range(count)]
    assert all(session.status == 101 for session in sessions)
    games = [game["name"] for game in sessions[0].hello["games"]]
    print(f"{count} sessions over {', '.join(games)}: {server.memory_kb() // 1024} MB")
    numbers = [session.send("go", game=games[i % len(games)], limits={"infinite": True}) for i, session in enumerate(sessions)]
    begin, starts = time.monotonic(), []
    for session, number in zip(sessions, numbers):
        session.wait(number, "started")
        starts.append(time.monotonic() - begin)
    print(f"analyses: every session had an engine within {max(starts):.1f} s; {server.memory_kb() // 1024} MB")
    rules = []
    for i, session in enumerate(sessions):
        begin = time.monotonic()
        session.wait(session.send("position", game=games[i % len(games)]), "position")
        rules.append(time.monotonic() - begin)
    print(f"questions about rules meanwhile: median {percentile(rules, .5) * 1000:.1f} ms, 99 % {percentile(rules, .99) * 1000:.1f} ms")
    waits = []
    for i, session in enumerate(sessions[:20]):
        begin = time.monotonic()
        answer = session.wait(session.send("go", game=games[i % len(games)], limits={"movetime": 100}), "result")
        assert answer["type"] == "result" and answer["best"], answer
        waits.append(time.monotonic() - begin)
    print(f"a move of 100 ms meanwhile: median {percentile(waits, .5) * 1000:.0f} ms, worst {max(waits) * 1000:.0f} ms")
    for session in sessions:
        session.close()
    assert wait_for(lambda: server.files() < 40), "sessions stayed open"
    print(f"after they left: {server.memory_kb() // 1024} MB, {server.files()} open files")


def aborts(server, count):
    game = None
    memory = []
    for i in range(count):
        if i % 2 == 0:
            connection = socket.create_connection((server.host, server.port), 10)
            connection.sendall(b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgra"[: i % 40])
        else:
            session = Session(server)
            connection = session.socket
            if session.status == 101:
                game = game or session.hello["games"][0]["name"]
                if i % 5 == 0:
                    session.send("go", game=game, limits={"infinite": True})
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.close()
        if i % (count // 5) == count // 5 - 1:
            memory.append(server.memory_kb())
    assert wait_for(lambda: server.files() < 40), "connections stayed open"
    print(f"{count} connects and aborts: memory after each fifth {', '.join(str(kb) for kb in memory)} kB, {server.files()} open files")
    session = Session(server)
    answer = session.wait(session.send("go", game=game, limits={"depth": 2}), "result")
    assert answer["type"] == "result"
    print("the server answers")


def main():
    program = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    abort_count = int(sys.argv[3]) if len(sys.argv) > 3 else 10000
    server = Server(program)
    crowd(server, count)
    aborts(server, abort_count)
    code = server.stop()
    print(f"exit code {code}")
    return code


if __name__ == "__main__":
    sys.exit(main())
