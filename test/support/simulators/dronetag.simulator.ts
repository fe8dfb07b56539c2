import type { DeviceSimulator, SimulatorPlug, SimulatorTime } from "./device-simulator.ts";
import { createDronetagStore, objectOf, type DronetagStore, type StoreOptions } from "./dronetag.settings.ts";
import { bytesField, message, numberField } from "./protobuf.encode.ts";
import { driMessage, riderFrames, slip } from "./rider.stream.ts";

export type DronetagOptions = Partial<StoreOptions> & {
  readonly time: SimulatorTime;
  /** DeviceType. */
  readonly type?: number;
  /** A device behind a converter; native USB by default, which ignores the rate. */
  readonly baudRate?: number;
  readonly usbSerialNumber?: string | null;
  /** Bytes of JSON in a frame of a response. */
  readonly pieceBytes?: number;
  /** Time until a response is sent. */
  readonly answersAfterMs?: number;
  /** It does not restart on a request. */
  readonly ignoresReset?: boolean;
  /** Text that it writes between the frames of a response, on another channel. */
  readonly log?: string;
};

export type DronetagSimulator = DeviceSimulator & {
  readonly store: DronetagStore;
  /** Changes the device from another program, through another cable or by radio. */
  readonly changeBehind: (settings: Readonly<Record<string, unknown>>) => void;
  readonly restarts: () => number;
};

/** Settings as a device may report them, with undocumented ones, line feeds and bytes DB in its texts. */
export const DRONETAG_SETTINGS = {
  "app/brightness": 25,
  "dt_log_mux/enable": false,
  "app/interval": 1.5,
  "app/name": 'a "quoted" } name \u06de',
  "net/list": [1, { deep: "{" }],
  "net/psk": "geheim",
  "settings/lock": false,
  "settings/acl_0": "",
} as const;

export const DRONETAG_SERIAL = "1596A30AC452E72";

const APPLIES_AFTER_MS = 150;
const RESETS_AFTER_MS = 250;
const STARTS_IN_MS = 2500;
const LOG_CHANNEL = 0x31;
const STREAMS_EVERY_MS = 7;
const MAX_RECEIVED_BYTES = 4096;

export function createDronetagSimulator(options: DronetagOptions): DronetagSimulator {
  const { time } = options;
  const store = createDronetagStore({
    ...options,
    serialNumber: options.serialNumber ?? DRONETAG_SERIAL,
    settings: options.settings ?? DRONETAG_SETTINGS,
  });
  let plug: SimulatorPlug | undefined;
  let received: number[] = [];
  let restarts = 0;
  const timers = new Set<() => void>();

  const later = (delayMs: number, action: () => void) => {
    const cancel = time.schedule(() => {
      timers.delete(cancel);
      action();
    }, delayMs);
    timers.add(cancel);
  };
  const send = (channel: number, payload: Uint8Array) => plug?.send(slip(Uint8Array.of(channel, ...payload)));

  const answerSettings = () => {
    // With line feeds, which have to be escaped on the wire.
    const text = Buffer.from(store.text(), "utf8");
    const pieceBytes = options.pieceBytes ?? 48;
    for (let at = 0; at < text.length; at += pieceBytes) {
      if (options.log !== undefined) send(LOG_CHANNEL, Buffer.from(options.log, "utf8"));
      send(0x13, text.subarray(at, at + pieceBytes));
    }
  };
  const takeSettings = (payload: Uint8Array) => {
    const sent = objectOf(Buffer.from(payload).toString("utf8"));
    if (sent === undefined) return;
    if (Object.keys(sent).length === 0) later(options.answersAfterMs ?? 5, answerSettings);
    else later(APPLIES_AFTER_MS, () => store.take(sent));
  };
  const takeFirmwareRequest = (payload: Uint8Array) => {
    const request = Buffer.from(payload).toString("hex");
    const answer = firmwareAnswer(request, options);
    if (answer !== undefined) later(options.answersAfterMs ?? 2, () => send(0x12, answer));
  };
  const takeSmp = (payload: Uint8Array) => {
    if (options.ignoresReset === true || !isReset(payload)) return;
    send(0x11, Buffer.from("\x06\x09ABADAAAGAAAABb9icmMA/w==\n", "latin1"));
    later(RESETS_AFTER_MS, () => {
      restarts += 1;
      store.reload();
      plug?.leaveBus((comeBack) => void time.schedule(comeBack, STARTS_IN_MS));
    });
  };
  /** After a request for its stream, a receiver sends it until it is unplugged, whatever other requests it gets. */
  const stream = () => {
    plug?.send(riderFrames(driMessage(new Uint8Array(25).fill(0x0a)), 40));
    later(STREAMS_EVERY_MS, stream);
  };
  const takeFrame = (frame: Uint8Array) => {
    if (Buffer.from(frame).toString("hex") === "2a0a0a") stream();
    const payload = frame.subarray(1);
    if (frame[0] === 0x11) takeSmp(payload);
    else if (frame[0] === 0x12) takeFirmwareRequest(payload);
    else if (frame[0] === 0x13) takeSettings(payload);
  };

  return {
    usbSerialNumber: options.usbSerialNumber === undefined ? "DT-USB-1" : options.usbSerialNumber,
    baudRate: () => options.baudRate ?? null,
    store,
    restarts: () => restarts,
    changeBehind: (settings) => store.take({ ...settings, save: true }),
    powerOn(to) {
      plug = to;
      received = [];
      store.reload();
    },
    powerOff() {
      plug = undefined;
      for (const cancel of timers) cancel();
      timers.clear();
    },
    receive(bytes) {
      for (const byte of bytes) {
        if (byte !== 0x0a) {
          if (received.length < MAX_RECEIVED_BYTES) received.push(byte);
          continue;
        }
        const frame = unslip(received);
        received = [];
        if (frame.length > 0) takeFrame(frame);
      }
    },
    pulseRts() {
      store.reload();
    },
  };
}

