"""A server that stands for production: a forum whose statistics are taken."""

from __future__ import annotations

import random

from scripts.own.servers import Client

SCHEMA = """
CREATE TABLE members (
    id BIGINT PRIMARY KEY,
    email VARCHAR(60) NOT NULL UNIQUE,
    city VARCHAR(30),
    joined DATE NOT NULL
);
CREATE TABLE topics (
    id BIGINT PRIMARY KEY,
    member_id BIGINT NOT NULL REFERENCES members (id),
    state VARCHAR(10) NOT NULL,
    title VARCHAR(80) NOT NULL
);
CREATE TABLE posts (
    topic_id BIGINT NOT NULL REFERENCES topics (id),
    number INTEGER NOT NULL,
    member_id BIGINT NOT NULL REFERENCES members (id),
    posted TIMESTAMP NOT NULL,
    body VARCHAR(400) NOT NULL,
    PRIMARY KEY (topic_id, number)
);
CREATE TABLE likes (
    topic_id BIGINT NOT NULL REFERENCES topics (id),
    member_id BIGINT NOT NULL REFERENCES members (id),
    PRIMARY KEY (topic_id, member_id)
);
CREATE INDEX topics_of_state ON topics (state);
CREATE INDEX posts_of_member ON posts (member_id, posted);
"""
MEMBERS, TOPICS, POSTS_EACH, LIKES = 2000, 3000, 8, 3000
# A value that must be in nothing that is made of statistics.
SECRET = "Timbuktu"
_SEEDS = random.Random(7)


def fill(client: Client) -> None:
    """Make its tables and rows: few cities, states and members are most of all."""
    draw = random.Random(3)
    for statement in filter(str.strip, SCHEMA.split(";")):
        _ask(client, statement)
    cities = [SECRET, *(f"City {number}" for number in range(60))]
    _insert(client, "members", (
        f"({n}, 'member{n}@example.org', '{cities[int(61 * draw.random() ** 4)]}', "
        f"'2020-01-{n % 28 + 1:02d}')" for n in range(1, MEMBERS + 1)
    ))  # fmt: skip
    _insert(client, "topics", (
        f"({n}, {_member(draw)}, '{'open' if draw.random() < 0.05 else 'closed'}', "
        f"'{_words(draw, 40)}')" for n in range(1, TOPICS + 1)
    ))  # fmt: skip
    _insert(client, "posts", (
        f"({topic}, {n}, {_member(draw)}, '2020-01-01 00:00:{n:02d}', '{_words(draw, 200)}')"
        for topic in range(1, TOPICS + 1) for n in range(1, POSTS_EACH + 1)
    ))  # fmt: skip
    pairs = {(draw.randint(1, TOPICS), _member(draw)) for _ in range(LIKES)}
    _insert(client, "likes", (f"({topic}, {member})" for topic, member in sorted(pairs)))


def work(client: Client, transactions: int, seed: int = 1) -> None:
    """What its clients do."""
    draw = random.Random(seed)
    for _ in range(transactions):
        chance, topic = draw.random(), draw.randint(1, TOPICS)
        if chance < 0.5:
            _ask(client, f"SELECT p.number, p.body FROM posts AS p WHERE p.topic_id = {topic}")
        elif chance < 0.7:
            member = draw.randint(1, MEMBERS)
            _ask(client, f"SELECT id FROM members WHERE email = 'member{member}@example.org'")
        elif chance < 0.8:
            _ask(client, f"SELECT count(*) FROM posts WHERE member_id = {_member(draw)}")
        elif chance < 0.85:
            low = draw.randint(1, TOPICS - 20)
            _ask(client, f"SELECT title FROM topics WHERE id BETWEEN {low} AND {low + 19}")
        elif chance < 0.87:
            _ask(client, "SELECT id, title FROM topics WHERE state = 'open' LIMIT 25")
        else:
            number = next(_NUMBERS)
            _ask(client, "BEGIN")
            _ask(client, f"UPDATE topics SET state = 'open' WHERE id = {topic}")
            body = _words(draw, 200)
            _ask(
                client,
                f"INSERT INTO posts (topic_id, number, member_id, posted, body) VALUES "
                f"({topic}, {number}, {_member(draw)}, '2026-01-01 00:00:00', '{body}')",
            )
            _ask(client, "COMMIT")


_NUMBERS = iter(range(1000, 10**9))


def _member(draw: random.Random) -> int:
    return 1 + int(MEMBERS * draw.random() ** 3)


def _words(draw: random.Random, count: int) -> str:
    return "".join(draw.choices("abcdefghijklmnopqrstuvwxyz ", k=count))


def _insert(client: Client, table: str, rows: object) -> None:
    rows = list(rows)
    for first in range(0, len(rows), 2000):
        _ask(client, f"INSERT INTO {table} VALUES {', '.join(rows[first : first + 2000])}")


def _ask(client: Client, statement: str) -> None:
    problem = client.ask(statement, 120).problem
    assert not problem, f"{problem}: {statement[:200]}"
