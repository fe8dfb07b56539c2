import type { Decoded } from "../decoded.ts";
import { decodeScout } from "./scout.json.ts";

/** What a receiver's push of this value yields. */
export const decode = (value: unknown): Decoded[] => decodeScout(JSON.stringify(value));
export const SERIAL = "1596F351901936310360";
export const MAC = "7e:60:b8:80:be:e4";
