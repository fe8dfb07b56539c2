import { common, minimal } from "mavlink-mappings";
import type { MavLinkData } from "node-mavlink";
import { armReason, nothingReceived, type ReceivedTimes } from "./arduremoteid.arm-status.ts";
import { createModuleStorage, type BasicId, type ModuleStorage } from "./arduremoteid.storage.ts";
import type { DeviceSimulator, SimulatorPlug, SimulatorTime } from "./device-simulator.ts";
import { createSimulatedMavlink, type ReceivedMessage } from "./simulated-mavlink.ts";

export type ArduRemoteIdOptions = {
  readonly usbSerialNumber?: string | null;
  /** Settings that differ from the defaults of the firmware. */
  readonly values?: Readonly<Record<string, number>>;
  readonly uasId?: string;
  readonly hasCanTerminate?: boolean;
  /** Without a converter: the rate has no effect, and the port disappears while the module restarts. */
  readonly isNativeUsb?: boolean;
  /** A module whose flash is worn out: it accepts values, and loses them at a start. */
  readonly forgets?: boolean;
  /** Whether the converter's RTS restarts the module. */
  readonly restartsByRts?: boolean;
};

export type ArduRemoteIdSimulator = DeviceSimulator & {
  readonly values: () => Readonly<Record<string, number>>;
  readonly uasId: () => string;
  /** The stored parameters in order, with the requested values. */
  readonly stored: () => readonly (readonly [name: string, value: number])[];
  /** Changes a setting from outside: another person, or the page of its web server. */
  readonly change: (name: string, value: number) => void;
  /** The bytes that the flight controller at its other port sends. */
  readonly receiveFromAutopilot: (bytes: Uint8Array) => void;
  readonly hasBurntFuses: () => boolean;
  /** The operator id that it received and broadcasts. */
  readonly operatorId: () => string;
  readonly restarts: () => number;
  /** Whether it received the position of the aircraft, which it would broadcast. */
  readonly wasToldLocation: () => boolean;
};

const COMPONENT = 236;
const ROW_MS = 51;
const BOOT_MS = 300;
/** How long native USB is absent while the module restarts. */
const STARTS_IN_MS = 1500;
const NOT_LISTED = 65_535;

/** The state that a module loses without power. */
type Running = {
  plug: SimulatorPlug | null;
  baudRate: number;
  systemId: number;
  lastReceived: ReceivedTimes;
  received: BasicId | null;
};

type Module = {
  readonly storage: ModuleStorage;
  readonly running: Running;
  readonly time: SimulatorTime;
  readonly send: (message: MavLinkData) => void;
  readonly later: (ms: number, callback: () => void) => void;
  readonly restart: () => void;
};

/** A module with ArduRemoteID 1.14 at its USB port, after the firmware's source and the README of its makers. */
export function createArduRemoteId(time: SimulatorTime, options: ArduRemoteIdOptions = {}): ArduRemoteIdSimulator {
  const storage = createModuleStorage(options);
  const usb = createSimulatedMavlink(COMPONENT);
  const uart = createSimulatedMavlink(COMPONENT);
  const { startTimer, stopTimers } = createTimers(time);
  const running: Running = { plug: null, baudRate: 0, systemId: 0, lastReceived: nothingReceived(), received: null };
  const counted = { restarts: 0, hasBurntFuses: false, wasToldLocation: false };
  const isNativeUsb = options.isNativeUsb === true;

  // Without power nothing continues, not even an action that began at the same moment.
  const later = (ms: number, callback: () => void) => {
    if (running.plug !== null) startTimer(ms, callback);
  };
  const send = (message: MavLinkData) => running.plug?.send(usb.encode(running.systemId, message));
  const print = (text: string) => running.plug?.send(new TextEncoder().encode(text));
  const start = () => {
    counted.restarts += 1;
    storage.reload();
    if (storage.get("LOCK_LEVEL") === 2) counted.hasBurntFuses = true;
    running.baudRate = storage.get("BAUDRATE");
    running.systemId = storage.get("MAVLINK_SYSID");
    running.lastReceived = nothingReceived();
    running.received = null;
    usb.reset();
    later(BOOT_MS, () => {
      print("WiFi SSID RID_8cd0b2a4 password ArduRemoteID\nArduRemoteID version 1.14 fc426731\n");
      repeat(later, 1000, () => sendState(module));
      repeat(later, 2000, () => {
        if (running.systemId === 0) print("Waiting for heartbeat\n");
      });
    });
  };
  const restart = () => {
    stopTimers();
    if (isNativeUsb) running.plug?.leaveBus((comeBack) => void time.schedule(comeBack, STARTS_IN_MS));
    else start();
  };
  const module: Module = { storage, running, time, send, later, restart };
  const handle = (messages: readonly ReceivedMessage[]) => {
    for (const message of messages) {
      if (running.plug === null) return;
      if (message.data instanceof common.OpenDroneIdLocation) counted.wasToldLocation = true;
      handleSettings(module, message);
      handleRemoteId(module, message);
    }
  };

  return {
    usbSerialNumber: options.usbSerialNumber ?? null,
    baudRate: () => (isNativeUsb ? null : running.baudRate),
    powerOn(plug) {
      running.plug = plug;
      start();
    },
    powerOff() {
      running.plug = null;
      stopTimers();
    },
    receive: (bytes) => handle(usb.receive(bytes)),
    pulseRts() {
      if (options.restartsByRts ?? true) restart();
    },
    values: () => Object.fromEntries(storage.numbers.map(([name]) => [name, storage.get(name)])),
    uasId: storage.uasId,
    stored: () => storage.log,
    change: storage.change,
    receiveFromAutopilot: (bytes) => handle(uart.receive(bytes)),
    operatorId: () => running.lastReceived.operatorId,
    hasBurntFuses: () => counted.hasBurntFuses,
    restarts: () => counted.restarts,
    wasToldLocation: () => counted.wasToldLocation,
  };
}

