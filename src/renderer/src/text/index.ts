import { createI18n } from "vue-i18n";
import { en, type Sentences } from "./en.ts";

type KeysOf<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${KeysOf<T[K]>}` }[keyof T & string];

/** The key of a sentence. A key that does not exist does not compile. */
export type TextKey = KeysOf<Sentences>;

export type TextValues = Readonly<Record<string, string | number>>;

export interface Text {
  /** The sentence, with its values filled in. */
  t(key: TextKey, values?: TextValues): string;
  /** The sentence for a count: none, one, many. The count is also its value `n`. */
  count(key: TextKey, n: number, values?: TextValues): string;
  /** The label of a value of the API; the value itself when it is newer than this console. */
  labelFor(group: LabelGroup, value: string): string;
}

type LabelGroup =
  | "addSource.protocols"
  | "aircraft.orders"
  | "aircraft.uasClass"
  | "devices.issues.instructions"
  | "devices.orders"
  | "height"
  | "operationalState"
  | "operatorSource"
  | "technology"
  | "linkReason"
  | "filters.operationStatus"
  | "filters.sources"
  | "flights.importing.reasons"
  | "flights.statuses"
  | "operation.history"
  | "operation.access.level"
  | "retention.outcome"
  | "setup.batch.states"
  | "setup.families"
  | "setup.result.outcomes"
  | "setup.settings.uaTypes"
  | "setup.settings.uasIdTypes"
  | "setup.states"
  | "sources.state"
  | "sources.kind"
  | "sources.kindHint"
  | "sync.conflicts.fields"
  | "sync.conflicts.statuses"
  | "sync.outbox.kinds"
  | "sync.outbox.states"
  | "sync.peer.states"
  | "timeline.warnings"
  | "zones.references"
  | "zones.restrictions";

export const i18n = createI18n({ legacy: false, locale: "en", fallbackLocale: "en", messages: { en } });

const translate = i18n.global.t as (key: string, ...rest: unknown[]) => string;

const text: Text = {
  t: (key, values = {}) => translate(key, values),
  count: (key, n, values = {}) => translate(key, { ...values, n: n.toLocaleString("en") }, n),
  labelFor: (group, value) => (i18n.global.te(`${group}.${value}`) ? translate(`${group}.${value}`) : value),
};

export function useText(): Text {
  return text;
}
