#!/usr/bin/env python3
"""Writes sha512.tsv and ed25519.tsv beside this file: what the verifier must say, by Python's own numbers.

usage: python3 signatures.py

sha512.tsv   length of a message whose byte i is (7 i + 3) mod 256, and its digest by hashlib
ed25519.tsv  valid, invalid or key (no usable key); what is tried; public key, message and signature

Curve and signatures as RFC 8032 sections 5.1 and 6 define them, in affine coordinates. Cases are of the
classes that Wycheproof (Google) tests, and those on which verifiers differ (Chalkias, Garillot and
Nikolaenko, SSR 2020). The rule: cofactorless, S below L, canonical R, key canonical and of no small order.
"""
import hashlib
from pathlib import Path

HERE = Path(__file__).parent
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def add(a, b):
    (x1, y1), (x2, y2) = a, b
    product = D * x1 * x2 * y1 * y2 % P
    return (
        (x1 * y2 + x2 * y1) * pow(1 + product, P - 2, P) % P,
        (y1 * y2 + x1 * x2) * pow(1 - product, P - 2, P) % P,
    )


IDENTITY = (0, 1)


def times(n, point):
    total = IDENTITY
    while n:
        if n & 1:
            total = add(total, point)
        point, n = add(point, point), n >> 1
    return total


def x_of(y, odd):
    """The x of a point, None where there is none; 0 has one sign only in the eyes of the caller."""
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if (x * x - square) % P:
        return None
    return x if x % 2 == odd else (P - x) % P


def encoded(point):
    return (point[1] | point[0] % 2 << 255).to_bytes(32, "little")


BASE = (x_of(4 * pow(5, P - 2, P) % P, 0), 4 * pow(5, P - 2, P) % P)


def number(data):
    return int.from_bytes(data, "little")


def drawn(name, size=64):
    """Bytes that look random and are the same each time."""
    return (hashlib.shake_128(name.encode()).digest(size))


def secret(seed):
    digest = hashlib.sha512(seed).digest()
    return number(digest[:32]) & (2**254 - 8) | 2**254, digest[32:]


def challenge(r, key, message, prefix=b""):
    return number(hashlib.sha512(prefix + r + key + message).digest()) % L


def half(s):
    return s.to_bytes(32, "little")


def signed(seed, message, prefix=b""):
    a, nonce = secret(seed)
    key = encoded(times(a, BASE))
    r = number(hashlib.sha512(prefix + nonce + message).digest()) % L
    head = encoded(times(r, BASE))
    return key, head + half((r + challenge(head, key, message, prefix) * a) % L)


def torsion():
    """The eight points whose order divides 8."""
    y = 2
    while True:
        x = x_of(y, 0)
        point = None if x is None else times(L, (x, y))
        if point and times(4, point) != IDENTITY:
            return [times(i, point) for i in range(8)]
        y += 1


TORSION = torsion()


