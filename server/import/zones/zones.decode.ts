import type { DecodedZones } from "../../kernel/zone.ts";
import { decodeEd269 } from "./ed269.decode.ts";
import { decodeEd318 } from "./ed318.decode.ts";
import { decodeOpenAir } from "./openair.decode.ts";

/** Reads a file of zones: ED-269 or ED-318 JSON, or OpenAir. Never throws; the message is one sentence about what cannot be read. */
export function decodeZones(text: string): DecodedZones {
  const body = text.replace(/^\ufeff/, "");
  if (!/^\s*[{[]/.test(body)) return decodeOpenAir(body);
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return invalid("The file starts like JSON, but is not valid JSON.");
  }
  const keys = typeof json === "object" && json !== null ? Object.keys(json) : [];
  if (keys.includes("UASZoneList")) return decodeEd269(json);
  if (keys.includes("features")) return decodeEd318(json);
  return invalid("The file is JSON, but neither ED-269 (`UASZoneList`) nor ED-318 (`features`).");
}

function invalid(message: string): DecodedZones {
  return { kind: "invalid", message };
}
