import type { Decoded } from "../decoded.ts";
import { decodeAdvertisement } from "./bluetooth.frame.ts";
import { reversedMacOf } from "./bytes.text.ts";

/** Packet indicator of H4, the UART transport, in front of every packet. */
export const H4_EVENT = 0x04;
const LE_META_EVENT = 0x3e;
const ADVERTISING_REPORT = 0x02;
const EXTENDED_ADVERTISING_REPORT = 0x0d;

const LEGACY_REPORT_BYTES = 9;
const EXTENDED_REPORT_BYTES = 24;
/** `Event_Type` of an extended report: sent by a legacy PDU; more data follows; truncated by the controller. */
const LEGACY_PDU = 0x10;
const DATA_STATUS = 0x60;
const MORE_TO_COME = 0x20;
const CUT_OFF = 0x40;
/** RSSI "not available". */
const NO_RSSI = 127;

/** The maximum that extended advertising can carry; a longer chain of reports is invalid. */
const MAX_DATA_BYTES = 1650;
const MAX_UNFINISHED = 256;

/** Decodes the packets of one capture in order, because long advertising data is split into several reports. */
export type HciReader = {
  /** `packet` begins with its H4 indicator. Packets other than advertising reports yield nothing. Never throws. */
  readonly decode: (packet: Uint8Array, observedAtMs: number | null) => Decoded[];
};

type Report = {
  readonly address: string;
  readonly rssiDbm: number | null;
  readonly data: Uint8Array;
  readonly isExtended: boolean;
  readonly status: "complete" | "more_to_come" | "cut_off";
  /** Key shared by the reports of one advertisement: advertising set and address. */
  readonly chain: string;
};

/**
 * Decodes what the Bluetooth controller of a computer or phone reported to its host (Bluetooth Core, Vol 4 Part E): LE
 * Advertising Reports and LE Extended Advertising Reports. Their data is the advertising data as transmitted, and the
 * controller has already checked the checksums.
 */
export function createHciReader(): HciReader {
  const unfinished = new Map<string, Uint8Array>();

  /** The data received so far, including this report; `undefined` if the chain is too long. */
  function assemble(report: Report): Uint8Array | undefined {
    const earlier = unfinished.get(report.chain);
    unfinished.delete(report.chain);
    if (earlier === undefined) return report.data;
    if (earlier.length + report.data.length > MAX_DATA_BYTES) return undefined;
    return concatenated(earlier, report.data);
  }

  function decodeReport(report: Report, observedAtMs: number | null): Decoded[] {
    const data = assemble(report);
    if (data === undefined) return [];
    if (report.status === "more_to_come") {
      unfinished.set(report.chain, data);
      // Chains whose last report is never received must not accumulate: the oldest is dropped.
      if (unfinished.size > MAX_UNFINISHED) unfinished.delete(unfinished.keys().next().value!);
      return [];
    }
    return decodeAdvertisement(
      {
        transmitter: { kind: "mac", address: report.address },
        data,
        isWhole: report.status === "complete",
        isExtended: report.isExtended,
      },
      { observedAtMs, rssiDbm: report.rssiDbm },
    );
  }

  return {
    decode(packet, observedAtMs) {
      if (packet[0] !== H4_EVENT || packet[1] !== LE_META_EVENT) return [];
      const parameters = packet.subarray(3, 3 + (packet[2] ?? 0));
      if (parameters[0] === ADVERTISING_REPORT) {
        return reportsIn(parameters, legacyReportAt).flatMap((report) => decodeReport(report, observedAtMs));
      }
      if (parameters[0] === EXTENDED_ADVERTISING_REPORT) {
        return reportsIn(parameters, extendedReportAt).flatMap((report) => decodeReport(report, observedAtMs));
      }
      return [];
    },
  };
}

type ReadReport = (parameters: Uint8Array, at: number) => { readonly report: Report; readonly end: number } | undefined;

/** The consecutive reports of one event, up to the first that does not fit into it. */
function reportsIn(parameters: Uint8Array, read: ReadReport): Report[] {
  const reports: Report[] = [];
  const count = parameters[1] ?? 0;
  let at = 2;
  while (reports.length < count) {
    const found = read(parameters, at);
    if (found === undefined) break;
    reports.push(found.report);
    at = found.end;
  }
  return reports;
}

/** Layout: event type, address type, address, length, data, RSSI. */
const legacyReportAt: ReadReport = (parameters, at) => {
  if (at + LEGACY_REPORT_BYTES > parameters.length) return undefined;
  const from = at + LEGACY_REPORT_BYTES;
  const end = from + parameters[at + 8]!;
  const address = reversedMacOf(parameters, at + 2);
  const report: Report = {
    address,
    // The signal strength follows the data; it is missing if the capture truncated the packet.
    rssiDbm: end < parameters.length ? rssiOf(parameters[end]!) : null,
    data: parameters.subarray(from, end),
    isExtended: false,
    status: end <= parameters.length ? "complete" : "cut_off",
    chain: `legacy ${address}`,
  };
  return { report, end: end + 1 };
};

/**
 * Layout: event type (2), address type, address (6), primary and secondary PHY, advertising set, transmit power, RSSI,
 * interval (2), direct address type, direct address (6), length, data.
 */
const extendedReportAt: ReadReport = (parameters, at) => {
  if (at + EXTENDED_REPORT_BYTES > parameters.length) return undefined;
  const eventType = parameters[at]!;
  const from = at + EXTENDED_REPORT_BYTES;
  const end = from + parameters[at + 23]!;
  const address = reversedMacOf(parameters, at + 3);
  const status = eventType & DATA_STATUS;
  const report: Report = {
    address,
    rssiDbm: rssiOf(parameters[at + 13]!),
    data: parameters.subarray(from, end),
    isExtended: (eventType & LEGACY_PDU) === 0,
    status:
      end > parameters.length || status === CUT_OFF ? "cut_off" : status === MORE_TO_COME ? "more_to_come" : "complete",
    chain: `${parameters[at + 11]} ${address}`,
  };
  return { report, end };
};

function rssiOf(byte: number): number | null {
  const dbm = (byte << 24) >> 24;
  return dbm === NO_RSSI ? null : dbm;
}

function concatenated(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
