"""Recompute the numbers stated in the sample papers and look for each in its TeX source.

    python3 check_numbers.py       prints what disagrees; exits 1 if anything does

Every claim is a phrase of a paper with the number left out. The number is computed here, formatted and
put in, and the finished phrase must occur in the paper. Standard library only.
"""

import cmath
import csv
import json
import math
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
LIBRARY = HERE / "library"

OMEGA_0 = 5.00  # rad/s
ZETA = 0.04
MASS = 0.200  # kg
STIFFNESS = 5.00  # N/m
FRICTION = 0.0800  # kg/s
FORCE = 0.0200  # N
GAMMA = ZETA * OMEGA_0
OMEGA_D = OMEGA_0 * math.sqrt(1 - ZETA**2)
PERIOD = 2 * math.pi / OMEGA_D
DELTA = GAMMA * PERIOD
Q = 1 / (2 * ZETA)

problems = []
counts = {}


def squeeze(text):
    return re.sub(r"\s+", " ", text)


def paper(name):
    text = squeeze((LIBRARY / f"{name}.tex").read_text(encoding="utf-8"))

    def claim(phrase, *values):
        """`phrase` is a format string; its finished form must occur in the paper."""
        counts[name] = counts.get(name, 0) + 1
        expected = phrase.format(*values)
        if squeeze(expected) not in text:
            problems.append(f"{name}: expected to read: {expected}")

    return claim


def solve(function, low, high):
    """Root of a function that falls from positive to negative."""
    for _ in range(100):
        middle = (low + high) / 2
        if function(middle) > 0:
            low = middle
        else:
            high = middle
    return low


def power_of_ten(value):
    mantissa, exponent = f"{value:.1e}".split("e")
    return rf"\e{{{mantissa}}}{{{int(exponent)}}}"


# --- paper 1 -------------------------------------------------------------------------------------


def check_damped_oscillator():
    claim = paper("damped-oscillator")
    claim(r"natural angular frequency of {:.2f}~rad/s and a damping ratio of {:.2f}", math.sqrt(STIFFNESS / MASS),
          FRICTION / (2 * math.sqrt(STIFFNESS * MASS)))
    claim("friction coefficient to {:.2f}~kg/s would make it critically damped", 2 * math.sqrt(STIFFNESS * MASS))

    slow, fast = OMEGA_0 * (2 - math.sqrt(3)), OMEGA_0 * (2 + math.sqrt(3))
    critical = solve(lambda t: (1 + OMEGA_0 * t) * math.exp(-OMEGA_0 * t) - 0.01, 0, 20)
    over = solve(lambda t: (fast * math.exp(-slow * t) - slow * math.exp(-fast * t)) / (fast - slow) - 0.01, 0, 20)
    claim("starting value in {:.2f}~s, against {:.2f}~s at a damping ratio of~2", critical, over)
    claim(r"& 0.04 & {:.3f} & {:.1f} \\", GAMMA, math.log(100) / GAMMA)
    claim(r"& 1 & {:.2f} & {:.2f} \\", OMEGA_0, critical)
    claim(r"& 2 & {:.2f} & {:.2f} \\", slow, over)

    claim(r"the damped frequency lies only {:.2f}\,\% below", 100 * (1 - OMEGA_D / OMEGA_0))
    claim(r"the envelope falls to {:.0f}\,\%", 100 * math.exp(-1))
    short = [100 * (1 - math.sqrt(1 - z * z)) for z in (0.04, 0.2, 0.5)]
    claim(r"It is {:.2f}\,\% too small at $\zeta=0.04$, {:.1f}\,\% too small at $\zeta=0.2$ and {:.0f}\,\% too small",
          *short)
    claim(r"where they err by about {:.1f}\,\% at most", 100 * (1 - math.sqrt(1 - 0.1**2)))
    claim("stand in the constant ratio {:.3f}", math.exp(-DELTA))

    loss = 1 - math.exp(-2 * DELTA)
    claim(r"predicts a loss of {:.1f}\,\% per cycle, while the true loss is {:.1f}\,\%",
          100 * 2 * math.pi / Q, 100 * loss)
    if not 2 * math.pi / Q / loss > 1.25:
        problems.append("damped-oscillator: the short form errs by less than a quarter")
    claim(r"amplitude has fallen to about {:.1f}\,\%", 100 * math.exp(-Q * DELTA))

    claim(r"\eqref{{eq:gamma}} & ${:.3f}\perS$", GAMMA)
    claim(r"\eqref{{eq:gamma}} & ${:.2f}\unit{{s}}$", 1 / GAMMA)
    claim(r"\eqref{{eq:omegad}} & ${:.3f}\unit{{rad/s}}$", OMEGA_D)
    claim(r"\eqref{{eq:omegad}} & ${:.3f}\unit{{s}}$", PERIOD)
    claim(r"\eqref{{eq:delta}} & ${:.4f}$", DELTA)
    claim(r"\eqref{{eq:lag}} & ${:.1f}\unit{{ms}}$", 1000 * math.atan(GAMMA / OMEGA_D) / OMEGA_D)
    claim(r"\eqref{{eq:loss}} & ${:.1f}\,\%$", 100 * loss)
    claim(r"\eqref{{eq:q}} & ${:.1f}$", Q)
    claim("halves every {:.2f}~s, which is {:.2f} cycles", math.log(2) / GAMMA, math.log(2) / DELTA)
    claim(r"Its envelope needs {:.1f}~s, or {:.1f} cycles", math.log(100) / GAMMA, math.log(100) / DELTA)
    energy = 0.5 * STIFFNESS * 0.040**2
    claim("it stores {:.2f}~mJ, and one cycle later {:.2f}~mJ", 1000 * energy, 1000 * energy * (1 - loss))


