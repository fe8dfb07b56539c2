/** The keys of JSON objects by their spelling: receivers write `UASID`, `uas_id` and `UasId`. */

/** The same few keys occur in every record; a sender that keeps using new keys must not fill the memory. */
const MAX_SPELLINGS = 1000;
const MAX_KEY_CHARS = 64;
const spellings = new Map<string, string>();

/** The form in which a key or a word is compared: lower case, letters and digits only. */
export function spelling(key: string): string {
  const known = spellings.get(key);
  if (known !== undefined) return known;
  const spelled = key.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  if (spellings.size < MAX_SPELLINGS && key.length <= MAX_KEY_CHARS) spellings.set(key, spelled);
  return spelled;
}

/** The keys of an object by their spelling; of several with the same one the last. */
export class Keys {
  readonly #bySpelling: ReadonlyMap<string, string>;
  /** The requested names: few, and the same for every record. */
  readonly #byName = new Map<string, string | null>();

  constructor(keys: readonly string[]) {
    this.#bySpelling = new Map(keys.map((key) => [spelling(key), key]));
  }

  named(name: string): string | null {
    let key = this.#byName.get(name);
    if (key === undefined) {
      key = this.#bySpelling.get(spelling(name)) ?? null;
      this.#byName.set(name, key);
    }
    return key;
  }
}

/** The keys of objects in their order, as a tree: the records of one receiver follow the same path. */
type Shape = { readonly next: Map<string, Shape>; keys: Keys | undefined };

const MAX_SHAPES = 1000;
const MAX_KEYS = 64;
const firstShape: Shape = { next: new Map(), keys: undefined };
let shapes = 0;

export function keysOf(object: Readonly<Record<string, unknown>>): Keys {
  const keys = Object.keys(object);
  let shape = firstShape;
  for (const key of keys) {
    const next = shape.next.get(key);
    if (next === undefined) return learnShape(keys);
    shape = next;
  }
  return (shape.keys ??= new Keys(keys));
}

function learnShape(keys: readonly string[]): Keys {
  const learned = new Keys(keys);
  const isUsual = keys.length <= MAX_KEYS && keys.every((key) => key.length <= MAX_KEY_CHARS);
  if (!isUsual || shapes + keys.length > MAX_SHAPES) return learned;
  let shape = firstShape;
  for (const key of keys) {
    let next = shape.next.get(key);
    if (next === undefined) {
      next = { next: new Map(), keys: undefined };
      shape.next.set(key, next);
      shapes++;
    }
    shape = next;
  }
  shape.keys = learned;
  return learned;
}
