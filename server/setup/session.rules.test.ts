import { describe, expect, it } from "vitest";
import { SETUP_STATES, type SetupChange, type SetupResult, type SetupState } from "../contracts/setup.ts";
import {
  canFollow,
  completeResults,
  confirmationRefusal,
  endOf,
  endSentence,
  isKeyRefused,
  isSameDevice,
  needsRestart,
  provedByAir,
  stepRefusal,
  type StepFacts,
  unprovenAfterRestart,
  unsentResults,
} from "./session.rules.ts";

const change = (name: string, more: Partial<SetupChange> = {}): SetupChange => ({
  name,
  from: 0,
  to: 1,
  source: "person",
  needs_restart: false,
  is_dangerous: false,
  confirmation: null,
  ...more,
});
const result = (name: string, kind: SetupResult["result"]): SetupResult => ({
  name,
  wanted: 1,
  read: kind === "verified" ? 1 : null,
  result: kind,
  detail: null,
});

describe("the states of a session", () => {
  it("lead to writing only from reading, which compares and makes the snapshot", () => {
    const before = SETUP_STATES.filter((state) => state !== "writing" && canFollow(state, "writing"));
    expect(before).toEqual(["reading"]);
  });

  it("lead from an unplugged device to nothing but to asking what it is", () => {
    expect(SETUP_STATES.filter((state) => state !== "lost" && canFollow("lost", state))).toEqual(["identifying"]);
    const reached = new Set<SetupState>(["identifying"]);
    for (const state of reached) {
      if (["ready", "planned", "checking", "done", "partly", "failed", "lost"].includes(state)) continue;
      for (const next of SETUP_STATES) if (canFollow(state, next)) reached.add(next);
    }
    // Without a person nothing is written: they rest at one of these before.
    expect(reached).not.toContain("writing");
  });

  it("go nowhere from a device that was not recognised", () => {
    expect(SETUP_STATES.filter((state) => canFollow("unknown", state))).toEqual(["unknown"]);
  });
});

describe("a step", () => {
  const facts: StepFacts = {
    state: "planned",
    isOpen: true,
    isFreed: false,
    canSetUp: true,
    canCheck: true,
    canProtect: true,
    isLocked: false,
    hasReading: true,
    hasPlan: true,
  };

  it("begins while the session rests", () => {
    for (const state of ["ready", "planned", "checking", "done", "partly", "failed"] as const) {
      expect(stepRefusal("apply", { ...facts, state })).toBeUndefined();
    }
    for (const state of ["opening", "identifying", "reading", "writing", "restarting", "verifying"] as const) {
      expect(stepRefusal("read", { ...facts, state })).toMatchObject({ code: "wrong_state" });
    }
  });

  it.each([
    ["plan", { hasReading: false }, "Read"],
    ["apply", { hasPlan: false }, "plan"],
    ["check", { canCheck: false }, "check"],
    ["protect", { canProtect: false }, "cannot be locked"],
    ["read", { isOpen: false }, "closed"],
    ["read", { state: "lost" }, "plug it in"],
    ["read", { state: "lost", isFreed: true }, "look at the port again"],
    ["read", { state: "unknown" }, "recognised"],
    ["read", { state: "ready", canSetUp: false }, "cannot set up"],
  ] as const)("%s says what it lacks", (step, lacking, sentence) => {
    expect(stepRefusal(step, { ...facts, ...lacking })).toMatchObject({
      code: "wrong_state",
      message: expect.stringContaining(sentence) as string,
    });
  });

  it("does not lock what is locked", () => {
    expect(stepRefusal("protect", { ...facts, isLocked: true })).toMatchObject({ code: "locked" });
  });
});

describe("a typed confirmation", () => {
  const dangerous = (name: string, confirmation: string) => change(name, { is_dangerous: true, confirmation });

  it("has to be the very text", () => {
    expect(confirmationRefusal([change("A")], undefined)).toBeUndefined();
    expect(confirmationRefusal([change("A"), dangerous("B", "S1")], "S1")).toBeUndefined();
    for (const typed of [undefined, "", "s1", "S1 "]) {
      expect(confirmationRefusal([dangerous("B", "S1")], typed)).toMatchObject({ code: "confirmation_missing" });
    }
  });

  it("cannot stand for two different texts", () => {
    const refusal = confirmationRefusal([dangerous("A", "S1"), dangerous("B", "BURN S1")], "BURN S1");
    expect(refusal?.message).toContain("one at a time");
  });
});

describe("the results", () => {
  it("decide how a session ends", () => {
    expect(endOf([])).toBe("done");
    expect(endOf([result("A", "verified"), result("uas_id", "unproven")])).toBe("done");
    expect(endOf([result("A", "verified"), result("B", "unproven")])).toBe("partly");
    expect(endOf([result("A", "unproven")])).toBe("partly");
    expect(endOf([result("A", "refused"), result("B", "unsent")])).toBe("failed");
  });

  it("are complete whatever happened: one perhaps arrived, those after it were not sent", () => {
    const changes = [change("A"), change("B"), change("C")];
    expect(completeResults(changes, [result("A", "verified")], "Unplugged.")).toMatchObject([
      { name: "A", result: "verified" },
      { name: "B", result: "unproven", detail: expect.stringContaining("not known") as string },
      { name: "C", result: "unsent", detail: "Unplugged." },
    ]);
    expect(unsentResults(changes, "Full.").map(({ result: kind }) => kind)).toEqual(["unsent", "unsent", "unsent"]);
  });

  it("are not proved any more when the device could not be read after its restart", () => {
    const results = unprovenAfterRestart([result("A", "verified"), result("B", "refused")]);
    expect(results.map(({ result: kind }) => kind)).toEqual(["unproven", "refused"]);
  });

  it("prove by air nothing but an id that was sent", () => {
    const received = provedByAir([result("uas_id", "unproven"), result("A", "unproven")], "X");
    expect(received.map(({ result: kind }) => kind)).toEqual(["verified", "unproven"]);
    expect(provedByAir([result("uas_id", "refused")], "X")[0]?.result).toBe("refused");
  });

  it("request a restart only for what was written", () => {
    const changes = [change("A", { needs_restart: true }), change("B")];
    expect(needsRestart(changes, [result("A", "verified"), result("B", "verified")])).toBe(true);
    expect(needsRestart(changes, [result("A", "refused"), result("B", "verified")])).toBe(false);
  });

  it("show that a key is not the device's when it took nothing", () => {
    expect(isKeyRefused([result("A", "refused"), result("B", "unsent")])).toBe(true);
    expect(isKeyRefused([result("A", "refused"), result("B", "verified")])).toBe(false);
    expect(isKeyRefused([result("A", "unproven"), result("B", "unsent")])).toBe(false);
  });

  it("are summed up in a sentence", () => {
    expect(endSentence([], false)).toContain("already");
    expect(endSentence([result("uas_id", "unproven")], false)).toContain("receives it");
    expect(endSentence([result("A", "verified")], true)).toMatch(/read back.*Unplug/);
  });
});

describe("the same device", () => {
  it("has the family, and the serial number where both are known", () => {
    const device = { family: "dronetag", serialNumber: "A" };
    expect(isSameDevice(device, device)).toBe(true);
    expect(isSameDevice(device, { ...device, serialNumber: null })).toBe(true);
    expect(isSameDevice(device, { ...device, serialNumber: "B" })).toBe(false);
    expect(isSameDevice(device, { ...device, family: "gnss" })).toBe(false);
  });
});