# --- paper 2 -------------------------------------------------------------------------------------


def gain(r, zeta=ZETA):
    return 1 / math.sqrt((1 - r * r) ** 2 + (2 * zeta * r) ** 2)


def lag_degrees(r, zeta=ZETA):
    return math.degrees(math.atan2(2 * zeta * r, 1 - r * r))


def amplitude_points(zeta):
    spread = 2 * zeta * math.sqrt(1 - zeta * zeta)
    return math.sqrt(1 - 2 * zeta * zeta - spread), math.sqrt(1 - 2 * zeta * zeta + spread)


def amplitude_width_error(zeta):
    low, high = amplitude_points(zeta)
    return 2 * zeta / (high - low) - 1


def simulated_width(noise, relative, count=41, low=4.0, high=6.0):
    omegas = [low + (high - low) * i / (count - 1) for i in range(count)]
    readings = [gain(w / OMEGA_0) * math.exp(noise.gauss(0, relative)) for w in omegas]
    top = max(range(count), key=readings.__getitem__)
    half = readings[top] / math.sqrt(2)

    def crossing(step):
        i = top
        while readings[i + step] > half:
            i += step
        share = (readings[i] - half) / (readings[i] - readings[i + step])
        return omegas[i] + (omegas[i + step] - omegas[i]) * share

    return omegas[top] / (crossing(1) - crossing(-1))


def simulated_ring_down(noise, relative, count=9):
    points = [(n, -DELTA * n + noise.gauss(0, relative)) for n in range(count)]
    return math.pi / -fit_line(points)[1]


def mean_and_deviation(values):
    mean = sum(values) / len(values)
    return mean, math.sqrt(sum((v - mean) ** 2 for v in values) / (len(values) - 1))


