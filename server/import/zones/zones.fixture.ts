import type { ZoneDraft } from "../../kernel/zone.ts";
import { decodeZones } from "./zones.decode.ts";

export const SQUARE = [
  [14, 50],
  [14.1, 50],
  [14.1, 50.1],
  [14, 50.1],
  [14, 50],
];

/** A zone with the required fields only. */
export const MINIMAL_ZONE = {
  country: null,
  reasons: [],
  message: null,
  authority: null,
  periods: [],
} satisfies Partial<ZoneDraft>;

/** A document that can be read. */
export function decoded(json: object) {
  const document = decodeZones(JSON.stringify(json));
  if (document.kind === "invalid") throw new Error(document.message);
  return document;
}

/** Why a document, or a text that is none, cannot be read; empty where it can. */
export function messageOf(document: unknown): string {
  const found = decodeZones(typeof document === "string" ? document : JSON.stringify(document));
  return found.kind === "invalid" ? found.message : "";
}
