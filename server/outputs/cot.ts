import type { OperatorTelemetry, UaTelemetry } from "../contracts/telemetry.ts";
import { xmlText } from "../export/text-escaping.ts";
import { isoFromMs, SECOND_MS } from "../kernel/clock.ts";
import type { OutputRecord } from "./output.ts";

/**
 * Cursor on Target (MITRE MP090284, event version 2.0), the messages of TAK. An aircraft, its operator and its take-off
 * are separate events, connected by links.
 */

/** One event as a TAK program reads it. */
export type CotEvent = { readonly uid: string; readonly xml: string };

/** Neutral, airborne, civil, fixed wing, drone: what TAK programs show as an unmanned aircraft. */
export const AIRCRAFT_TYPE = "a-n-A-C-F-q";
/** Neutral, on the ground; there is no more specific code for a civil person. */
export const OPERATOR_TYPE = "a-n-G";
/** A spot on the map. */
export const TAKE_OFF_TYPE = "b-m-p-s-m";

/** Links, from the point of view of the event that has them: "produced by" and "connected to". */
const PRODUCED_BY = "p-p";
const CONNECTED_TO = "c";

/** The origin of a position: a satellite receiver, configured, or passed on from another system. */
const HOW = { gnss: "m-g", configured: "m-c", passedOn: "m-r" } as const;

/** What CoT writes for an unknown height or error. */
const UNKNOWN = "9999999.0";

export type CotOptions = {
  /** How long after its time an event is current. */
  readonly staleSeconds: number;
  /** Height above the ellipsoid of a height above the sea; `undefined` where it cannot be converted. */
  readonly ellipsoidM?: ((location: UaTelemetry["location"], seaLevelM: number) => number) | undefined;
};

/** The events of a record: the aircraft first, then its operator and its take-off as far as they are known. */
export function cotEvents(record: OutputRecord, options: CotOptions): readonly [CotEvent, ...CotEvent[]] {
  const name = cleanId(record.uasId) || record.operationId;
  const aircraftUid = `RID.${name}.uas`;
  const operatorUid = `RID.${name}.operator`;
  const takeOffUid = `RID.${name}.takeoff`;
  const { ua, operator, takeOff } = record;
  const callsign = cleanId(record.uasId) || `UAS ${record.operationId.slice(0, 8)}`;
  const parent = link(aircraftUid, AIRCRAFT_TYPE, PRODUCED_BY);
  const links = [
    ...(operator === null ? [] : [link(operatorUid, OPERATOR_TYPE, CONNECTED_TO)]),
    ...(takeOff === null ? [] : [link(takeOffUid, TAKE_OFF_TYPE, CONNECTED_TO)]),
  ];
  const aircraft = event(
    {
      uid: aircraftUid,
      type: AIRCRAFT_TYPE,
      how: HOW.gnss,
      timestamp: ua.timestamp,
      stale: staleAt(ua.timestamp, options),
      point: point(ua.location, heightOf(ua, options)),
    },
    [contact(callsign), ...track(ua.velocity), ...links, remarks(record)],
  );
  const operatorId = cleanId(record.declared.operatorId);
  return [
    aircraft,
    ...placed(operator, (known) =>
      event(
        {
          uid: operatorUid,
          type: OPERATOR_TYPE,
          how: howOf(known.source_type),
          timestamp: known.timestamp,
          stale: staleAt(known.timestamp, options),
          point: point(known.location, heightOfOperator(known, options)),
        },
        [contact(operatorId || `Operator of ${callsign}`), parent],
      ),
    ),
    ...placed(takeOff, (known) =>
      event(
        {
          uid: takeOffUid,
          type: TAKE_OFF_TYPE,
          how: HOW.gnss,
          // The place of take-off stays valid for the whole flight.
          timestamp: ua.timestamp,
          stale: staleAt(ua.timestamp, options),
          point: point(known.location, heightOfOperator(known, options)),
        },
        [contact(`Take-off of ${callsign}`), parent],
      ),
    ),
  ];
}

const placed = (known: OperatorTelemetry | null, make: (known: OperatorTelemetry) => CotEvent) =>
  known === null ? [] : [make(known)];