def check_driven_resonance():
    claim = paper("driven-resonance")
    still = 1000 * FORCE / STIFFNESS
    claim("would stretch the spring by {:.2f}~mm", still)
    for ratio, digits in (("0.50", 2), ("0.80", 1), ("0.90", 1), ("0.96", 1), ("0.98", 1), ("1.00", 1), ("1.02", 1),
                          ("1.04", 1), ("1.10", 1), ("1.20", 2), ("2.00", 2)):
        r = float(ratio)
        omega = f"{r * OMEGA_0:.2f}" if r < 2 else f"{r * OMEGA_0:.1f}"
        claim(r"{} & {} & {:.{}f} & {:.1f} \\", ratio, omega, still * gain(r), digits, lag_degrees(r))

    peak = math.sqrt(1 - 2 * ZETA**2)
    claim("lies at {:.3f}~rad/s and is {:.2f}~mm high", peak * OMEGA_0, still * gain(peak))
    claim("itself the amplitude is {:.2f}~mm", still * gain(1))
    claim("with {:.3f}, {:.3f} and {:.3f}~rad/s in our case", peak * OMEGA_0, OMEGA_D, OMEGA_0)
    claim("the lag is {:.1f}~degrees", lag_degrees(peak))
    claim(r"reaches 95\,\% of the final value after {:.1f}~s", math.log(20) / GAMMA)
    claim("the beat period of the reference oscillator is {:.2f}~s", 2 * math.pi / (OMEGA_D - 4))

    low, high = (OMEGA_0 * r for r in amplitude_points(ZETA))
    claim("lie at {:.3f} and {:.3f}~rad/s", low, high)
    claim("mean power of {:.2f}~mW", 1000 * FORCE**2 / (2 * FRICTION))
    claim("half-power bandwidth of the reference oscillator is {:.3f}~rad/s", 2 * ZETA * OMEGA_0)
    below, above = math.sqrt(1 + ZETA**2) - ZETA, math.sqrt(1 + ZETA**2) + ZETA
    claim("the phase lag is {:.0f} and {:.0f}~degrees", lag_degrees(below), lag_degrees(above))
    claim("For the reference oscillator it is {:.3f}~rad/s", high - low)
    errors = [-100 * amplitude_width_error(z) for z in (0.04, 0.1, 0.2, 0.3)]
    claim(r"comes out {:.2f}\,\% too low. At a damping ratio of 0.1 the loss is {:.1f}\,\%, at 0.2 it is {:.1f}\,\% "
          r"and at 0.3 it is {:.0f}\,\%", *errors)
    claim("undefined above a damping ratio of {:.3f}", math.sin(math.pi / 8))

    wait = math.log(100) / GAMMA
    claim(r"one time constant, {:.2f}~s, still {:.0f}\,\% of it is left", 1 / GAMMA, 100 * math.exp(-1))
    claim(r"below 1\,\% takes {:.1f}~s at every", wait)
    claim("with 41 frequencies therefore needs {:.1f}~minutes, while a ring-down record of nine maxima is complete "
          "after {:.1f}~s", 41 * wait / 60, 8 * PERIOD)

    widths, decays = {}, {}
    for percent in (2, 5):
        noise = random.Random(1)
        widths[percent] = mean_and_deviation([simulated_width(noise, percent / 100) for _ in range(4000)])
        decays[percent] = mean_and_deviation([simulated_ring_down(noise, percent / 100) for _ in range(4000)])
    claim(r"${:.1f} \pm {:.2f}$ & ${:.1f} \pm {:.1f}$ \\", *widths[2], *widths[5])
    claim(r"${:.1f} \pm {:.2f}$ & ${:.1f} \pm {:.2f}$ \\", *decays[2], *decays[5])
    claim("scattered by {:.2f} in the quality factor and the bandwidth method by {:.2f}", decays[2][1], widths[2][1])
    if round(widths[2][1] / decays[2][1]) != 4:
        problems.append("driven-resonance: the scatter is not four times as large")
    estimate = 0.02 / DELTA * math.sqrt(12 / (9 * 80))
    claim(r"this is {:.2f}\,\% of $Q$, or {:.2f}", 100 * estimate, Q * estimate)

    shift = OMEGA_0 * (1 - math.sqrt(0.99))
    claim(r"moves by {:.1f}\,\%, or {:.3f}~rad/s. This is {:.0f}\,\% of", 100 * shift / OMEGA_0, shift,
          100 * shift / (2 * GAMMA))

    for zeta in (0.01, 0.02, 0.04, 0.1, 0.2, 0.3):
        delta = 2 * math.pi * zeta / math.sqrt(1 - zeta**2)
        claim(r"{:.2f} & {} & {} & {:.3f} & $-{}\,\%$ & {} & {} \\", zeta, three_digits(1 / (2 * zeta)),
              three_digits(2 * zeta * OMEGA_0), OMEGA_0 * math.sqrt(1 - 2 * zeta**2),
              two_digits(-100 * amplitude_width_error(zeta)), three_digits(math.log(100) / (zeta * OMEGA_0)),
              three_digits(math.log(100) / delta))
    claim(r"it is {:.1f}~s, and the sweep of 41 frequencies takes more than an hour", math.log(100) / 0.05)
    if not 41 * math.log(100) / 0.05 > 3600:
        problems.append("driven-resonance: the sweep takes less than an hour")

    weak = 2 * math.pi / 6 / math.sqrt(1 - 1 / 36)
    claim("fall by a factor of {:.1f}, and four of them span more than a factor of twenty", math.exp(weak))
    if not math.exp(3 * weak) > 20:
        problems.append("driven-resonance: four maxima span less than a factor of twenty")
    claim(r"already wrong by {:.0f}\,\%", -100 * amplitude_width_error(1 / 6))
    claim("at least {:.1f} time constants", math.log(100))


