"""The packed telemetry of a recording, one line of JSON per record. Only Python's standard library.

    python3 docs/examples/read-segments.py recording/fieldstation.sqlite

The layout is described in docs/telemetry-layout.md. Records that are not packed yet are rows of ua_track and operator_track.
"""

import json
import sqlite3
import struct
import sys
import zlib

COLUMNS = [
    "timeMs timeAccuracyMs ridTimeMs receivedMs operationalState latitudeE7 longitudeE7 horizontalAccuracyMm"
    " altitudeMslMm altitudeMslAccuracyMm altitudeWgs84Mm altitudeWgs84AccuracyMm altitudeAglMm altitudeAtoMm"
    " heightAccuracyMm altitudePressureMm altitudePressureAccuracyMm headingCdeg horizontalSpeedMmps verticalSpeedMmps"
    " velocityEastMmps velocityNorthMmps velocityUpMmps speedAccuracyMmps airPressurePa rssiDbm".split(),
    "timeMs timeAccuracyMs receivedMs latitudeE7 longitudeE7 horizontalAccuracyMm altitudeType altitudeMm"
    " altitudeAccuracyMm sourceType".split(),
]
TEXTS = {"operationalState", "altitudeType", "sourceType"}
REFERENCES = [{2: 0, 3: 0, 10: 8, 11: 9, 12: 8, 13: 8, 15: 8, 22: 19}, {2: 0}]


class Reader:
    def __init__(self, data, at):
        self.data, self.at = data, at

    def take(self, length):
        self.at += length
        return self.data[self.at - length : self.at]

    def varint(self):
        value = shift = 0
        while True:
            (byte,) = self.take(1)
            value |= (byte & 127) << shift
            if byte < 128:
                return value
            shift += 7

    def signed(self):
        value = self.varint()
        return -(value + 1) // 2 if value & 1 else value // 2


def integers(reader, count, reference):
    (form,) = reader.take(1)
    nulls = int.from_bytes(reader.take((count + 7) // 8), "little") if form & 4 else 0
    known = [index for index in range(count) if not nulls >> index & 1]
    mode, length = form & 3, len(known)
    if mode == 3:
        values = [int(value) for value in struct.unpack(f"<{length}d", reader.take(8 * length))]
    else:
        (width,) = reader.take(1)
        first = [reader.signed() for _ in range(mode)]
        base = reader.signed()
        exceptions, place = {}, 0
        for _ in range(reader.varint() if form & 16 else 0):
            place += reader.varint()
            exceptions[place] = reader.signed()
        rest = max(0, length - mode)
        bits = int.from_bytes(reader.take((rest * width + 7) // 8), "little")
        packed = [bits >> (index * width) & ((1 << width) - 1) for index in range(rest)]
        values = first + [base + exceptions.get(index, value) for index, value in enumerate(packed)]
        for order in range(mode, 0, -1):  # The last differences first.
            for index in range(order, length):
                values[index] += values[index - 1]
    column = [None] * count
    for index, value in zip(known, values):
        column[index] = value + (reference[index] if form & 8 else 0)
    return column


def texts(reader, count):
    words = [reader.take(reader.varint()).decode() for _ in range(reader.varint())]
    return [None if place is None else words[place] for place in integers(reader, count, None)]


def read_segment(data):
    version, kind, count, length = struct.unpack_from("<BBHI", data)
    if version != 1 or length != len(data) or zlib.crc32(data[:-4]) != struct.unpack("<I", data[-4:])[0]:
        raise ValueError("a damaged segment")
    names = COLUMNS[kind]
    columns, reader = {}, Reader(data, 41)
    for _ in range(data[40]):
        (number,), length = reader.take(1), reader.varint()
        part = Reader(reader.take(length), 0)
        reference = columns.get(names[REFERENCES[kind][number]]) if number in REFERENCES[kind] else None
        is_text = names[number] in TEXTS
        columns[names[number]] = texts(part, count) if is_text else integers(part, count, reference)
    return [{name: columns[name][index] if name in columns else None for name in names} for index in range(count)]


if __name__ == "__main__":
    rows = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True).execute(
        "SELECT suboperation.uuid, kind, bytes FROM packed_segment"
        " JOIN suboperation ON suboperation.id = packed_segment.suboperation ORDER BY suboperation, kind, packed_segment.last_ms"
    )
    for suboperation, kind, data in rows:
        for point in read_segment(data):
            print(json.dumps({"suboperation": suboperation, "kind": ("ua", "operator")[kind], **point}))
