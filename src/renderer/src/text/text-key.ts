import type { Sentences } from "./en/index.ts";

type KeysOf<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${KeysOf<T[K]>}` }[keyof T & string];

/** The key of a sentence. A key that does not exist does not compile. */
export type TextKey = KeysOf<Sentences>;