def three_digits(value):
    digits = 2 - math.floor(math.log10(value))
    return f"{value:.{max(digits, 0)}f}"


def two_digits(value):
    """Two significant digits, but never more than two decimals."""
    digits = 1 - math.floor(math.log10(value))
    return f"{value:.{min(max(digits, 0), 2)}f}"


# --- paper 3 -------------------------------------------------------------------------------------


def step_matrix(method, h):
    """One step on q' = p, p' = -q as the matrix (a, b, c, d)."""
    if method == "euler":
        return 1, h, -h, 1
    if method == "symplectic":
        return 1 - h * h, h, -h, 1
    if method == "verlet":
        return 1 - h * h / 2, h, -h * (1 - h * h / 4), 1 - h * h / 2
    cosine, sine = 1 - h**2 / 2 + h**4 / 24, h - h**3 / 6
    return cosine, sine, -sine, cosine


def largest_errors(method, steps_per_period, periods):
    """Largest errors of the position and of the relative energy."""
    h = 2 * math.pi / steps_per_period
    a, b, c, d = step_matrix(method, h)
    q, p, position, energy = 1.0, 0.0, 0.0, 0.0
    for step in range(1, steps_per_period * periods + 1):
        q, p = a * q + b * p, c * q + d * p
        position = max(position, abs(q - math.cos(h * step)))
        energy = max(energy, abs(q * q + p * p - 1))
    return position, energy


METHODS = ("euler", "symplectic", "verlet", "rk4")


