import type { SetupValue } from "../../../../../server/contracts/setup.ts";
import { textOfValue } from "./setup.rules.ts";

/** The typed value of a setting. */
export type ValueProblem =
  | { readonly kind: "not_a_number" }
  | { readonly kind: "not_whole" }
  | { readonly kind: "not_json" }
  | { readonly kind: "out_of_range"; readonly min: number | null; readonly max: number | null };

export type ReadDraft =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "problem"; readonly problem: ValueProblem };

/** The typed text as a value of the setting's type. The station validates it again. */
export function readDraft(setting: SetupValue, text: string): ReadDraft {
  switch (setting.type) {
    case "string":
      return { kind: "value", value: text };
    case "boolean":
      return { kind: "value", value: text === "true" };
    case "json":
      return readJson(text);
    case "int":
    case "number":
      return readNumber(setting, text);
  }
}

function readNumber({ type, min, max }: SetupValue, text: string): ReadDraft {
  const value = Number(text.trim().replace(",", "."));
  if (text.trim() === "" || !Number.isFinite(value)) return { kind: "problem", problem: { kind: "not_a_number" } };
  if (type === "int" && !Number.isInteger(value)) return { kind: "problem", problem: { kind: "not_whole" } };
  const isOutside = (min !== null && value < min) || (max !== null && value > max);
  return isOutside ? { kind: "problem", problem: { kind: "out_of_range", min, max } } : { kind: "value", value };
}

function readJson(text: string): ReadDraft {
  try {
    return { kind: "value", value: JSON.parse(text) };
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: "problem", problem: { kind: "not_json" } };
    throw error;
  }
}

export type Draft = Readonly<Record<string, string>>;

export type DraftState = {
  /** The values that differ from the device's. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly problems: ReadonlyMap<string, ValueProblem>;
};

/** The changes that a draft requests: only values that differ from those that were read. */
export function validateDraft(settings: readonly SetupValue[], draft: Draft): DraftState {
  const values: Record<string, unknown> = {};
  const problems = new Map<string, ValueProblem>();
  for (const setting of settings) {
    const text = draft[setting.name];
    if (text === undefined || (setting.is_secret && text === "")) continue;
    const read = readDraft(setting, text);
    if (read.kind === "problem") problems.set(setting.name, read.problem);
    else if (setting.is_secret || textOfValue(read.value) !== textOfValue(setting.value)) {
      values[setting.name] = read.value;
    }
  }
  return { values, problems };
}
