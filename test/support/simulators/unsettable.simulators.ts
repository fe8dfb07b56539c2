import { common, minimal } from "mavlink-mappings";
import type { MavLinkData } from "node-mavlink";
import type { DeviceSimulator, SimulatorPlug, SimulatorTime } from "./device-simulator.ts";
import { createSimulatedMavlink } from "./simulated-mavlink.ts";

/** Devices that are identified but cannot be set up, with their behaviour at a serial port. */

type Talk = {
  readonly baudRate: number | null;
  /** What it sends repeatedly. */
  readonly every?: { readonly ms: number; readonly say: (send: SimulatorPlug["send"]) => void };
  readonly onReceive?: (bytes: Uint8Array, send: SimulatorPlug["send"]) => void;
  readonly onStart?: (send: SimulatorPlug["send"]) => void;
};

function createTalker(time: SimulatorTime, { baudRate, every, onReceive, onStart }: Talk): DeviceSimulator {
  let plug: SimulatorPlug | null = null;
  let cancel: () => void = () => undefined;
  const send = (bytes: Uint8Array) => plug?.send(bytes);
  const talk = () => {
    if (every === undefined) return;
    cancel = time.schedule(() => {
      every.say(send);
      talk();
    }, every.ms);
  };
  return {
    usbSerialNumber: null,
    baudRate: () => baudRate,
    powerOn(newPlug) {
      plug = newPlug;
      onStart?.(send);
      talk();
    },
    powerOff() {
      plug = null;
      cancel();
    },
    receive: (bytes) => onReceive?.(bytes, send),
    pulseRts: () => undefined,
  };
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** There is no device at the port, or the connector is the one for flashing. */
export function createSilence(time: SimulatorTime): DeviceSimulator {
  return createTalker(time, { baudRate: null });
}

export function createNoise(time: SimulatorTime, baudRate: number | null = null): DeviceSimulator {
  let state = 1;
  const next = () => (state = (state * 48_271) % 2_147_483_647) & 0xff;
  return createTalker(time, {
    baudRate,
    every: { ms: 100, say: (send) => send(Uint8Array.from({ length: 40 }, next)) },
  });
}

/** A receiver that sends packs of what it receives, without the transmitter's address. */
export function createDroneScoutBridge(time: SimulatorTime, baudRate: number | null = 115_200): DeviceSimulator {
  const mavlink = createSimulatedMavlink(236);
  const pack = Object.assign(new common.OpenDroneIdMessagePack(), {
    singleMessageSize: 25,
    msgPackSize: 1,
    messages: Array.from({ length: 225 }, (_, at) => (at === 0 ? 0x02 : at % 12)),
  });
  return createTalker(time, { baudRate, every: { ms: 1000, say: (send) => send(mavlink.encode(1, pack)) } });
}

/** Another receiver, which reports aircraft as ADS-B traffic. */
export function createAdsbBridge(time: SimulatorTime): DeviceSimulator {
  const mavlink = createSimulatedMavlink(156);
  const vehicle = Object.assign(new common.AdsbVehicle(), { ICAOAddress: 1, callsign: "DRONE1", emitterType: 14 });
  return createTalker(time, { baudRate: 57_600, every: { ms: 1000, say: (send) => send(mavlink.encode(1, vehicle)) } });
}

/**
 * An autopilot, which forwards the messages of the Remote ID module at its other port, and those that it receives to
 * it.
 */
export function createAutopilot(
  time: SimulatorTime,
  options: { readonly baudRate?: number | null; readonly module?: DeviceSimulator } = {},
): DeviceSimulator {
  const { baudRate = null, module } = options;
  const mavlink = createSimulatedMavlink(1);
  const say = (send: SimulatorPlug["send"], message: MavLinkData) => send(mavlink.encode(1, message));
  return createTalker(time, {
    baudRate,
    every: {
      ms: 1000,
      say(send) {
        say(send, Object.assign(new minimal.Heartbeat(), { type: 2, autopilot: 3, mavlinkVersion: 3 }));
        say(send, Object.assign(new common.SystemTime(), { timeBootMs: 1000 }));
      },
    },
    // It forwards frames; text that a module prints between them is not forwarded.
    onStart: (send) =>
      module?.powerOn({
        send: (bytes) => {
          if (bytes[0] === 0xfd) send(bytes);
        },
        leaveBus: () => undefined,
      }),
    onReceive: (bytes) => module?.receive(bytes),
  });
}

/** A modem in its initial state: it echoes what it receives and responds to each line. */
export function createModem(time: SimulatorTime): DeviceSimulator {
  let line = "";
  return createTalker(time, {
    baudRate: 115_200,
    onReceive(bytes, send) {
      send(bytes);
      for (const byte of bytes) {
        if (byte !== 0x0d) {
          line += String.fromCharCode(byte);
          continue;
        }
        const isAttention = line.endsWith("AT");
        send(bytesOf(isAttention ? "\r\nOK\r\n" : "\r\nERROR\r\n"));
        line = "";
      }
    },
  });
}

export function createNmeaReceiver(time: SimulatorTime, baudRate = 9600): DeviceSimulator {
  const body = "GNRMC,120000.00,V,,,,,,,010626,,,N,V";
  let checksum = 0;
  for (const character of body) checksum ^= character.charCodeAt(0);
  const sentence = `$${body}*${checksum.toString(16).toUpperCase().padStart(2, "0")}\r\n`;
  return createTalker(time, { baudRate, every: { ms: 1000, say: (send) => send(bytesOf(sentence)) } });
}

/** A receiver with u-blox's binary protocol: an empty NAV-EOE. */
export function createUbxReceiver(time: SimulatorTime, baudRate = 38_400): DeviceSimulator {
  const frame = [0xb5, 0x62, 0x01, 0x61, 0x04, 0x00, 0x10, 0x20, 0x30, 0x40];
  let a = 0;
  let b = 0;
  for (const byte of frame.slice(2)) {
    a = (a + byte) & 0xff;
    b = (b + a) & 0xff;
  }
  const bytes = Uint8Array.from([...frame, a, b]);
  return createTalker(time, { baudRate, every: { ms: 1000, say: (send) => send(bytes) } });
}

/** A board with another program: prints the messages of the chip's loader and the framework. */
export function createEspConsole(time: SimulatorTime, baudRate: number | null = 115_200): DeviceSimulator {
  return createTalker(time, {
    baudRate,
    onStart: (send) => send(bytesOf("ESP-ROM:esp32s3-20210327\r\nrst:0x1 (POWERON),boot:0x8\r\n")),
    every: { ms: 1000, say: (send) => send(bytesOf("I (1234) wifi: state: run -> init\r\n")) },
  });
}