function firmwareAnswer(request: string, options: DronetagOptions): Uint8Array | undefined {
  const version = message(bytesField(1, "2.4.1"), bytesField(2, Buffer.from("c0ffee0adb", "hex")));
  // READ_VERSION is 0, and left out or written.
  if (request === "0a00" || request === "0a020800") return bytesField(2, bytesField(1, version));
  if (request === "0a020801") return bytesField(2, bytesField(2, bytesField(1, version)));
  if (request !== "0a020802") return undefined;
  const storage = bytesField(1, message(bytesField(1, "/storage"), numberField(2, 4096), numberField(3, 65_536)));
  const info = message(
    numberField(1, options.type ?? 6),
    numberField(2, 3),
    numberField(3, 0xdb0a_db0an),
    bytesField(6, options.serialNumber ?? DRONETAG_SERIAL),
    numberField(7, 1),
    numberField(10, 2),
    bytesField(11, storage),
  );
  return bytesField(2, bytesField(3, info));
}

/** MCUmgr: `06 09`, base64 of length, header (write, group 0, id 5), CBOR and checksum, line feed. */
function isReset(payload: Uint8Array): boolean {
  if (payload[0] !== 6 || payload[1] !== 9 || payload.at(-1) !== 0x0a) return false;
  const packet = Buffer.from(Buffer.from(payload.subarray(2, -1)).toString("latin1"), "base64");
  if (packet.length < 12 || packet.readUInt16BE(0) !== packet.length - 2) return false;
  const body = packet.subarray(2, -2);
  const isRight = remainder(body) === packet.readUInt16BE(packet.length - 2);
  return (
    isRight && body[0] === 2 && body.readUInt16BE(4) === 0 && body[7] === 5 && body.readUInt16BE(2) === body.length - 8
  );
}

/** CRC-16/XMODEM as the remainder of a long division, bit by bit. */
function remainder(bytes: Uint8Array): number {
  let rest = 0;
  for (const byte of [...bytes, 0, 0]) {
    for (let bit = 7; bit >= 0; bit -= 1) {
      rest = (rest << 1) | ((byte >> bit) & 1);
      if (rest > 0xffff) rest ^= 0x1_1021;
    }
  }
  return rest;
}

function unslip(bytes: readonly number[]): Uint8Array {
  const plain: number[] = [];
  for (let at = 0; at < bytes.length; at++) {
    const isEscape = bytes[at] === 0xdb && (bytes[at + 1] === 0xdc || bytes[at + 1] === 0xdd);
    plain.push(!isEscape ? bytes[at]! : bytes[++at] === 0xdc ? 0x0a : 0xdb);
  }
  return Uint8Array.from(plain);
}
