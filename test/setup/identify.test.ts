import { describe, expect, it } from "vitest";
import { createDeviceEvidence } from "../../server/setup/identify/device.evidence.ts";
import { createIdentify } from "../../server/setup/identify/device.identify.ts";
import { identifiedAs } from "../../server/setup/identify/identified.messages.ts";
import type { CreateProbe } from "../../server/setup/identify/probe.ts";
import { createSeededRandom } from "../support/seeded-random.ts";
import { createArduRemoteId, type ArduRemoteIdOptions } from "../support/simulators/arduremoteid.simulator.ts";
import type { DeviceSimulator, SimulatorTime } from "../support/simulators/device-simulator.ts";
import type { PlugOptions } from "../support/simulators/simulated-bench.ts";
import { openSimulated } from "../support/simulators/simulated-device.ts";
import {
  createAdsbBridge,
  createAutopilot,
  createDroneScoutBridge,
  createEspConsole,
  createModem,
  createNmeaReceiver,
  createNoise,
  createSilence,
  createUbxReceiver,
} from "../support/simulators/unsettable.simulators.ts";

/** Stands for the family that another protocol is asked for: it never answers here. */
const noDronetag: CreateProbe = () => ({ request: Uint8Array.of(0x0a, 0x12, 0x0a), push: () => undefined });

type Asked = { readonly baudRate?: number; readonly repairLineEndings?: boolean; readonly probe?: CreateProbe };

async function identify(
  create: (time: SimulatorTime) => DeviceSimulator,
  { baudRate, repairLineEndings = false, probe = noDronetag }: Asked = {},
  plug: PlugOptions = {},
) {
  const { time, device } = await openSimulated(create, plug);
  const startedAt = time.now();
  const search = createIdentify(probe)(device, { baudRate, repairLineEndings });
  const outcome = await time.until(search.catch((error: unknown) => error as { code: string; message: string }));
  return { outcome, ms: time.now() - startedAt };
}

const moduleWith = (options: ArduRemoteIdOptions) => (time: SimulatorTime) => createArduRemoteId(time, options);

describe("an ArduRemoteID module", () => {
  it("that is silent until it is spoken to is found within 3 s", async () => {
    // Its start, with the version, was before.
    const quiet = (time: SimulatorTime): DeviceSimulator => {
      const module = createArduRemoteId(time, { usbSerialNumber: "8CD0B2A4" });
      return { ...module, powerOn: (plug) => module.powerOn({ ...plug, send: onlyFrames(plug.send) }) };
    };
    const { outcome, ms } = await identify(quiet);
    expect(outcome).toEqual({
      family: "arduremoteid",
      baudRate: 57_600,
      identity: {
        product: "ArduRemoteID",
        firmware: null,
        serial_number: "8CD0B2A4",
        hardware: null,
        device_type: null,
      },
      isLocked: false,
      message: expect.stringContaining("ArduRemoteID"),
    });
    expect(ms).toBeLessThan(3000);
  });

  it("that starts meanwhile tells its version", async () => {
    const { outcome } = await identify(moduleWith({}));
    expect(outcome).toMatchObject({ family: "arduremoteid", identity: { firmware: "1.14 (fc426731)" } });
  });

  it("that sends by itself is also asked whether it is locked", async () => {
    const { outcome } = await identify(moduleWith({ values: { MAVLINK_SYSID: 7, LOCK_LEVEL: 1 } }));
    expect(outcome).toMatchObject({ family: "arduremoteid", isLocked: true });
  });

  it.each([9600, 38_400, 115_200, 230_400, 460_800, 921_600])("at %i baud is found within 10 s", async (baudRate) => {
    const { outcome, ms } = await identify(moduleWith({ values: { BAUDRATE: baudRate } }));
    expect(outcome).toMatchObject({ family: "arduremoteid" });
    expect(ms).toBeLessThanOrEqual(10_000);
  });

  it("at an unusual rate is found immediately when the rate is named", async () => {
    const { outcome, ms } = await identify(moduleWith({ values: { BAUDRATE: 128_000 } }), { baudRate: 128_000 });
    expect(outcome).toMatchObject({ family: "arduremoteid" });
    expect(ms).toBeLessThan(3000);
  });

  it("whose first answers are lost is asked again", async () => {
    let lost = 2;
    const { outcome } = await identify(
      moduleWith({ values: { MAVLINK_SYSID: 7 } }),
      {},
      {
        toComputer(bytes, deliver) {
          if (Buffer.from(bytes).includes("LOCK_LEVEL") && lost-- > 0) return;
          deliver(bytes);
        },
      },
    );
    expect(outcome).toMatchObject({ family: "arduremoteid" });
  });

  it("behind an autopilot is not taken for one at this port, at any rate", async () => {
    for (const baudRate of [null, 57_600, 115_200]) {
      for (const systemId of [0, 7]) {
        const { outcome } = await identify((time) =>
          createAutopilot(time, {
            baudRate,
            module: createArduRemoteId(time, { values: { MAVLINK_SYSID: systemId } }),
          }),
        );
        expect(outcome).toMatchObject({ family: "flight_controller", message: expect.stringContaining("itself") });
      }
    }
  });
});