function createTimers(time: SimulatorTime) {
  let timers = new Set<() => void>();
  return {
    startTimer(ms: number, callback: () => void) {
      const cancel = time.schedule(() => {
        timers.delete(cancel);
        callback();
      }, ms);
      timers.add(cancel);
    },
    stopTimers() {
      for (const cancel of timers) cancel();
      timers = new Set();
    },
  };
}

function repeat(later: Module["later"], ms: number, action: () => void): void {
  action();
  later(ms, () => repeat(later, ms, action));
}

/** HEARTBEAT and ARM_STATUS, once it has a system id. */
function sendState({ storage, running, time, send }: Module): void {
  if (running.systemId === 0) return;
  send(Object.assign(new minimal.Heartbeat(), { type: 34, autopilot: 8, mavlinkVersion: 3 }));
  const startsBroadcasting = storage.get("BCAST_POWERUP") === 1;
  const state = { hasId: storage.hasId(), options: storage.get("OPTIONS"), startsBroadcasting };
  const reason = armReason(running.lastReceived, state, time.now());
  // The field has 50 characters.
  const error = reason.slice(0, 50);
  send(Object.assign(new common.OpenDroneIdArmStatus(), { status: reason === "" ? 0 : 1, error }));
}

function sendParam({ storage, send }: Module, name: string): void {
  const index = storage.numbers.findIndex(([one]) => one === name);
  send(
    Object.assign(new common.ParamValue(), {
      paramId: name,
      paramValue: storage.get(name),
      paramType: common.MavParamType.REAL32,
      // It subtracts one for its hidden parameter, which it did not count.
      paramCount: storage.numbers.length - 1,
      paramIndex: index < 0 ? NOT_LISTED : index,
    }),
  );
}

function sendRow(module: Module, at: number): void {
  const { later, storage } = module;
  later(ROW_MS, () => {
    const [name, kind] = storage.rows[at]!;
    if (kind !== "text") sendParam(module, name);
    if (at + 1 < storage.rows.length) sendRow(module, at + 1);
  });
}

function handleSettings(module: Module, { data }: ReceivedMessage): void {
  const { storage } = module;
  if (data instanceof common.ParamRequestList) sendRow(module, 0);
  if (data instanceof common.ParamRequestRead) {
    const { paramIndex: index, paramId: id } = data;
    const row = index < 0 ? storage.numbers.find(([name]) => name === id) : storage.numbers[index];
    if (row !== undefined) sendParam(module, row[0]);
  }
  // There is no response to a value of any other type, or to a name that is unknown or of a text.
  if (data instanceof common.ParamSet && data.paramType === common.MavParamType.REAL32) setParam(module, data);
}

function setParam(module: Module, { paramId: name, paramValue: value }: common.ParamSet): void {
  const { storage, send, restart } = module;
  if (!storage.rows.some(([one, kind]) => one === name && kind !== "text")) return;
  const outcome = storage.set(name, value);
  if (outcome === "erased") {
    restart();
    return;
  }
  if (outcome === "locked") send(Object.assign(new common.StatusText(), { severity: 3, text: "Parameters locked" }));
  sendParam(module, name);
  storeIdSoon(module);
}

/** In the next iteration of the main loop, which runs only once it broadcasts. */
function storeIdSoon({ storage, running, later }: Module): void {
  later(1, () => {
    if (storage.get("BCAST_POWERUP") === 1 || running.lastReceived.locationAtMs !== null)
      storage.storeId(running.received);
  });
}

function handleRemoteId(module: Module, { data, systemId }: ReceivedMessage): void {
  const { running, time } = module;
  const { lastReceived } = running;
  // A heartbeat of a ground control station has no effect.
  if (data instanceof minimal.Heartbeat && running.systemId === 0 && systemId > 0 && data.type !== GROUND_STATION) {
    running.systemId = systemId;
  }
  if (data instanceof common.OpenDroneIdBasicId) {
    const id = textOf(data.uasId);
    const idType: number = data.idType;
    const uaType: number = data.uaType;
    if (id === "" || idType < 1 || idType > 4) return;
    running.received = { id, idType, uaType };
    storeIdSoon(module);
  }
  if (data instanceof common.OpenDroneIdSelfId) lastReceived.selfIdAtMs = time.now();
  if (data instanceof common.OpenDroneIdOperatorId) {
    lastReceived.operatorIdAtMs = time.now();
    lastReceived.operatorId = textOf(data.operatorId);
  }
  if (data instanceof common.OpenDroneIdSystem) {
    lastReceived.operatorPosition = [data.operatorLatitude, data.operatorLongitude];
    if (data.timestamp !== lastReceived.systemTimestamp) lastReceived.systemAtMs = time.now();
    lastReceived.systemTimestamp = data.timestamp;
  }
  if (data instanceof common.OpenDroneIdLocation) {
    lastReceived.locationAtMs = time.now();
    lastReceived.position = [data.latitude, data.longitude];
  }
}

const GROUND_STATION = minimal.MavType.GCS;

function textOf(field: string | readonly number[]): string {
  const text = typeof field === "string" ? field : String.fromCharCode(...field);
  const end = text.indexOf("\0");
  return end < 0 ? text : text.slice(0, end);
}
