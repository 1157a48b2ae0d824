"""Write decay.csv, the sample data set of Stemma: one free decay of a damped oscillator.

The record is synthetic. It imitates a video camera that follows a mark on a mass hung from a
spring: the mass is held, released, and swings with a slowly falling amplitude.

    python3 make_decay.py            writes decay.csv beside this file
    python3 make_decay.py --check    exits 1 when decay.csv differs from what would be written

Standard library only. The same seed gives the same file.
"""

import csv
import io
import math
import random
import sys
from pathlib import Path

SEED = 3032
ROWS = 210
STEP_S = 0.05
RELEASE_S = 0.40

# The oscillator behind the record.
ANGULAR_FREQUENCY = 5.00  # undamped, rad/s
DAMPING_RATIO = 0.04
RELEASE_MM = 40.0

# The instrument.
DISPLACEMENT_NOISE_MM = 0.30
AMPLITUDE_NOISE_RELATIVE = 0.055
ROOM_CELSIUS = 21.4

MISSING = "-99"
LOST_DISPLACEMENT = {57, 58, 120, 171}
LOST_AMPLITUDE_OF_MAXIMUM = {5}
LOST_TEMPERATURE = {88, 150}

HEADER = ["id", "t", "x", "state", "peak", "amp", "temp"]
HELD, FREE = "1", "2"


def displacement(seconds_since_release):
    """Displacement in mm, released at rest from RELEASE_MM."""
    rate = DAMPING_RATIO * ANGULAR_FREQUENCY
    damped = ANGULAR_FREQUENCY * math.sqrt(1 - DAMPING_RATIO**2)
    s = max(seconds_since_release, 0.0)
    return RELEASE_MM * math.exp(-rate * s) * (
        math.cos(damped * s) + rate / damped * math.sin(damped * s)
    )


def rows_of_maxima():
    """Row index -> number of the maximum, counted from the release as number 0."""
    period = 2 * math.pi / (ANGULAR_FREQUENCY * math.sqrt(1 - DAMPING_RATIO**2))
    rows = {}
    number = 0
    while True:
        row = round((RELEASE_S + number * period) / STEP_S)
        if row >= ROWS:
            return rows
        rows[row] = number
        number += 1


def make_rows():
    noise = random.Random(SEED)
    maxima = rows_of_maxima()
    temperature = ROOM_CELSIUS
    for row in range(ROWS):
        seconds = row * STEP_S
        true_mm = displacement(seconds - RELEASE_S)
        seen_mm = true_mm + noise.gauss(0, DISPLACEMENT_NOISE_MM)
        temperature += noise.gauss(0, 0.02)
        x = MISSING if row + 1 in LOST_DISPLACEMENT else f"{seen_mm:.2f}"
        temp = MISSING if row + 1 in LOST_TEMPERATURE else f"{temperature:.1f}"
        peak, amp = "0", ""
        if row in maxima:
            peak = "1"
            read_mm = true_mm * math.exp(noise.gauss(0, AMPLITUDE_NOISE_RELATIVE))
            amp = MISSING if maxima[row] in LOST_AMPLITUDE_OF_MAXIMUM else f"{read_mm:.1f}"
        state = HELD if seconds < RELEASE_S - STEP_S / 2 else FREE
        yield [f"{row + 1:05d}", f"{seconds:.2f}", x, state, peak, amp, temp]


def make_csv():
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADER)
    writer.writerows(make_rows())
    return text.getvalue()


def main():
    path = Path(__file__).with_name("decay.csv")
    text = make_csv()
    if "--check" in sys.argv[1:]:
        same = path.is_file() and path.read_bytes() == text.encode("utf-8")
        print("decay.csv is up to date" if same else "decay.csv differs from make_decay.py")
        return 0 if same else 1
    path.write_bytes(text.encode("utf-8"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