function event(
  head: {
    readonly uid: string;
    readonly type: string;
    readonly how: string;
    readonly timestamp: string;
    readonly stale: string;
    readonly point: string;
  },
  details: readonly string[],
): CotEvent {
  const { uid, type, how, timestamp, stale } = head;
  const attributes = `version="2.0" uid="${xmlText(uid)}" type="${type}" how="${how}" time="${timestamp}" start="${timestamp}" stale="${stale}"`;
  return { uid, xml: `<event ${attributes}>${head.point}<detail>${details.join("")}</detail></event>` };
}

const staleAt = (timestamp: string, { staleSeconds }: CotOptions) =>
  isoFromMs(Date.parse(timestamp) + staleSeconds * SECOND_MS);

/** A height above the ellipsoid with its error; unknown unless it is known above the ellipsoid or the sea. */
type Height = { readonly haeM: number; readonly errorM: number | null } | undefined;

/** The errors are 95 % bounds as the aircraft declares them, which is more than the one sigma that CoT specifies. */
function point({ latitude, longitude, accuracy }: UaTelemetry["location"], height: Height): string {
  const hae = height === undefined ? UNKNOWN : decimal(height.haeM);
  const le = height === undefined || height.errorM === null ? UNKNOWN : decimal(height.errorM);
  const ce = accuracy === null ? UNKNOWN : decimal(accuracy);
  return `<point lat="${latitude.toFixed(7)}" lon="${longitude.toFixed(7)}" hae="${hae}" ce="${ce}" le="${le}"/>`;
}

function heightOf({ altitudes, location }: Pick<UaTelemetry, "altitudes" | "location">, options: CotOptions): Height {
  const ellipsoid = altitudes.find(({ type }) => type === "WGS84");
  if (ellipsoid !== undefined) return { haeM: ellipsoid.value, errorM: ellipsoid.accuracy };
  const sea = altitudes.find(({ type }) => type === "MSL");
  if (sea === undefined || options.ellipsoidM === undefined) return undefined;
  return { haeM: options.ellipsoidM(location, sea.value), errorM: sea.accuracy };
}

function heightOfOperator({ altitude, location }: OperatorTelemetry, options: CotOptions): Height {
  return heightOf({ altitudes: altitude === null ? [] : [altitude], location }, options);
}

function howOf(sourceType: string): string {
  if (sourceType === "live_gnss") return HOW.gnss;
  return sourceType === "fixed" ? HOW.configured : HOW.passedOn;
}

const contact = (callsign: string) => `<contact callsign="${xmlText(callsign)}"/>`;

/** Course and speed over ground; left out unless both are known, because CoT requires both. */
function track({ heading, horizontal_speed: speed }: UaTelemetry["velocity"]): readonly string[] {
  return heading === null || speed === null ? [] : [`<track course="${decimal(heading)}" speed="${decimal(speed)}"/>`];
}

const link = (uid: string, type: string, relation: string) =>
  `<link uid="${xmlText(uid)}" type="${type}" relation="${relation}"/>`;

function remarks({ declared, technology, ua }: OutputRecord): string {
  const known = [
    `Remote ID over ${technology.replaceAll("_", " ")}`,
    ...declared.identifiers.map(({ type, value }) => `${type.replaceAll("_", " ")} ${value}`),
    ...(declared.operatorId === null ? [] : [`operator ${declared.operatorId}`]),
    ...declared.descriptions.slice(-1).map(({ value }) => value),
    ...(ua.operational_state === "undeclared" ? [] : [ua.operational_state.replaceAll("_", " ")]),
  ];
  return `<remarks>${xmlText(withoutControls(known.join("; ")))}</remarks>`;
}

/** Ids are padded with NUL or contain control characters in the field; none of them belongs into XML. */
function cleanId(id: string | null): string {
  return withoutControls(id ?? "");
}

/** Matches nearly all ids and texts; this check is faster than the search for control characters. */
const PLAIN = /^[ -~]*$/;

function withoutControls(text: string): string {
  if (PLAIN.test(text)) return text.trim();
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, "").trim();
}

/** Millimetres and thousandths are more than is ever known; never in the form with an exponent, which `xs:decimal` lacks. */
function decimal(value: number): string {
  const text = String(Number(value.toFixed(3)) + 0);
  return text.includes(".") ? text : `${text}.0`;
}
