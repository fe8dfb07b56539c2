/** @typedef {{ readonly sizes: readonly number[], readonly type: number, readonly begin: number }} Variable */

const DIMENSIONS = 10;
const VARIABLES = 11;
const ATTRIBUTES = 12;
const FLOAT = 5;
const DOUBLE = 6;
/** Size of a value of each type: byte, char, short, int, float, double. */
const WIDTHS = [0, 1, 1, 2, 4, 4, 8];

/**
 * The variables of a file in the classic format of netCDF ("CDF", version 1), as far as they are floating point numbers
 * without a record dimension.
 *
 * @param {Buffer} file
 */
export function readNetcdf(file) {
  if (file.toString("latin1", 0, 4) !== "CDF\u0001") throw new Error("not a file of netCDF's classic format");
  const reader = new Reader(file);
  reader.skip(8);
  const sizes = reader.list(DIMENSIONS, () => {
    reader.name();
    return reader.int();
  });
  readAttributes(reader);
  const variables = new Map(reader.list(VARIABLES, () => readVariable(reader, sizes)));
  /** @param {string} name */
  return (name) => {
    const variable = variables.get(name);
    if (!variable) throw new Error(`the file has no variable ${name}`);
    return valuesOf(file, variable);
  };
}

/** @param {Reader} reader @param {readonly number[]} sizes @returns {[string, Variable]} */
function readVariable(reader, sizes) {
  const name = reader.name();
  const own = Array.from({ length: reader.int() }, () => sizes[reader.int()] ?? 0);
  readAttributes(reader);
  const type = reader.int();
  reader.skip(4);
  return [name, { sizes: own, type, begin: reader.int() }];
}

/** @param {Reader} reader */
function readAttributes(reader) {
  reader.list(ATTRIBUTES, () => {
    reader.name();
    const width = WIDTHS[reader.int()] ?? 0;
    reader.skipPadded(width * reader.int());
  });
}

/** @param {Buffer} file @param {Variable} variable @returns {{ readonly sizes: readonly number[], readonly values: Float64Array }} */
function valuesOf(file, { sizes, type, begin }) {
  if (type !== FLOAT && type !== DOUBLE) throw new Error("only floating point numbers are read");
  const count = sizes.reduce((product, size) => product * size, 1);
  const values = new Float64Array(count);
  for (let at = 0; at < count; at += 1) {
    values[at] = type === FLOAT ? file.readFloatBE(begin + 4 * at) : file.readDoubleBE(begin + 8 * at);
  }
  return { sizes, values };
}

class Reader {
  #file;
  #at = 0;

  /** @param {Buffer} file */
  constructor(file) {
    this.#file = file;
  }

  /** @param {number} count */
  skip(count) {
    this.#at += count;
  }

  /** Values are padded to a multiple of four bytes. @param {number} count */
  skipPadded(count) {
    this.#at += Math.ceil(count / 4) * 4;
  }

  int() {
    const value = this.#file.readInt32BE(this.#at);
    this.#at += 4;
    return value;
  }

  name() {
    const length = this.int();
    const name = this.#file.toString("latin1", this.#at, this.#at + length);
    this.skipPadded(length);
    return name;
  }

  /** @template T @param {number} tag @param {() => T} readOne @returns {T[]} */
  list(tag, readOne) {
    const found = this.int();
    const count = this.int();
    if (found !== tag && !(found === 0 && count === 0)) throw new Error("the header of the file cannot be read");
    return Array.from({ length: count }, readOne);
  }
}