def cases():
    for i in range(12):
        message = drawn(f"message {i}", [0, 1, 2, 3, 31, 32, 63, 64, 96, 111, 128, 300][i])
        yield "valid", f"a message of {len(message)} bytes", *signed(drawn(f"seed {i}", 32), message), message

    message = b"a file that somebody signed"
    seed = drawn("seed", 32)
    key, good = signed(seed, message)
    a = secret(seed)[0]
    head, s = good[:32], number(good[32:])
    for name, other in [
        ("S + L", s + L), ("S + 8 L", s + 8 * L), ("S + the most L that fit", s + (2**256 - 1 - s) // L * L),
        ("S = 0", 0), ("S = 1", 1), ("S = L - 1", L - 1), ("S = L", L), ("S = L + 1", L + 1),
        ("S = 2^252", 2**252), ("S = 2^253", 2**253), ("S with the top bit", s | 2**255), ("S of ones", 2**256 - 1),
        ("S + 1", s + 1), ("-S", L - s), ("2 S", 2 * s % L),
    ]:
        yield "invalid", name, key, head + half(other), message
    yield "invalid", "R and S changed over", key, good[32:] + head, message
    yield "invalid", "zeros", key, bytes(64), message
    yield "invalid", "ones", key, b"\xff" * 64, message
    yield "invalid", "R twice", key, head + head, message
    yield "invalid", "-R", key, bytes([*head[:31], head[31] ^ 0x80]) + good[32:], message
    for name, other in [("a byte more", message + b"\0"), ("a byte less", message[:-1]), ("none", b"")]:
        yield "invalid", f"the signature of another message, {name}", key, good, other
    yield "invalid", "another key's signature", signed(drawn("other", 32), message)[0], good, message
    yield "invalid", "the negative key", bytes([*key[:31], key[31] ^ 0x80]), good, message
    for name, prefix in [
        ("Ed25519ctx", b"SigEd25519 no Ed25519 collisions\0\0"), ("Ed25519ph", b"SigEd25519 no Ed25519 collisions\1\0")
    ]:
        signs = hashlib.sha512(message).digest() if name == "Ed25519ph" else message
        yield "invalid", f"a signature of {name}", key, signed(seed, signs, prefix)[1], message

    # R of small order: with r = 0 the equation holds for the identity alone.
    for i, point in enumerate(TORSION):
        for shift in (0, P):
            for sign in (0, 1):
                if point[1] + shift >= 2**255:
                    continue
                r = ((point[1] + shift) | (point[0] % 2 ^ sign) << 255).to_bytes(32, "little")
                isIdentity = point == IDENTITY and not shift and not sign
                yield (
                    "valid" if isIdentity else "invalid",
                    f"R of small order, {i}{', y + p' if shift else ''}{', other sign' if sign else ''}",
                    key, r + half(challenge(r, key, message) * a % L), message,
                )
    # R with a part of small order: only a verifier that multiplies by 8 takes it.
    for i, point in enumerate(TORSION):
        n = number(drawn("nonce")) % L
        r = encoded(add(times(n, BASE), point))
        s = half((n + challenge(r, key, message) * a) % L)
        yield "valid" if i == 0 else "invalid", f"R with a part of small order, {i}", key, r + s, message
    # A key with a part of small order: it holds where the challenge is a multiple of that order.
    for i, point in enumerate(TORSION[1:], 1):
        mixed = encoded(add(times(a, BASE), point))
        seen = set()
        for attempt in range(200):
            text = f"attempt {attempt}".encode()
            n = number(drawn(f"nonce {attempt}")) % L
            r = encoded(times(n, BASE))
            k = challenge(r, mixed, text)
            holds = times(k % 8, point) == IDENTITY
            if holds not in seen:
                seen.add(holds)
                yield "valid" if holds else "invalid", f"a key with a part of small order, {i}", mixed, r + half((n + k * a) % L), text
            if len(seen) == 2:
                break
    # Keys for which anybody could make signatures, in every encoding; then other encodings that are none.
    for i, point in enumerate(TORSION):
        for shift in (0, P):
            for sign in (0, 1):
                if point[1] + shift < 2**255 and (sign == 0 or point[0] == 0 or shift):
                    bad = ((point[1] + shift) | (point[0] % 2 ^ sign) << 255).to_bytes(32, "little")
                    yield "key", f"a key of small order, {i}", bad, encoded(IDENTITY) + half(0), message
    for y in range(P, 2**255):
        for sign in (0, 1):
            yield "key", f"y = p + {y - P}", (y | sign << 255).to_bytes(32, "little"), good, message
    found = 0
    for y in range(2, 100):
        if x_of(y, 0) is None and found < 8:
            found += 1
            for sign in (0, 1):
                yield "key", f"no point has y = {y}", (y | sign << 255).to_bytes(32, "little"), good, message
    yield "key", "ones", b"\xff" * 32, good, message


def main():
    with open(HERE / "sha512.tsv", "w") as file:
        for size in [*range(0, 260), 383, 384, 385, 511, 512, 513, 1000, 4096, 100_000]:
            data = bytes((7 * i + 3) % 256 for i in range(size))
            print(size, hashlib.sha512(data).hexdigest(), sep="\t", file=file)
    with open(HERE / "ed25519.tsv", "w") as file:
        for expected, name, key, signature, message in cases():
            print(expected, name, key.hex(), message.hex(), signature.hex(), sep="\t", file=file)
    # RFC 8032 section 7.1: the script itself is right.
    for line in open(HERE / "rfc8032.tsv"):
        name, seed, key, message, signature = line.rstrip("\n").split("\t")
        assert signed(bytes.fromhex(seed), bytes.fromhex(message)) == (bytes.fromhex(key), bytes.fromhex(signature)), name


main()
