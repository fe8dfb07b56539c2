import type { SetupValue } from "../../../../../server/contracts/setup.ts";
import { readDraft } from "../../ui/draft.rules.ts";
import type { Draft } from "./value-draft.rules.ts";

export interface UasIdDraft {
  id: string;
  idType: number;
  uaType: number;
}

/** What a person typed or chose for a device. */
export interface TypedSettings {
  /** Where the values come from: typed, the configuration set, or the id of a snapshot. */
  readonly source: string;
  readonly draft: Draft;
  readonly uasId: UasIdDraft;
  /** Whether the station has planned exactly this: then it is written with the plan. */
  readonly isPlanned: boolean;
}

export const FROM_PERSON = "person";

export const NOTHING_TYPED: TypedSettings = {
  source: FROM_PERSON,
  draft: {},
  uasId: { id: "", idType: 1, uaType: 2 },
  isPlanned: false,
};

/**
 * What is kept of it through a reload: only settings that are known not to be secret. Undefined where nothing was typed
 * that may be kept.
 */
export function keptTextOf(typed: TypedSettings, settings: readonly SetupValue[]): string | undefined {
  const open = new Set(settings.filter(({ is_secret: isSecret }) => !isSecret).map(({ name }) => name));
  const draft = Object.fromEntries(Object.entries(typed.draft).filter(([name]) => open.has(name)));
  const { source, uasId, isPlanned } = typed;
  const isNothing = JSON.stringify({ source, draft, uasId, isPlanned: false }) === JSON.stringify(NOTHING_TYPED);
  return isNothing ? undefined : JSON.stringify({ source, draft, uasId, isPlanned });
}

export function readKeptText(text: string | null): TypedSettings | undefined {
  return readDraft(text, NOTHING_TYPED);
}
