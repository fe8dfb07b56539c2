import type { CheckState, CheckText } from "../family.ts";

/** The state that the module reports in OPEN_DRONE_ID_ARM_STATUS. */
export type ArmStatus = { readonly isReady: boolean; readonly reason: string };

/** The tokens of a module's reason; the aircraft's own position comes from its autopilot only. */
const TOKENS: Readonly<Record<string, string>> = {
  LOC: "It has no position of the aircraft yet. The autopilot sends it in flight; this does not keep it from being ready.",
  SYS: "It received no place of the operator within 3 s.",
  ID: "No UAS id is stored: set one.",
  SELF_ID: "It received no description of the flight within 22 s.",
  OP_ID: "It received no operator id within 22 s.",
  OP_LOC: "The place of the operator that it received is 0°, 0°: set the place of the station, or the operator's.",
};

const UNINITIALISED = "uninitialised";

/** A module appends the missing messages to the reason: `bad SYS  dataLOC LOC `. */
const BAD_DATA = /^bad .*? data/;

/** Explains a module's status; the check passes when only the aircraft's own position is missing. */
export function explainArmStatus({ isReady, reason }: ArmStatus): CheckState {
  if (isReady) return { passed: true, texts: [] };
  const texts = textsOf(reason);
  return { passed: texts.length > 0 && texts.every(({ isBlocking }) => !isBlocking), texts };
}

function textsOf(reason: string): readonly CheckText[] {
  if (reason.startsWith(UNINITIALISED)) {
    const explanation =
      "With BCAST_POWERUP 0 the module begins with the first position of the aircraft: this check cannot pass. Set BCAST_POWERUP to 1 for it.";
    return [{ text: UNINITIALISED, explanation, isBlocking: true }];
  }
  const bad = BAD_DATA.exec(reason)?.[0];
  const tokens = new Set(
    (bad === undefined ? reason : reason.slice(bad.length)).split(" ").filter((one) => one !== ""),
  );
  const missing = [...tokens].map((text) => ({
    text,
    explanation: TOKENS[text] ?? null,
    isBlocking: text !== "LOC",
  }));
  if (bad === undefined) return missing;
  const explanation = "What it received of this is out of the range that can be broadcast.";
  return [{ text: bad, explanation, isBlocking: true }, ...missing];
}
