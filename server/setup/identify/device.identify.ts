import { SECOND_MS } from "../../kernel/clock.ts";
import { encodeMavlinkFrame } from "../../kernel/mavlink.frame.encode.ts";
import { waitFor } from "../device.wait.ts";
import { SetupFailure, type Device } from "../family.ts";
import type { Identified, Identify } from "../identify.ts";
import { STATION_SENDER } from "../mavlink/mavlink.conversation.ts";
import { paramRequestRead } from "../mavlink/param.messages.ts";
import { attemptsOf, withLongerWait, LISTEN_MS, type Attempt } from "./attempts.ts";
import { createDeviceEvidence, type DeviceEvidence } from "./device.evidence.ts";
import { CHANGED_LINE_ENDINGS, GARBLED, OTHER_REMOTE_ID, SILENT } from "./identified.messages.ts";
import { repairedLink } from "./line-endings.link.ts";
import type { CreateProbe } from "./probe.ts";

/** Somewhat less than the 10 s that a session waits, so that it ends with a finding instead of the time. */
const MAX_MS = 9.7 * SECOND_MS;
/** Requests to a module are repeated, because a response may be lost. */
const MODULE_TRIES = 3;
const LOCK_LEVEL_REQUEST = encodeMavlinkFrame({ ...STATION_SENDER, sequence: 0 }, paramRequestRead("LOCK_LEVEL"));
/** Modems repeat what they receive; a name between two frames returns as a line of its own. */
const ECHOED = "LOCK_LEVEL";
const MODEM_REQUEST = new TextEncoder().encode("AT\r");

export type IdentifyOptions = {
  /** How long to listen before a module's response counts; shorter only where no autopilot can be at the port. */
  readonly listenMs?: number | undefined;
};

/** Identifies the device at a port, with probes that change nothing. It leaves the port at the rate of the device. */
export function createIdentify(
  createDronetagProbe: CreateProbe,
  { listenMs = LISTEN_MS }: IdentifyOptions = {},
): Identify {
  return async (device, { baudRate, repairLineEndings }) => {
    const search: Search = {
      device: repairLineEndings ? { ...device, link: repairedLink(device.link) } : device,
      createDronetagProbe,
      listenMs,
      endsAtMs: device.now() + MAX_MS,
    };
    let hasReceivedBytes = false;
    let hasChangedLineEndings = false;
    let isOtherRemoteId = false;
    for (const attempt of attemptsOf(baudRate, listenMs)) {
      if (device.now() >= search.endsAtMs) break;
      const { identified, evidence } = await tryRate(search, withLongerWait(attempt, hasReceivedBytes));
      if (identified !== undefined) return { ...identified, baudRate: attempt.baudRate };
      hasReceivedBytes ||= evidence.hasBytes();
      hasChangedLineEndings ||= evidence.hasChangedLineEndings();
      isOtherRemoteId ||= evidence.isOtherRemoteId();
    }
    if (isOtherRemoteId) throw new SetupFailure("unsupported", OTHER_REMOTE_ID);
    if (hasChangedLineEndings && !repairLineEndings) throw new SetupFailure("device_garbled", CHANGED_LINE_ENDINGS);
    throw hasReceivedBytes ? new SetupFailure("device_garbled", GARBLED) : new SetupFailure("device_silent", SILENT);
  };
}

type Search = {
  readonly device: Device;
  readonly createDronetagProbe: CreateProbe;
  readonly listenMs: number;
  readonly endsAtMs: number;
};
type Tried = { readonly identified: Identified | undefined; readonly evidence: DeviceEvidence };

/** Listens and probes at one rate, with separate parsers: bytes of another rate do not reach them. */
async function tryRate({ device, createDronetagProbe, listenMs, endsAtMs }: Search, attempt: Attempt): Promise<Tried> {
  const { link, now } = device;
  await link.setBaudRate(attempt.baudRate);
  const dronetag = createDronetagProbe();
  const evidence = createDeviceEvidence(dronetag, link.usbSerialNumber);
  const startMs = now();
  const listeners = new Set<() => void>();
  const stop = link.onData((bytes) => {
    evidence.push(bytes);
    for (const listener of [...listeners]) listener();
  });
  /** Waits until `isEnough`, or for the given time within the limit of the whole search. */
  const until = async (ms: number, isEnough: () => boolean): Promise<void> => {
    const limitMs = Math.min(ms, endsAtMs - now());
    if (limitMs <= 0 || isEnough()) return;
    await waitFor<true>(device, limitMs, (done) => {
      const listener = () => {
        if (isEnough()) done(true);
      };
      listeners.add(listener);
      return () => void listeners.delete(listener);
    });
  };
  try {
    const isCertain = () => evidence.certain() !== undefined;
    const isAnswered = () => isCertain() || evidence.hasLockLevel();
    const listenedMs = () => now() - startMs;
    if (attempt.listenMs > 0) await until(attempt.listenMs, () => isCertain() || evidence.mayBeModule());
    if (!isCertain() && !evidence.isAutopilot()) {
      await ask(device, { attempt, evidence, until, isAnswered, request: dronetag.request });
    }
    // A module behind an autopilot must not be mistaken for one at this port: wait for the autopilot's heartbeat.
    if (evidence.hasLockLevel()) await until(listenMs - listenedMs(), () => isCertain() || evidence.isAutopilot());
    if (!isCertain() && evidence.isEcho(ECHOED)) await askModem(device, until, evidence);
    return { identified: evidence.certain() ?? evidence.conclusion(), evidence };
  } finally {
    stop();
  }
}

type Until = (ms: number, isEnough: () => boolean) => Promise<void>;

type Asking = {
  readonly attempt: Attempt;
  readonly evidence: DeviceEvidence;
  readonly until: Until;
  readonly isAnswered: () => boolean;
  readonly request: Uint8Array | undefined;
};

async function ask(device: Device, { attempt, evidence, until, isAnswered, request }: Asking): Promise<void> {
  const { asks, answerMs } = attempt;
  if (asks.includes("dronetag") && request !== undefined && !evidence.mayBeModule()) await device.link.write(request);
  for (let attemptNumber = 0; attemptNumber < MODULE_TRIES; attemptNumber += 1) {
    if (asks.includes("arduremoteid")) await device.link.write(LOCK_LEVEL_REQUEST);
    await until(answerMs, isAnswered);
    if (isAnswered() || !evidence.mayBeModule()) return;
  }
}

/** A device that repeats what it receives may be a modem: one responds to AT. */
async function askModem(device: Device, until: Until, evidence: DeviceEvidence): Promise<void> {
  await device.link.write(MODEM_REQUEST);
  await until(300, () => evidence.conclusion() !== undefined);
}