describe("what cannot be set up", () => {
  it.each([
    ["flight_controller", (time: SimulatorTime) => createAutopilot(time)],
    ["dronescout_bridge", (time: SimulatorTime) => createDroneScoutBridge(time)],
    ["dronescout_bridge", (time: SimulatorTime) => createDroneScoutBridge(time, null)],
    ["dronescout_bridge", createAdsbBridge],
    ["modem", createModem],
    ["gnss", (time: SimulatorTime) => createNmeaReceiver(time)],
    ["gnss", (time: SimulatorTime) => createNmeaReceiver(time, 115_200)],
    ["gnss", (time: SimulatorTime) => createUbxReceiver(time)],
    ["esp_console", (time: SimulatorTime) => createEspConsole(time)],
    ["esp_console", (time: SimulatorTime) => createEspConsole(time, null)],
  ] as const)("is recognised and refused with what to do: %s", async (family, create) => {
    const { outcome, ms } = await identify(create);
    expect(outcome).toMatchObject({ family, message: expect.stringMatching(/itself|source/) });
    expect(ms).toBeLessThanOrEqual(10_000);
  });
});

describe("where nothing is recognised", () => {
  it("silence names the other connector", async () => {
    const { outcome, ms } = await identify(createSilence);
    expect(outcome).toMatchObject({ code: "device_silent", message: expect.stringContaining("UART") });
    expect(ms).toBeLessThanOrEqual(10_000);
  });

  it("noise is garbage, within 10 s even after a rate of the user's", async () => {
    const { outcome, ms } = await identify(createNoise, { baudRate: 250_000 });
    expect(outcome).toMatchObject({ code: "device_garbled" });
    expect(ms).toBeLessThanOrEqual(10_000);
  });

  it("noise of any length is taken for nothing", () => {
    const random = createSeededRandom(7);
    const evidence = createDeviceEvidence({ push: () => undefined }, null);
    for (let sent = 0; sent < 300; sent += 1) evidence.push(Uint8Array.from({ length: 1000 }, () => random() * 256));
    expect([evidence.certain(), evidence.conclusion(), evidence.mayBeModule()]).toEqual([undefined, undefined, false]);
  });

  it("a console that changes line feeds is found out, and repaired on request", async () => {
    const toComputer: PlugOptions["toComputer"] = (bytes, deliver) =>
      deliver(Uint8Array.from([...bytes].flatMap((byte) => (byte === 0x0a ? [0x0d, 0x0a] : [byte]))));
    const bridge = (time: SimulatorTime) => createDroneScoutBridge(time, null);
    const broken = await identify(bridge, {}, { toComputer });
    expect(broken.outcome).toMatchObject({ code: "device_garbled", message: expect.stringContaining("line endings") });
    const repaired = await identify(bridge, { repairLineEndings: true }, { toComputer });
    expect(repaired.outcome).toMatchObject({ family: "dronescout_bridge" });
  });

  it("ends when the device is unplugged", async () => {
    const { time, bench, device } = await openSimulated(createSilence);
    time.schedule(() => bench.unplug("/dev/ttyACM0"), 2500);
    const search = createIdentify(noDronetag)(device, { repairLineEndings: false });
    await expect(time.until(search)).rejects.toMatchObject({ code: "lost" });
  });
});

describe("the other family's probe", () => {
  it("is asked at 57600, 500000 and 115200 baud, with a parser of its own each time", async () => {
    const asked: number[] = [];
    let made = 0;
    const probe: CreateProbe = () => {
      made += 1;
      let received = 0;
      return {
        request: Uint8Array.of(0x0a, 0x12, 0x0a),
        push(bytes) {
          received += bytes.length;
          return received > 3 ? identifiedAs("arduremoteid", { serialNumber: "X" }) : undefined;
        },
      };
    };
    const answering = (time: SimulatorTime): DeviceSimulator => {
      const silence = createSilence(time);
      let send: (bytes: Uint8Array) => void = () => undefined;
      return {
        ...silence,
        baudRate: () => 115_200,
        powerOn: (plug) => {
          send = plug.send;
        },
        receive(bytes) {
          if (bytes.length !== 3) return;
          asked.push(time.now());
          if (bytes[1] === 0x12) send(Uint8Array.of(1, 2, 3, 4));
        },
      };
    };
    const { outcome } = await identify(answering, { probe });
    expect(outcome).toMatchObject({ identity: { serial_number: "X" } });
    expect(made).toBe(3);
    expect(asked).toHaveLength(1);
  });
});

/** Lets the frames of a module through, and not what it prints. */
function onlyFrames(send: (bytes: Uint8Array) => void): (bytes: Uint8Array) => void {
  return (bytes) => {
    if (bytes[0] === 0xfd) send(bytes);
  };
}
