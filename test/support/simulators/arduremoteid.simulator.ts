import { common, minimal } from "mavlink-mappings";
import type { MavLinkData } from "node-mavlink";
import { armReason, nothingTold, type Told } from "./arduremoteid.arm-status.ts";
import { castTo, FIRMWARE_ROWS } from "./arduremoteid.parameters.ts";
import type { DeviceSimulator, SimulatorPlug, SimulatorTime } from "./device-simulator.ts";
import { createSimulatedMavlink, type ReceivedMessage } from "./simulated-mavlink.ts";

export type ArduRemoteIdOptions = {
  readonly usbSerialNumber?: string | null;
  /** Settings that differ from the defaults of the firmware. */
  readonly values?: Readonly<Record<string, number>>;
  readonly uasId?: string;
  readonly hasCanTerminate?: boolean;
  /** Without a converter: the rate is of no account, and the port goes away while the module restarts. */
  readonly isNativeUsb?: boolean;
  /** Whether the converter's RTS restarts the module. */
  readonly restartsByRts?: boolean;
};

export type ArduRemoteIdSimulator = DeviceSimulator & {
  readonly values: () => Readonly<Record<string, number>>;
  readonly uasId: () => string;
  /** What was stored on request, in order, with what was asked for. */
  readonly stored: () => readonly (readonly [name: string, value: number])[];
  /** Something else changes a setting: another person, or the page of its web server. */
  readonly change: (name: string, value: number) => void;
  /** What the flight controller at its other port sends. */
  readonly receiveFromAutopilot: (bytes: Uint8Array) => void;
  readonly hasBurntFuses: () => boolean;
  readonly restarts: () => number;
  /** Whether it was told where the aircraft is, which it would broadcast. */
  readonly wasToldLocation: () => boolean;
};

const COMPONENT = 236;
const ROW_MS = 51;
const BOOT_MS = 300;
const NOT_LISTED = 65_535;

type BasicId = { readonly id: string; readonly idType: number; readonly uaType: number };