def check_integrators():
    claim = paper("integrators")
    h = 2 * math.pi / 100
    claim("100 steps per period mean $h={:.4f}$", h)
    claim(r"energy has grown by {:.0f}\,\% after a single period", 100 * ((1 + h * h) ** 100 - 1))
    claim(r"never exceeds $h/(2-h)$, which is {:.1f}\,\%", 100 * h / (2 - h))
    coarse = 2 * math.pi / 25
    claim(r"frequency is {:.2f}\,\% too high", 100 * (2 / coarse * math.asin(coarse / 2) - 1))

    errors = {}
    for count in (25, 50, 100, 200, 400):
        errors[count] = [largest_errors(method, count, 10)[0] for method in METHODS]
        claim(r"{} & {:.4f} & {} & {} & {} & {} \\", count, 2 * math.pi / count, *map(power_of_ten, errors[count]))
    claim(r"observed order}} & {:.1f} & {:.1f} & {:.1f} & {:.1f} \\",
          *(math.log2(a / b) for a, b in zip(errors[200], errors[400])))
    claim(r"divides the error of St\"ormer--Verlet by {:.1f} and the error of RK4 by {:.1f}",
          errors[200][2] / errors[400][2], errors[200][3] / errors[400][3])
    claim("its position error is {:.0f} times smaller", errors[400][2] / errors[100][3])

    energy = {count: [largest_errors(method, count, 100)[1] for method in METHODS] for count in (25, 100, 400)}
    percent = {count: [100 * e for e in row] for count, row in energy.items()}
    claim(r"25 & \e{{3}}{{{}}} & {:.0f}\,\% & {:.1f}\,\% & {:.2f}\,\% \\", math.floor(math.log10(energy[25][0])),
          *percent[25][1:])
    claim(r"100 & \e{{1}}{{{}}} & {:.1f}\,\% & {:.3f}\,\% & {:.5f}\,\% \\", math.floor(math.log10(energy[100][0])),
          *percent[100][1:])
    claim(r"400 & \e{{2}}{{{}}} & {:.2f}\,\% & {:.4f}\,\% & \e{{{:.0f}}}{{-7}}\,\% \\",
          math.floor(math.log10(energy[400][0])), *percent[400][1:3], percent[400][3] * 1e7)
    claim(r"the energy error below {:.2f}\,\% for ever", percent[100][2])
    claim(r"loses {:.2f}\,\% of the energy in 100 periods", percent[25][3])
    behind = next(n for n in range(1, 101) if largest_errors("rk4", 25, n)[1] > energy[100][2])
    if behind != 12:
        problems.append(f"integrators: RK4 falls behind in period {behind}")

    root = complex(-GAMMA, OMEGA_D)

    def rates(dt):
        z = root * dt
        return (
            -math.log(abs(1 + z)) / dt,
            -math.log(1 - 2 * GAMMA * dt) / (2 * dt),
            math.atanh(GAMMA * dt) / dt,
            -math.log(abs(1 + z + z**2 / 2 + z**3 / 6 + z**4 / 24)) / dt,
        )

    for dt in (0.050, 0.016, 0.010, 0.001):
        first = rates(dt)[0] if abs(rates(dt)[0]) > 1e-9 else 0.0
        claim(r"{:.3f} & ${:.3f}$ & {:.4f} & {:.5f} & {:.5f} \\", dt, first, *rates(dt)[1:])
    claim("at a time step of {:.3f}~s, although this is {:.0f} steps per period", 2 * GAMMA / OMEGA_0**2,
          2 * math.pi / OMEGA_0 / 0.016)
    claim(r"wrong by only {:.3f}\,\%", 100 * (rates(0.05)[2] / GAMMA - 1))
    claim(r"is {:.1f}\,\% too fast at the same step", 100 * (rates(0.05)[1] / GAMMA - 1))
    claim("a quality factor of {:.0f} and not {:.1f}", OMEGA_0 / (2 * rates(0.01)[0]), Q)
    check_rates_by_stepping(rates)


def check_rates_by_stepping(rates):
    """The closed-form decay rates of the damped oscillator against the methods themselves."""
    dt = 0.05
    g, w2 = GAMMA, OMEGA_0**2

    def slope(x, v):
        return v, -w2 * x - 2 * g * v

    def euler(x, v):
        dx, dv = slope(x, v)
        return x + dt * dx, v + dt * dv

    def symplectic(x, v):
        v = v + dt * slope(x, v)[1]
        return x + dt * v, v

    def rk4(x, v):
        k1 = slope(x, v)
        k2 = slope(x + dt / 2 * k1[0], v + dt / 2 * k1[1])
        k3 = slope(x + dt / 2 * k2[0], v + dt / 2 * k2[1])
        k4 = slope(x + dt * k3[0], v + dt * k3[1])
        return tuple(s + dt / 6 * (a + 2 * b + 2 * c + d) for s, a, b, c, d in zip((x, v), k1, k2, k3, k4))

    for name, method, expected in (("euler", euler, rates(dt)[0]), ("symplectic", symplectic, rates(dt)[1]),
                                   ("rk4", rk4, rates(dt)[3])):
        # The map is linear: its determinant is the square of the factor by which the motion shrinks.
        (a, c), (b, d) = method(1.0, 0.0), method(0.0, 1.0)
        rate = -math.log(a * d - b * c) / (2 * dt)
        if abs(rate - expected) > 1e-9:
            problems.append(f"integrators: {name} decays with {rate}, not {expected}")
    # Two-step form of Störmer-Verlet with central friction: x+ (1+g dt) - (2 - w2 dt^2) x + (1-g dt) x- = 0.
    p, q = 1 + g * dt, 1 - g * dt
    middle = 2 - w2 * dt**2
    factor = (middle + cmath.sqrt(middle**2 - 4 * p * q)) / (2 * p)
    if abs(-math.log(abs(factor)) / dt - rates(dt)[2]) > 1e-9:
        problems.append("integrators: Störmer-Verlet does not decay as stated")


