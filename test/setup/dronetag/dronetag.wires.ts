import type { Wire } from "../../support/simulators/simulated-bench.ts";

type Random = () => number;

/** One bit is wrong in that share of the bytes. */
export function noisyWire(random: Random, share: number): Wire {
  return (bytes, deliver) => {
    deliver(bytes.map((byte) => (random() < share ? byte ^ (1 << Math.floor(random() * 8)) : byte)));
  };
}

/** Pieces of any size, as converters deliver them. */
export function choppedWire(random: Random): Wire {
  return (bytes, deliver) => {
    for (let at = 0; at < bytes.length;) {
      const end = at + 1 + Math.floor(random() * 40);
      deliver(bytes.subarray(at, end));
      at = end;
    }
  };
}

/** Text of a console in the middle of frames. */
export function talkingWire(random: Random): Wire {
  return (bytes, deliver) => {
    const at = Math.floor(random() * bytes.length);
    const text = random() < 0.1 ? Buffer.from('[00:12] <wrn> {"net": "up"}\r\n') : Buffer.alloc(0);
    deliver(Buffer.concat([bytes.subarray(0, at), text, bytes.subarray(at)]));
  };
}

/** Some frames come two seconds late, some never. */
export function slowWire(random: Random): Wire {
  return (bytes, deliver) => {
    const draw = random();
    if (draw > 0.04) deliver(bytes, draw > 0.08 ? 0 : 2200);
  };
}

/** Some frames are replaced by anything: noise, answers of other devices, objects of other settings. */
export function lyingWire(random: Random): Wire {
  return (bytes, deliver) => {
    deliver(random() < 0.3 ? anyReply(random) : bytes);
  };
}

export function anyReply(random: Random): Uint8Array {
  const draw = random();
  if (draw < 0.3) return noise(random, 60);
  const payload = draw < 0.5 ? noise(random, 30) : Buffer.from(anyObject(random));
  const channel = [0x11, 0x12, 0x13, 0x13, 0x2a][Math.floor(random() * 5)]!;
  return Buffer.concat([
    Uint8Array.of(channel),
    Buffer.from(payload).map((byte) => (byte === 10 ? 32 : byte)),
    Uint8Array.of(10),
  ]);
}

/** Never contains a value that a test requests: those are above 1000. */
function anyObject(random: Random): string {
  const brightness = Math.floor(random() * 1000);
  return [
    "{}",
    "{",
    `{"app/brightness":${brightness}}`,
    `{"app/brightness":${brightness},"settings/lock":true,"app/name":"x"}`,
    `{"app/brightness":"${brightness}","settings/lock":{}}`,
    `"},{"a":[1]}`,
  ][Math.floor(random() * 6)]!;
}

function noise(random: Random, maxBytes: number): Uint8Array {
  return Uint8Array.from({ length: Math.floor(random() * maxBytes) }, () => Math.floor(random() * 256));
}

/** One wire after the other. */
export function joined(...wires: readonly Wire[]): Wire {
  return wires.reduceRight<Wire>(
    (next, wire) => (bytes, deliver) =>
      wire(bytes, (some, delayMs = 0) => next(some, (last, more = 0) => deliver(last, delayMs + more))),
    (bytes, deliver) => deliver(bytes),
  );
}