/** A module with ArduRemoteID 1.14 at its USB port, after the firmware's source and the README of its makers. */
export function createArduRemoteId(time: SimulatorTime, options: ArduRemoteIdOptions = {}): ArduRemoteIdSimulator {
  const rows = FIRMWARE_ROWS.filter(([name]) => options.hasCanTerminate === true || name !== "CAN_TERMINATE");
  const numbers = rows.filter(([, storage]) => storage !== "text" && storage !== "end");
  const defaults = () => new Map(rows.map(([name, , standard]) => [name, standard]));
  const stored = new Map([...defaults(), ...Object.entries(options.values ?? {})]);
  const log: (readonly [string, number])[] = [];
  const usb = createSimulatedMavlink(COMPONENT);
  const uart = createSimulatedMavlink(COMPONENT);
  let uasId = options.uasId ?? "";
  let hasBurntFuses = false;
  let restarts = 0;
  let wasToldLocation = false;
  let plug: SimulatorPlug | null = null;
  let baudRate = stored.get("BAUDRATE")!;
  let systemId = 0;
  let told: Told = nothingTold();
  let received: BasicId | null = null;
  let timers = new Set<() => void>();

  const get = (name: string) => stored.get(name) ?? 0;
  const later = (ms: number, callback: () => void) => {
    const cancel = time.schedule(() => {
      timers.delete(cancel);
      callback();
    }, ms);
    timers.add(cancel);
  };
  const stopTimers = () => {
    for (const cancel of timers) cancel();
    timers = new Set();
  };
  const print = (text: string) => plug?.send(new TextEncoder().encode(text));
  const send = (message: MavLinkData) => plug?.send(usb.encode(systemId, message));

  const sendParam = (name: string) => {
    const index = numbers.findIndex(([one]) => one === name);
    const message = Object.assign(new common.ParamValue(), {
      paramId: name,
      paramValue: get(name),
      paramType: common.MavParamType.REAL32,
      // It takes one off for its hidden parameter, which it did not count.
      paramCount: numbers.length - 1,
      paramIndex: index < 0 ? NOT_LISTED : index,
    });
    send(message);
  };

  const start = () => {
    restarts += 1;
    baudRate = get("BAUDRATE");
    systemId = get("MAVLINK_SYSID");
    told = nothingTold();
    received = null;
    usb.reset();
    if (get("LOCK_LEVEL") === 2) hasBurntFuses = true;
    later(BOOT_MS, () => {
      print(`WiFi SSID RID_8cd0b2a4 password ArduRemoteID\nArduRemoteID version 1.14 fc426731\n`);
      everySecond();
      everyOtherSecond();
    });
  };
  const everySecond = () => {
    if (systemId !== 0) {
      send(Object.assign(new minimal.Heartbeat(), { type: 34, autopilot: 8, mavlinkVersion: 3 }));
      const state = { hasId: hasId(), options: get("OPTIONS"), startsBroadcasting: get("BCAST_POWERUP") === 1 };
      const reason = armReason(told, state, time.now());
      // The field has 50 characters.
      send(
        Object.assign(new common.OpenDroneIdArmStatus(), { status: reason === "" ? 0 : 1, error: reason.slice(0, 50) }),
      );
    }
    later(1000, everySecond);
  };
  const everyOtherSecond = () => {
    if (systemId === 0) print("Waiting for heartbeat\n");
    later(2000, everyOtherSecond);
  };
  const restart = () => {
    stopTimers();
    if (options.isNativeUsb === true) plug?.leaveBus(1500);
    else start();
  };

  const hasId = () => uasId !== "" && get("UAS_ID_TYPE") > 0 && get("UAS_TYPE") > 0;
  /** A turn of the main loop: an id that was received is stored where there is none. */
  const storeId = () => {
    const isRunning = get("BCAST_POWERUP") === 1 || told.locationAtMs !== null;
    if (received === null || !isRunning || hasId() || (get("OPTIONS") & 2) !== 0) return;
    if (received.uaType === 0 || received.idType === 0 || received.id === "") return;
    uasId = received.id;
    stored.set("UAS_TYPE", received.uaType);
    stored.set("UAS_ID_TYPE", received.idType);
  };

  const set = (name: string, value: number) => {
    const row = rows.find(([one]) => one === name);
    if (row === undefined || row[1] === "text") return;
    if (get("LOCK_LEVEL") > 0 && (name !== "LOCK_LEVEL" || castTo("uint8", value) <= castTo("uint8", get(name)))) {
      send(Object.assign(new common.StatusText(), { severity: 3, text: "Parameters locked" }));
    } else {
      stored.set(name, castTo(row[1], value));
      log.push([name, value]);
      if (name === "TO_DEFAULTS" && get(name) === 1) {
        for (const [one, standard] of defaults()) stored.set(one, standard);
        uasId = "";
        restart();
        return;
      }
    }
    sendParam(name);
    later(1, storeId);
  };

  const handlers: readonly ((message: ReceivedMessage) => void)[] = [
    ({ data, systemId: sender }) => {
      if (data instanceof minimal.Heartbeat && systemId === 0 && sender > 0 && Number(data.type) !== 6)
        systemId = sender;
    },
    ({ data }) => {
      if (!(data instanceof common.ParamRequestList)) return;
      const sendRow = (at: number) =>
        later(ROW_MS, () => {
          const [name, storage] = rows[at]!;
          if (storage !== "text") sendParam(name);
          if (at + 1 < rows.length) sendRow(at + 1);
        });
      sendRow(0);
    },
    ({ data }) => {
      if (!(data instanceof common.ParamRequestRead)) return;
      const row = data.paramIndex < 0 ? numbers.find(([name]) => name === data.paramId) : numbers[data.paramIndex];
      if (row !== undefined) sendParam(row[0]);
    },
    ({ data }) => {
      // Any other type is left without an answer.
      if (data instanceof common.ParamSet && data.paramType === common.MavParamType.REAL32)
        set(data.paramId, data.paramValue);
    },
    ({ data }) => {
      if (!(data instanceof common.OpenDroneIdBasicId)) return;
      const id = textOf(data.uasId);
      if (id === "" || Number(data.idType) === 0 || Number(data.idType) > 4) return;
      received = { id, idType: data.idType, uaType: data.uaType };
      later(1, storeId);
    },
    ({ data }) => {
      if (data instanceof common.OpenDroneIdSelfId) told.selfIdAtMs = time.now();
      if (data instanceof common.OpenDroneIdOperatorId) told.operatorIdAtMs = time.now();
      if (data instanceof common.OpenDroneIdSystem) {
        told.operatorPosition = [data.operatorLatitude, data.operatorLongitude];
        if (data.timestamp !== told.systemTimestamp) told.systemAtMs = time.now();
        told.systemTimestamp = data.timestamp;
      }
      if (data instanceof common.OpenDroneIdLocation) {
        told.locationAtMs = time.now();
        told.position = [data.latitude, data.longitude];
        wasToldLocation = true;
      }
    },
  ];
  const handle = (messages: readonly ReceivedMessage[]) => {
    for (const message of messages) for (const handler of handlers) if (plug !== null) handler(message);
  };

  return {
    usbSerialNumber: options.usbSerialNumber ?? null,
    baudRate: () => (options.isNativeUsb === true ? null : baudRate),
    powerOn(newPlug) {
      plug = newPlug;
      start();
    },
    powerOff() {
      plug = null;
      stopTimers();
    },
    receive: (bytes) => handle(usb.receive(bytes)),
    pulseRts() {
      if (options.restartsByRts ?? true) restart();
    },
    values: () => Object.fromEntries(numbers.map(([name]) => [name, get(name)])),
    uasId: () => uasId,
    stored: () => log,
    change: (name, value) => void stored.set(name, value),
    receiveFromAutopilot: (bytes) => handle(uart.receive(bytes)),
    hasBurntFuses: () => hasBurntFuses,
    restarts: () => restarts,
    wasToldLocation: () => wasToldLocation,
  };
}

function textOf(field: string | readonly number[]): string {
  const text = typeof field === "string" ? field : String.fromCharCode(...field);
  const end = text.indexOf("\0");
  return end < 0 ? text : text.slice(0, end);
}
