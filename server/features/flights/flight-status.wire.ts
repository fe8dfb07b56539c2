import type {
  FlightPointWithStatusInput,
  StatusCurvePoint,
  StatusEntry,
  StatusEntryInput,
} from "../../contracts/flight-telemetry.ts";
import { isoFromMs } from "../../kernel/clock.ts";
import type { SystemPoint } from "../../kernel/telemetry.ts";
import { NO_AUTOPILOT, type StatusModel } from "./flight-status.store.ts";
import type { CurvePoint } from "./status-curve.ts";

/** Converts a state to system telemetry of the device on board. */
export function toSystemPoint(state: StatusModel): SystemPoint {
  const hasPower = state.batteryV !== null || state.batteryPercent !== null || state.isCharging !== null;
  const hasLte = [state.cellId, state.rsrpDbm, state.rsrqDb, state.snrDb, state.tac].some((value) => value !== null);
  return {
    timeMs: state.timeMs,
    timeAccuracyMs: null,
    receivedMs: state.receivedMs,
    systemType: "network_device",
    systemStatus: "operational",
    latitudeE7: null,
    longitudeE7: null,
    horizontalAccuracyMm: null,
    altitudeType: null,
    altitudeMm: null,
    altitudeAccuracyMm: null,
    powerType: hasPower ? "battery" : null,
    inputMillivolts: state.batteryV === null ? null : Math.round(state.batteryV * 1000),
    chargePercent: state.batteryPercent,
    isCharging: state.isCharging,
    lteStatus: hasLte ? "connected" : null,
    lteRsrqDb: state.rsrqDb,
    lteRsrpDbm: state.rsrpDbm,
    lteSnrDb: state.snrDb,
    lteTac: numberOf(state.tac),
    lteCellId: numberOf(state.cellId),
    gnssStatus: gnssStatusOf(state.satellites),
    gnssSatellites: state.satellites,
  };
}

function numberOf(digits: string | null): number | null {
  return digits === null || digits === "" ? null : Number(digits);
}

function gnssStatusOf(satellites: number | null): string | null {
  if (satellites === null) return null;
  return satellites > 0 ? "connected" : "searching";
}

type StatusFields = Omit<StatusEntry, "flight" | "time" | "time_received">;

export function statusOf(flight: string, input: Omit<StatusEntryInput, "flight">, nowMs: number): StatusModel {
  return {
    flight,
    timeMs: Date.parse(input.time),
    receivedMs: input.time_received === undefined ? nowMs : Date.parse(input.time_received),
    batteryV: input.battery ?? null,
    cellId: input.cellid ?? null,
    rsrpDbm: input.rsrp ?? null,
    rsrqDb: input.rsrq ?? null,
    snrDb: input.snr ?? null,
    tac: input.tac ?? null,
    satellites: input.satellites ?? null,
    isCharging: input.charging ?? null,
    ...NO_AUTOPILOT,
  };
}

const STATUS_FIELDS = ["battery", "cellid", "rsrp", "rsrq", "snr", "tac", "satellites", "charging"] as const;

/** The state in an uploaded point; `undefined` when it has no state values. */
export function statusWith(flight: string, input: FlightPointWithStatusInput): StatusModel | undefined {
  const hasStatus = STATUS_FIELDS.some((field) => input[field] !== undefined && input[field] !== null);
  return hasStatus ? statusOf(flight, input, 0) : undefined;
}

export function toStatusFields(state: StatusModel | undefined): StatusFields {
  return {
    battery: state?.batteryV ?? null,
    cellid: state?.cellId ?? null,
    rsrp: state?.rsrpDbm ?? null,
    rsrq: state?.rsrqDb ?? null,
    snr: state?.snrDb ?? null,
    tac: state?.tac ?? null,
    satellites: state?.satellites ?? null,
    charging: state?.isCharging ?? null,
  };
}

export function toStatusEntry(state: StatusModel): StatusEntry {
  return { ...toPlainStatusEntry(state), ...toAutopilotFields(state) };
}

/** With the fields of the API document only: a peer may refuse others. */
export function toPlainStatusEntry(state: StatusModel): StatusEntry {
  return {
    flight: state.flight,
    time: isoFromMs(state.timeMs),
    time_received: isoFromMs(state.receivedMs),
    ...toStatusFields(state),
  };
}

/** Only where an autopilot was logged live: other devices have no such fields. */
function toAutopilotFields({ mode, batteryPercent, linkPercent }: StatusModel): Partial<StatusEntry> {
  if (mode === null && batteryPercent === null && linkPercent === null) return {};
  return { mode, battery_percent: batteryPercent, link_percent: linkPercent };
}

export function toStatusCurvePoint(point: CurvePoint): StatusCurvePoint {
  return {
    time: isoFromMs(point.timeMs),
    battery: point.batteryV,
    rsrp: point.rsrpDbm,
    rsrq: point.rsrqDb,
    snr: point.snrDb,
    satellites: point.satellites,
  };
}
