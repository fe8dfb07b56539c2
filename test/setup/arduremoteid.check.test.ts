import { common } from "mavlink-mappings";
import { MavLinkProtocolV2 } from "node-mavlink";
import { describe, expect, it } from "vitest";
import { explainArmStatus } from "../../server/setup/arduremoteid/arm-status.ts";
import type { CheckRequest, CheckState } from "../../server/setup/family.ts";
import type { ArduRemoteIdOptions } from "../support/simulators/arduremoteid.simulator.ts";
import { family, openModule } from "./arduremoteid.fixture.ts";

const place: CheckRequest = {
  latitude: 50.1,
  longitude: 14.4,
  altitude: 300,
  operatorId: "CZEabcdefghijklm",
  description: "survey",
};
const withId: ArduRemoteIdOptions = { uasId: "1596F351901936310360", values: { UAS_TYPE: 2, UAS_ID_TYPE: 1 } };

/** The last state that a module reports within the time. */
async function checkFor(ms: number, options: ArduRemoteIdOptions, request: CheckRequest = place) {
  const module = await openModule(options);
  const states: CheckState[] = [];
  const checking = family.check!(module.device, request, (state) => states.push(state));
  await module.time.pass(ms);
  return { ...module, checking, states, last: () => states.at(-1) };
}

/** The module keeps the check's system id until it is switched off. */
const replug = { text: "MAVLINK_SYSID 0", explanation: expect.stringContaining("unplug it"), isBlocking: false };

const tokens = (state: CheckState | undefined) => state?.texts.map(({ text, isBlocking }) => [text, isBlocking]);

describe("the ready-to-fly check", () => {
  it("wakes a silent module and passes when only the aircraft's position is missing", async () => {
    const { last, states, simulator, checking, cancel } = await checkFor(10_000, withId);
    expect(last()).toEqual({
      passed: true,
      texts: [{ text: "LOC", explanation: expect.stringContaining("autopilot"), isBlocking: false }, replug],
    });
    expect(states.length).toBeGreaterThan(5);
    expect(simulator.wasToldLocation()).toBe(false);
    cancel();
    await checking;
  });

  it("keeps passing: the time of the operator's place advances with each message", async () => {
    const { states } = await checkFor(60_000, withId);
    expect(states.slice(3).every(({ passed }) => passed)).toBe(true);
    expect(states.length).toBeGreaterThan(50);
  });

  it("passes without an operator id or a description, which the autopilot or the pilot adds", async () => {
    const { last } = await checkFor(5000, withId, { ...place, operatorId: null, description: null });
    expect(last()?.passed).toBe(true);
  });

  it("does not tell the module the private part of a European operator id", async () => {
    const { simulator, time } = await checkFor(3000, withId, { ...place, operatorId: "FIN87astrdge12k8-xyz" });
    expect(simulator.operatorId()).toBe("FIN87astrdge12k8");
    await time.pass(1000);
  });

  it("names a missing id, and a place that is none", async () => {
    const { last } = await checkFor(5000, {}, { ...place, latitude: 0, longitude: 0 });
    expect(last()?.passed).toBe(false);
    expect(tokens(last())).toEqual([
      ["LOC", false],
      ["ID", true],
      ["OP_LOC", true],
      ["MAVLINK_SYSID 0", false],
    ]);
  });

  it("leaves no trace in a module that has a system id of its own", async () => {
    const { last } = await checkFor(5000, { ...withId, values: { ...withId.values, MAVLINK_SYSID: 9 } });
    expect(tokens(last())).toEqual([["LOC", false]]);
  });

  it("follows what the technician mends", async () => {
    const { simulator, time, last } = await checkFor(5000, {});
    expect(last()?.passed).toBe(false);
    const basicId = Object.assign(new common.OpenDroneIdBasicId(), {
      idType: 1,
      uaType: 2,
      uasId: [...Buffer.alloc(20, "A")],
    });
    simulator.receiveFromAutopilot(new MavLinkProtocolV2(1, 1).serialize(basicId, 0));
    await time.pass(2000);
    expect(last()?.passed).toBe(true);
  });

  it("cannot pass while the module waits for a first position, and reports that", async () => {
    const { last } = await checkFor(5000, { ...withId, values: { ...withId.values, BCAST_POWERUP: 0 } });
    expect(last()).toEqual({
      passed: false,
      texts: [
        { text: "uninitialised", explanation: expect.stringContaining("BCAST_POWERUP"), isBlocking: true },
        replug,
      ],
    });
  });

  it("is not passed by a module that always calls itself ready", async () => {
    const { last } = await checkFor(5000, { values: { OPTIONS: 1 } });
    expect(last()).toMatchObject({ passed: false, texts: [{ text: "OPTIONS 1" }, replug] });
  });

  it("passes by itself where a flight controller tells the module everything", async () => {
    const { simulator, time, last } = await checkFor(3000, withId);
    const location = Object.assign(new common.OpenDroneIdLocation(), { latitude: 1, longitude: 1 });
    simulator.receiveFromAutopilot(new MavLinkProtocolV2(1, 1).serialize(location, 0));
    await time.pass(1000);
    expect(last()).toEqual({ passed: true, texts: [replug] });
  });

  it("no longer passes when the module falls silent, and ends soon after", async () => {
    const { simulator, time, last, checking } = await checkFor(5000, withId);
    const outcome = checking.catch((error: unknown) => error);
    simulator.powerOff();
    await time.pass(3500);
    expect(last()).toEqual({ passed: false, texts: [] });
    expect(await time.until(outcome)).toMatchObject({ code: "device_silent" });
  });
});

describe("what a module reports", () => {
  it.each([
    ["LOC LOC ", true, ["LOC"]],
    ["LOC ID SELF_ID OP_ID SYS LOC OP_LOC ", false, ["LOC", "ID", "SELF_ID", "OP_ID", "SYS", "OP_LOC"]],
    ["bad SYS  dataLOC LOC ", false, ["bad SYS  data", "LOC"]],
    ["LOC GEOFENCE LOC ", false, ["LOC", "GEOFENCE"]],
    ["", false, []],
  ])("%j: passed %s", (reason, passed, texts) => {
    const state = explainArmStatus({ isReady: false, reason });
    expect(state.passed).toBe(passed);
    expect(state.texts.map(({ text }) => text)).toEqual(texts);
  });
});
