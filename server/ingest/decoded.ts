import type { TransmissionTechnology } from "../contracts/common.ts";
import type { Sighting } from "../kernel/sighting.ts";
import type { SystemPoint } from "../kernel/telemetry.ts";
import type { TrafficReport } from "../kernel/traffic.ts";
import type { VehicleReading } from "../kernel/vehicle.ts";
import type { OdidMessage } from "./codecs/odid.messages.ts";

/**
 * The number of frames of one input that are decoded, or stored, before yielding to the event loop: both may share a
 * turn with a transaction (docs/performance-trials.md).
 */
export const DECODED_PER_SLICE = 50;

/**
 * The sender of a frame, as far as the receiver can tell. `mac`: lower-case, colon separated. `mavlink`: the system of
 * one aircraft. `mavlink_id`: an aircraft by what a MAVLink receiver calls it, where that is no MAC address. `adsb`: a drone that a receiver reports as traffic over MAVLink, by its address, or by its callsign where
 * it has none. `flight`: a flight of a network Remote ID service. `null` if the receiver reports none of them: such
 * frames are distinguished by what they declare, never by their feed.
 */
export type Transmitter =
  | { readonly kind: "mac"; readonly address: string }
  | {
      readonly kind: "mavlink";
      readonly systemId: number;
      readonly componentId: number;
      /** Address of the sender if a source receives from several, because each assigns its own system ids. */
      readonly link?: string;
    }
  /** `link` as above. */
  | { readonly kind: "mavlink_id"; readonly id: string; readonly link?: string }
  /** `link` as above: a receiver may make its addresses up. */
  | { readonly kind: "adsb"; readonly id: string; readonly link?: string }
  | { readonly kind: "flight"; readonly id: string }
  | null;

/** One received frame with its Open Drone ID messages (ASTM F3411-22a), before aggregation. */
export type DecodedFrame = {
  readonly kind: "frame";
  /** Capture time, Unix milliseconds; `null` if the medium has no clock and the source must supply the time. */
  readonly observedAtMs: number | null;
  /** How long the aircraft had been at its position by then, if the receiver reports it. */
  readonly ageMs?: number;
  /** The receiver's own id, if the medium includes it; otherwise `null`. */
  readonly sensorId: string | null;
  readonly transmitter: Transmitter;
  readonly technology: TransmissionTechnology;
  readonly rssiDbm: number | null;
  readonly messages: readonly OdidMessage[];
};

/**
 * State that a receiver reports about itself (SCOUT heartbeat, MAVLink status). Units are in the names; `null` means
 * "not reported".
 */
export type DecodedSensor = {
  readonly kind: "sensor";
  readonly observedAtMs: number | null;
  readonly sensorId: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly altitudeMslM: number | null;
  readonly satellites: number | null;
  readonly batteryVolts: number | null;
};

/** A record that a peer has already normalised: what one of its sensors received of one aircraft. */
export type DecodedSighting = {
  readonly kind: "sighting";
  readonly sighting: Sighting;
  /** History, which is never sent on: it is not kept for recognising records that come back. */
  readonly isPast?: true;
};

/** The same for a sensor's own state. */
export type DecodedSystem = { readonly kind: "system"; readonly sensorId: string; readonly point: SystemPoint };

/** What a receiver reported of an aircraft with a crew: no Remote ID, and never a part of an operation. */
export type DecodedTraffic = {
  readonly kind: "traffic";
  /** When it was reported, Unix milliseconds of the station; `null` if the medium has no clock. */
  readonly observedAtMs: number | null;
  /** How long it had been at its position by then. */
  readonly ageMs: number;
  readonly report: TrafficReport;
};

/** A message of the operator's own autopilot, which is no Remote ID: it belongs to a flight of an account. */
export type DecodedVehicle = { readonly kind: "vehicle"; readonly reading: VehicleReading };

/** Why a frame that claims to be Remote ID was refused. Counted per source and shown to the user. */
export type RefusalReason =
  | "bad_checksum"
  | "truncated_frame"
  /** Nothing of the file from there on is read. */
  | "damaged_capture"
  | "truncated_pack"
  | "bad_pack_header"
  | "unknown_message_type"
  | "legacy_dji_drone_id"
  | "malformed_json"
  | "missing_field"
  | "value_out_of_range"
  /** A field that was dropped from an accepted frame. */
  | "unusable_field"
  | "no_transmitter"
  | "ambiguous_transmitter"
  | "no_position"
  | "implausible_time"
  /** A network service reports that there is no real aircraft. */
  | "simulated"
  /** One of several services did not respond. */
  | "no_answer"
  /** Traffic with a crew that a receiver reports as if it were Remote ID. */
  | "crewed_aircraft"
  /** The same record was received before, or also over another peer. */
  | "already_received"
  /** It is not public at the peer. */
  | "not_public";

export type Refused = {
  readonly kind: "refused";
  readonly reason: RefusalReason;
  /** The invalid field, such as `Location.Latitude`: always a name from the format, never text of the sender. */
  readonly field?: string;
  readonly detail: string;
};

/** The key under which a refusal is counted: its reason and, if any, its field (`missing_field: Location.Latitude`). */
export function refusalKey({ reason, field }: Pick<Refused, "reason" | "field">): string {
  return field === undefined ? reason : `${reason}: ${field}`;
}

/** Number of refusals by reason and field (`refusalKey`). */
export type Refusals = ReadonlyMap<string, number>;

/**
 * The result of a codec for one unit of input. Input that is not Remote ID at all (such as a neighbour's beacon) has
 * none.
 */
export type Decoded = DecodedFrame | DecodedSensor | DecodedTraffic | Refused;

/** Input that becomes telemetry of the airspace: what a codec decoded, or what a peer has already normalised. */
export type AirspaceInput = Decoded | DecodedSighting | DecodedSystem;

/** Input from a source. */
export type SourceInput = AirspaceInput | DecodedVehicle;