# --- paper 4 -------------------------------------------------------------------------------------


def fit_line(points):
    """Intercept, slope, standard error of the slope, standard deviation of the residuals."""
    count = len(points)
    mean_t = sum(t for t, _ in points) / count
    mean_y = sum(y for _, y in points) / count
    s_tt = sum((t - mean_t) ** 2 for t, _ in points)
    slope = sum((t - mean_t) * (y - mean_y) for t, y in points) / s_tt
    intercept = mean_y - slope * mean_t
    scatter = math.sqrt(sum((y - intercept - slope * t) ** 2 for t, y in points) / (count - 2))
    return intercept, slope, scatter / math.sqrt(s_tt), scatter


def check_zh_decay():
    claim = paper("zh-decay")
    with open(HERE / "data" / "decay.csv", encoding="utf-8", newline="") as file:
        frames = list(csv.DictReader(file))
    release = next(float(f["t"]) for f in frames if f["state"] == "2")
    tops = [(float(f["t"]) - release, f["amp"]) for f in frames if f["peak"] == "1"]
    for n, (t, amp) in enumerate(tops):
        if amp == "-99":
            claim(r"{} & {:.2f} & 缺失 & --- \\", n, t)
        else:
            claim(r"{} & {:.2f} & {} & {:.3f} \\", n, t, amp, math.log(float(amp)))
    points = [(t, math.log(float(amp))) for t, amp in tops if amp != "-99"]
    intercept, slope, error, scatter = fit_line(points)
    gamma = -slope

    crossings = []
    for earlier, later in zip(frames, frames[1:]):
        if earlier["state"] == "2" and "-99" not in (earlier["x"], later["x"]):
            x0, x1, t0, t1 = (float(v) for v in (earlier["x"], later["x"], earlier["t"], later["t"]))
            if x0 < 0 <= x1:
                crossings.append(t0 - (t1 - t0) * x0 / (x1 - x0))
    _, period, period_error, _ = fit_line(list(enumerate(crossings)))
    omega_d = 2 * math.pi / period
    omega_0 = math.hypot(omega_d, gamma)
    share = error / gamma

    lost = {column: sum(f[column] == "-99" for f in frames) for column in ("x", "amp", "temp")}
    claim("位移有 {} 个读数缺失， 振幅有 {} 个读数缺失，温度有 {} 个读数缺失", *lost.values())
    claim("共 {} 帧", len(frames))
    warmth = [float(f["temp"]) for f in frames if f["temp"] != "-99"]
    claim("室温在 {:.1f}~°C 与 {:.1f}~°C 之间，平均为 {:.1f}~°C", min(warmth), max(warmth), sum(warmth) / len(warmth))

    claim(r"$\gamma = {:.3f}\perS \pm {:.3f}\perS$", gamma, error)
    claim(r"\gamma = {:.3f}\perS \pm {:.3f}\perS .", gamma, error)
    claim(r"测得衰减率为 ${:.3f}\perS\pm {:.3f}\perS$，品质因数为 ${:.1f}\pm {:.1f}$", gamma, error,
          omega_0 / (2 * gamma), omega_0 / (2 * gamma) * share)
    claim(r"斜率为 $-{:.4f}\perS$，标准误差为 ${:.4f}\perS$", gamma, error)
    claim("初振幅为 {:.1f}~mm", math.exp(intercept))
    claim(r"残差的标准差为 {:.3f}，即单次振幅读数的相对误差约为 {:.1f}\,\%", scatter, 100 * scatter)
    claim(r"周期为 ${:.4f}\unit{{s}}\pm {:.4f}\unit{{s}}$， 由此得到阻尼比 {:.4f}、对数减缩 {:.3f} 和品质因数 {:.1f}",
          period, period_error, gamma / omega_0, gamma * period, omega_0 / (2 * gamma))
    claim("过零时刻共有 {} 个", len(crossings))
    if not period_error / period < 7e-4:
        problems.append("zh-decay: the period is less exact than stated")

    span = points[-1][0] - points[0][0]
    two = (points[0][1] - points[-1][1]) / span
    two_error = scatter * math.sqrt(2) / span
    claim(r"得到的衰减率为 ${:.3f}\perS$，标准误差为 ${:.3f}\perS$", two, two_error)
    if not 0.22 < 1 - error / two_error < 0.28:
        problems.append("zh-decay: the fit does not save a quarter of the error")
    without = [-fit_line(points[:i] + points[i + 1:])[1] for i in range(len(points))]
    claim(r"总在 ${:.3f}\perS$ 与 ${:.3f}\perS$ 之间", min(without), max(without))

    claim(r"$\gamma$ & ${:.3f} \pm {:.3f}\perS$ & ${:.3f}\perS$", gamma, error, GAMMA)
    claim(r"$T$ & ${:.4f} \pm {:.4f}\unit{{s}}$ & ${:.4f}\unit{{s}}$", period, period_error, PERIOD)
    claim(r"$\omega_0$ & ${:.3f} \pm {:.3f}\unit{{rad/s}}$", omega_0, omega_d * period_error / period)
    claim(r"$\zeta$ & ${:.4f} \pm {:.4f}$", gamma / omega_0, gamma / omega_0 * share)
    claim(r"$\delta$ & ${:.3f} \pm {:.3f}$ & ${:.4f}$", gamma * period, gamma * period * share, DELTA)
    claim(r"$Q$ & ${:.1f} \pm {:.1f}$ & ${:.1f}$", omega_0 / (2 * gamma), omega_0 / (2 * gamma) * share, Q)
    claim(r"$\tau$ & ${:.2f} \pm {:.2f}\unit{{s}}$ & ${:.2f}\unit{{s}}$", 1 / gamma, share / gamma, 1 / GAMMA)

    claim(r"大 ${:.3f}\perS$，约为标准误差的 {:.1f} 倍", gamma - GAMMA, (gamma - GAMMA) / error)
    claim(r"损失 {:.1f}\,\% 的能量，参考振子的理论值为 {:.1f}\,\%", 100 * (1 - math.exp(-2 * gamma * period)),
          100 * (1 - math.exp(-2 * DELTA)))
    claim(r"得到 {:.1f}\,\%，与本文拟合所得的 $0.0060/0.2038={:.1f}\,\%$",
          100 * scatter / (gamma * period) * math.sqrt(12 / 720), 100 * share)
    claim(r"减小到 {:.0f}\,\% 左右", 100 * scatter * 0.01 / share)
    if math.ceil((share / 0.01) ** 2) != 9:
        problems.append("zh-decay: nine repetitions are not what it takes")


# --- questions -----------------------------------------------------------------------------------


def check_questions():
    """Each expected phrase stands on the stated page; blanks do not count."""
    if shutil.which("pdftotext") is None:
        print("questions.json was not checked: pdftotext is not installed")
        return
    for entry in json.loads((HERE / "questions.json").read_text(encoding="utf-8")):
        expect = entry["expect"]
        if expect is None:
            continue
        page = str(expect["page"])
        text = subprocess.run(["pdftotext", "-f", page, "-l", page, str(HERE / expect["file"]), "-"],
                              capture_output=True, check=True, encoding="utf-8").stdout
        if re.sub(r"\s", "", expect["contains"]) not in re.sub(r"\s", "", text):
            problems.append(f"questions.json: {entry['id']} is not on page {page} of {expect['file']}")


def main():
    check_damped_oscillator()
    check_driven_resonance()
    check_integrators()
    check_zh_decay()
    check_questions()
    for problem in problems:
        print(problem)
    print(", ".join(f"{name}: {count} claims" for name, count in counts.items()))
    print("all numbers agree" if not problems else f"{len(problems)} disagree")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
