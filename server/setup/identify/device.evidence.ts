import type { Identified } from "../identify.ts";
import { identifiedAs } from "./identified.messages.ts";
import { createLineEndingRepair } from "./line-endings.link.ts";
import { createMavlinkProbe } from "./mavlink.evidence.ts";
import { createGnssProbe } from "./nmea-ubx.probe.ts";
import type { Probe } from "./probe.ts";
import { createTextProbe } from "./text.evidence.ts";

/** All bytes that arrive at one rate, and the conclusions from them. */
export type DeviceEvidence = {
  readonly push: (bytes: Uint8Array) => void;
  /** A finding that ends the search at once. */
  readonly certain: () => Identified | undefined;
  /** The conclusion after listening and probing at this rate. */
  readonly conclusion: () => Identified | undefined;
  /** Whether it may be an ArduRemoteID module, to which requests are then repeated. */
  readonly mayBeModule: () => boolean;
  /** Whether Remote ID frames come from a device that is not ArduRemoteID. */
  readonly isOtherRemoteId: () => boolean;
  readonly isAutopilot: () => boolean;
  readonly hasLockLevel: () => boolean;
  /** Whether what was sent came back, as modems do. */
  readonly isEcho: (sent: string) => boolean;
  readonly hasBytes: () => boolean;
  /** Whether frames are valid only with the line endings repaired. */
  readonly hasChangedLineEndings: () => boolean;
};

export function createDeviceEvidence(dronetag: Probe, serialNumber: string | null): DeviceEvidence {
  const text = createTextProbe();
  const mavlink = createMavlinkProbe();
  const repair = createLineEndingRepair();
  const repaired = createMavlinkProbe();
  const gnss = createGnssProbe();
  let fromDronetag: Identified | undefined;
  let isGnss = false;
  let bytesReceived = 0;

  const module = (): Identified | undefined => {
    const { arduRemoteId } = text.evidence();
    const { lockLevel } = mavlink.evidence();
    if (arduRemoteId === undefined && lockLevel === undefined) return undefined;
    const firmware = arduRemoteId?.firmware ?? null;
    return identifiedAs("arduremoteid", { serialNumber, firmware, isLocked: (lockLevel ?? 0) > 0 });
  };

  return {
    push(bytes) {
      bytesReceived += bytes.length;
      text.push(bytes);
      mavlink.push(bytes);
      repaired.push(repair(bytes));
      isGnss = gnss.push(bytes);
      fromDronetag ??= dronetag.push(bytes);
    },
    certain() {
      if (fromDronetag !== undefined) return fromDronetag;
      if (isGnss) return identifiedAs("gnss", { serialNumber });
      if (mavlink.evidence().hasPacks) return identifiedAs("dronescout_bridge", { serialNumber });
      // Text comes from the device at this port; a frame may have passed through an autopilot.
      const isHere = text.evidence().arduRemoteId !== undefined && mavlink.evidence().lockLevel !== undefined;
      return isHere ? module() : undefined;
    },
    conclusion() {
      const { isAutopilot, hasReports, isRemoteId } = mavlink.evidence();
      if (isAutopilot) return identifiedAs("flight_controller", { serialNumber });
      const found = module();
      if (found !== undefined) return found;
      if (hasReports && !isRemoteId) return identifiedAs("dronescout_bridge", { serialNumber });
      if (isRemoteId) return undefined;
      if (text.evidence().isModem) return identifiedAs("modem", { serialNumber });
      return text.evidence().isEspConsole ? identifiedAs("esp_console", { serialNumber }) : undefined;
    },
    mayBeModule: () => mavlink.evidence().isRemoteId || text.evidence().arduRemoteId !== undefined,
    isOtherRemoteId: () => mavlink.evidence().isRemoteId && mavlink.evidence().lockLevel === undefined,
    isAutopilot: () => mavlink.evidence().isAutopilot,
    hasLockLevel: () => mavlink.evidence().lockLevel !== undefined,
    isEcho: (sent) => text.has(sent) && mavlink.evidence().lockLevel === undefined,
    hasBytes: () => bytesReceived > 0,
    hasChangedLineEndings: () => repaired.evidence().frames > mavlink.evidence().frames,
  };
}
