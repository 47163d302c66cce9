#!/usr/bin/env python3
"""Writes privacy.csv, noise.csv and draws.csv beside this file: reference values of differential privacy.

usage: pip install opendp dp-accounting && python3 privacy.py      (some minutes)

privacy.csv  epsilon of several releases at a delta. opendp: zCDP and its conversion. rdp: dp-accounting's Renyi
             accountant, of a fine grid of orders. pld: dp-accounting's privacy loss distributions of the same
             discrete noise on one number, nearly exact. A release is its scale over its sensitivity.
noise.csv    the scale of Gaussian noise for an epsilon and a delta at sensitivity 1: the least whose opendp
             epsilon is within, by bisection; and the least of the continuous Gaussian (Balle & Wang 2018), from
             dp-accounting.
draws.csv    draws of Canonne, Kamath & Steinke's samplers in big integers, from SplitMix64's bits.
"""
import csv
import math
from importlib import metadata
from pathlib import Path

import dp_accounting
import opendp.prelude as dp
from dp_accounting import dp_event, rdp
from dp_accounting.pld import privacy_loss_distribution as pld

HERE = Path(__file__).parent
dp.enable_features("contrib", "idealized-numerics")
SPACE = dp.vector_domain(dp.atom_domain(T=int)), dp.l2_distance(T=int)
PURE = dp.vector_domain(dp.atom_domain(T=int)), dp.l1_distance(T=int)


def opendp_epsilon(laplace, gaussian, delta):
    """Of Laplace releases the sum of epsilons; of Gaussian ones zCDP. Nothing for both together."""
    if laplace and gaussian:
        return ""
    if laplace:
        return sum(dp.m.make_laplace(*PURE, scale=float(s)).map(1) for s in laplace)
    releases = [dp.m.make_gaussian(*SPACE, scale=float(s)) for s in gaussian]
    release = releases[0] if len(releases) == 1 else dp.c.make_composition(releases)
    return dp.c.make_zCDP_to_approxDP(release).map(1).epsilon(delta)


def rdp_epsilon(laplace, gaussian, delta):
    orders = [1 + i / 200 for i in range(1, 4000)] + [21 + i / 2 for i in range(4000)]
    accountant = rdp.RdpAccountant(orders=orders)
    for scale in laplace:
        accountant.compose(dp_event.LaplaceDpEvent(scale))
    for scale in gaussian:
        accountant.compose(dp_event.GaussianDpEvent(scale))
    return accountant.get_epsilon(delta)


def pld_epsilon(laplace, gaussian, delta):
    parts = [pld.from_discrete_laplace_mechanism(1 / s) for s in laplace]
    parts += [pld.from_discrete_gaussian_mechanism(s) for s in gaussian]
    total = parts[0]
    for part in parts[1:]:
        total = total.compose(part)
    return total.get_epsilon_for_delta(delta)


def privacy():
    combinations = [([], [s]) for s in (1, 2, 4, 7, 10, 25, 50)]
    combinations += [([], [4, 4]), ([], [4, 10, 10]), ([], [10] * 12), ([2], []), ([2, 3], []), ([10] * 8, [])]
    combinations += [([4], [4]), ([20, 20], [10])]
    for laplace, gaussian in combinations:
        for delta in (1e-5, 1e-6, 1e-9) if gaussian else (0.0,):
            row = [opendp_epsilon(laplace, gaussian, delta)]
            row += [rdp_epsilon(laplace, gaussian, delta) if delta else "", pld_epsilon(laplace, gaussian, delta)]
            yield [" ".join(map(str, laplace)), " ".join(map(str, gaussian)), delta, *row]


def noise():
    for epsilon in (0.1, 0.5, 1.0, 2.0, 4.0, 8.0, 20.0):
        for delta in (1e-5, 1e-6, 1e-9):
            low, high = 1e-3, 1e4
            while high / low > 1 + 1e-13:
                middle = math.sqrt(low * high)
                if opendp_epsilon([], [middle], delta) <= epsilon:
                    high = middle
                else:
                    low = middle
            yield [epsilon, delta, high, dp_accounting.get_sigma_gaussian(epsilon, delta)]


class Bits:
    """SplitMix64, and uniform numbers from its words."""

    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) % 2**64
        z = self.state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
        return z ^ z >> 31

    def below(self, bound):
        if bound == 1:
            return 0
        bits = (bound - 1).bit_length()
        while True:
            word = self.next()
            if bits > 64:
                word = word << 64 | self.next()
            if (drawn := word % 2**bits) < bound:
                return drawn


def unit(bits, numerator, denominator):
    """True with the chance exp(-numerator / denominator), at most 1. Fractions are not reduced, so that bits are the same."""
    k = 1
    while bits.below(denominator * k) < numerator:
        k += 1
    return k % 2 == 1


def bernoulli_exp(bits, numerator, denominator):
    """The same for any fraction."""
    return all(unit(bits, 1, 1) for _ in range(numerator // denominator)) and unit(bits, numerator % denominator, denominator)


def laplace(bits, t):
    while True:
        u = bits.below(t)
        if not bernoulli_exp(bits, u, t):
            continue
        v = 0
        while bernoulli_exp(bits, 1, 1):
            v += 1
        negative, size = bits.next() % 2 == 1, u + t * v
        if negative and size == 0:
            continue
        return -size if negative else size


def gaussian(bits, sigma):
    while True:
        y = laplace(bits, sigma)
        if bernoulli_exp(bits, (abs(y) - sigma) ** 2, 2 * sigma**2):
            return y


def draws():
    for kind, draw in (("discreteLaplace", laplace), ("discreteGaussian", gaussian)):
        for scale in (1, 2, 3, 10, 1000, 2**24, 3 * 2**30 + 1, 2**48):
            bits = Bits(scale)
            yield [kind, scale, scale, " ".join(str(draw(bits, scale)) for _ in range(24))]


def write(name, header, rows):
    with open(HERE / name, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows([[repr(float(x)) if isinstance(x, float) else x for x in row] for row in rows])


if __name__ == "__main__":
    write("draws.csv", ["kind", "scale", "seed", "draws"], draws())
    write("privacy.csv", ["laplace", "gaussian", "delta", "opendp", "rdp", "pld"], privacy())
    write("noise.csv", ["epsilon", "delta", "opendpScale", "continuousScale"], noise())
    print(*(f"{name} {metadata.version(name)}" for name in ("opendp", "dp-accounting")))
