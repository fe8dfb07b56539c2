import type { Position } from "../../kernel/geo.ts";
import type {
  DecodedZones,
  DroppedZone,
  ZoneDraft,
  ZoneLimit,
  ZonePeriod,
  ZoneRestriction,
} from "../../kernel/zone.ts";
import { arc, arcBetween, circle, OpenAirError, parseAltitude, parseNumbers, parsePosition } from "./openair.values.ts";

/** The content of a block of an OpenAir file so far. */
type Block = {
  readonly line: number;
  readonly airspaceClass: string;
  type: string | null;
  name: string | null;
  lower: ZoneLimit | null;
  upper: ZoneLimit | null;
  frequency: string | null;
  readonly ring: Position[];
  readonly periods: ZonePeriod[];
  problem: string | null;
};

/** State of the variables (`V`); they hold until the next airspace begins. */
type Variables = { centre: Position | null; isClockwise: boolean };

/** Records of OpenAir that describe neither the geometry nor the kind of a zone. */
const IGNORED_RECORDS = new Set(["SP", "SB", "AT", "TO", "TC", "AX", "AG", "AI"]);

/**
 * Reads OpenAir, version 1 and 2. A block that cannot be read is dropped with the line and the reason; the others are
 * kept. Classes P and R, and danger areas (Q), have their meaning for aircraft; everything else is `airspace`.
 */
export function decodeOpenAir(text: string): DecodedZones {
  const blocks: Block[] = [];
  let block: Block | undefined;
  let variables: Variables = { centre: null, isClockwise: true };
  for (const [index, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const line = raw.replace(/\*.*$/, "").trim();
    const [, word = "", rest = ""] = /^([A-Z]{1,2})(?=\s|=)\s*(.*)$/i.exec(line) ?? [];
    const command = word.toUpperCase();
    if (command === "AC") {
      block = openBlock(index + 1, rest);
      blocks.push(block);
      variables = { centre: null, isClockwise: true };
    } else if (block === undefined) {
      if (line !== "" && !IGNORED_RECORDS.has(command)) {
        return { kind: "invalid", message: `This is no file of zones: line ${index + 1} is neither JSON nor OpenAir.` };
      }
    } else if (line !== "" && block.problem === null) {
      try {
        variables = applyRecord(block, variables, command, rest);
      } catch (error) {
        if (!(error instanceof OpenAirError)) throw error;
        block.problem = `line ${index + 1}: ${error.message}`;
      }
    }
  }
  return toDocument(blocks);
}

function openBlock(line: number, airspaceClass: string): Block {
  return {
    line,
    airspaceClass: airspaceClass.toUpperCase(),
    type: null,
    name: null,
    lower: null,
    upper: null,
    frequency: null,
    ring: [],
    periods: [],
    problem: null,
  };
}

/** Adds one line to a block, and returns the variables after it. */
function applyRecord(block: Block, variables: Variables, command: string, rest: string): Variables {
  const centre = () => {
    if (variables.centre === null) throw new OpenAirError("an arc or a circle without a centre (`V X=`)");
    return variables.centre;
  };
  switch (command) {
    case "AN":
      block.name = rest;
      return variables;
    case "AY":
      block.type = rest;
      return variables;
    case "AF":
      block.frequency = rest;
      return variables;
    case "AL":
      block.lower = parseAltitude(rest);
      return variables;
    case "AH":
      block.upper = parseAltitude(rest);
      return variables;
    case "AA":
      block.periods.push(...parsePeriod(rest));
      return variables;
    case "V":
      return withVariable(variables, rest);
    case "DP":
      block.ring.push(parsePosition(rest));
      return variables;
    case "DC":
      block.ring.push(...circle(centre(), parseNumbers(rest, 1)[0]!));
      return variables;
    case "DA": {
      const [radiusNm, from, to] = parseNumbers(rest, 3) as [number, number, number];
      block.ring.push(...arc(centre(), radiusNm, [from, to], variables.isClockwise));
      return variables;
    }
    case "DB": {
      const [from = "", to = ""] = rest.split(",");
      block.ring.push(...arcBetween(centre(), parsePosition(from), parsePosition(to), variables.isClockwise));
      return variables;
    }
    default:
      if (IGNORED_RECORDS.has(command)) return variables;
      throw new OpenAirError(`\`${command || rest}\` is no word of OpenAir that describes an area`);
  }
}

function withVariable(variables: Variables, text: string): Variables {
  const [, name = "", value = ""] = /^([A-Z])\s*=\s*(.*)$/i.exec(text) ?? [];
  switch (name.toUpperCase()) {
    case "X":
      return { ...variables, centre: parsePosition(value) };
    case "D":
      return { ...variables, isClockwise: value.trim() !== "-" };
    default:
      return variables;
  }
}

/** `2025-01-01T12:00Z/2025-01-01T13:00Z`, either side `NONE`. */
function parsePeriod(text: string): readonly ZonePeriod[] {
  const [start = "", end = ""] = text.split("/").map((side) => side.trim());
  const time = (side: string) => (side === "" || side.toUpperCase() === "NONE" ? null : side);
  return time(start) === null && time(end) === null ? [] : [{ start: time(start), end: time(end), daily: [] }];
}

const RESTRICTIONS: Readonly<Record<string, ZoneRestriction>> = {
  P: "prohibited",
  R: "authorisation",
  Q: "conditional",
};

function toDocument(blocks: readonly Block[]): DecodedZones {
  const zones: ZoneDraft[] = [];
  const dropped: DroppedZone[] = [];
  for (const block of blocks) {
    const where = `${block.name ?? block.airspaceClass} (line ${block.line})`;
    const corners = new Set(block.ring.map(({ latitude, longitude }) => `${latitude},${longitude}`)).size;
    if (block.problem !== null) dropped.push({ where, reason: block.problem });
    else if (corners < 3) dropped.push({ where, reason: "an area has at least three corners" });
    else zones.push(toDraft(block));
  }
  if (zones.length === 0) {
    const [first] = dropped;
    const message = first
      ? `No zone of the file can be read; ${first.where}: ${first.reason}.`
      : "The file contains no zones.";
    return { kind: "invalid", message };
  }
  return { kind: "zones", format: "openair", title: null, issuedMs: null, validFromMs: null, zones, dropped };
}

function toDraft(block: Block): ZoneDraft {
  const first = block.ring[0]!;
  const last = block.ring.at(-1)!;
  const isClosed = first.latitude === last.latitude && first.longitude === last.longitude;
  const name = block.name ?? block.airspaceClass;
  return {
    identifier: name,
    name,
    country: null,
    restriction: RESTRICTIONS[block.airspaceClass] ?? "airspace",
    kind: block.type ?? block.airspaceClass,
    reasons: [],
    message: block.frequency === null ? null : `Radio ${block.frequency}`,
    authority: null,
    volumes: [{ rings: [isClosed ? block.ring : [...block.ring, first]], lower: block.lower, upper: block.upper }],
    periods: block.periods,
  };
}
