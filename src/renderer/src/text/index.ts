import { createI18n } from "vue-i18n";
import { en, type Sentences, type Translation } from "./en/index.ts";
import { labelKeyOf, type RequestForm } from "./field-labels.rules.ts";
import { ENGLISH_FOR_OPERATORS } from "./english-for-operators.ts";
import type { TextKey } from "./text-key.ts";
import { type Language, LANGUAGES, pluralForm } from "../../../text/languages.ts";
import { fillIn } from "../../../text/sentence.ts";
import { createSentenceFinder, translateStationText } from "../../../text/station-sentence.ts";
import { sentencesByKey } from "../../../text/translation.rules.ts";
import { currentLanguage, setCurrentLanguage } from "./language.ts";
import { formatNumber } from "./numbers.ts";

export type { RequestForm } from "./field-labels.rules.ts";
export type { TextKey } from "./text-key.ts";

export type TextValues = Readonly<Record<string, string | number>>;

export interface Text {
  /** The sentence, with its values filled in. */
  t(key: TextKey, values?: TextValues): string;
  /** The sentence for a count: none, one, many. The count is also its value `n`. */
  count(key: TextKey, n: number, values?: TextValues): string;
  /** The label of a value of the API; the value itself when it is newer than this console. */
  labelFor(group: LabelGroup, value: string): string;
  /** The sentence of a key that is composed at run time; undefined if there is none. */
  find(key: string, values?: TextValues): string | undefined;
  /**
   * A message of the station as the operator reads it: in the current language if there is a translation, and with the
   * labels of the form instead of the names of fields.
   */
  fromStation(message: string, form?: RequestForm): string;
}

type LabelGroup =
  | "addSource.protocols"
  | "aircraft.orders"
  | "aircraft.uasClass"
  | "compass"
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
  | "outputs.event"
  | "outputs.kind"
  | "outputs.kindHint"
  | "outputs.state"
  | "ownAircraft.links"
  | "ownAircraft.states"
  | "ownAircraft.types"
  | "retention.outcome"
  | "setup.batch.states"
  | "setup.families"
  | "setup.result.outcomes"
  | "setup.settings.uaTypes"
  | "setup.settings.uasIdTypes"
  | "setup.states"
  | "sources.refusals"
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

export const i18n = createI18n({
  legacy: false,
  locale: "en" as Language,
  fallbackLocale: "en",
  messages: { en } as Partial<Record<Language, Sentences>>,
  pluralRules: Object.fromEntries(
    LANGUAGES.map((language) => [language, (n: number, forms: number) => pluralForm(language, n, forms)]),
  ),
  // A sentence without a translation is shown in English; a test lists them.
  missingWarn: false,
  fallbackWarn: false,
});

/** English is always loaded, for sentences without a translation; the others are loaded when they are shown. */
const LOADERS: Readonly<Partial<Record<Language, () => Promise<Translation>>>> = {
  cs: async () => (await import("./cs/index.ts")).cs,
  de: async () => (await import("./de/index.ts")).de,
};

let lastAsked: Language = "en";

/** Loads the sentences of a language unless they are loaded already, then shows them everywhere. */
export async function showLanguage(language: Language): Promise<void> {
  lastAsked = language;
  const loader = LOADERS[language];
  if (loader && !i18n.global.availableLocales.includes(language)) {
    i18n.global.setLocaleMessage(language, (await loader()) as Sentences);
  }
  // Another language may have been chosen while this one was being loaded.
  if (lastAsked !== language) return;
  i18n.global.locale.value = language;
  setCurrentLanguage(language);
}

const translate = i18n.global.t as (key: string, ...rest: unknown[]) => string;
const exists = (key: string) => i18n.global.te(key, "en");

type Finder = ReturnType<typeof createSentenceFinder>;

const stationSentences = () => sentencesByKey(en.fromStation, "fromStation.");
let finder: Finder | undefined;
let englishFinder: Finder | undefined;

const QUOTES: Readonly<Record<Language, (text: string) => string>> = {
  en: (text) => `“${text}”`,
  cs: (text) => `„${text}“`,
  de: (text) => `„${text}“`,
};

function fromStation(message: string, form?: RequestForm): string {
  const language = currentLanguage();
  const shown = translateStationText(message, { ...sentencesIn(language), labelOf: (field) => labelOf(field, form) });
  return shown.replaceAll(/`([^`\n]+)`/g, (_, code: string) => QUOTES[language](code));
}

function sentencesIn(language: Language) {
  if (language === "en") {
    englishFinder ??= createSentenceFinder(
      new Map([...stationSentences()].filter(([key]) => ENGLISH_FOR_OPERATORS[key] !== undefined)),
    );
    return { find: englishFinder, translate: (key: string, values: TextValues) => englishOf(key, values) };
  }
  // Made only for languages other than English.
  finder ??= createSentenceFinder(stationSentences());
  return { find: finder, translate };
}

const englishOf = (key: string, values: TextValues): string => fillIn(ENGLISH_FOR_OPERATORS[key] ?? key, values);

/** The label of a field without what depends on the operator's settings; the station's lengths are in metres. */
function labelOf(field: string, form: RequestForm | undefined): string | undefined {
  // Text that is not about a request has no fields: a rule may be named "path: bridge".
  if (form === undefined) return undefined;
  // Settings of a device have the names that the device gives them.
  if (field.startsWith("values.")) return field.slice("values.".length);
  const key = labelKeyOf(field, form);
  if (key === undefined || key === "") return key;
  return translate(key, { unit: "m" }).replace(/ \((?:\{\w+\})?\)$/, "");
}

/** Labels have no values, and the rows of a list that is scrolled ask for the same few again and again. */
const labels = new Map<string, string>();

function labelFor(group: LabelGroup, value: string): string {
  // Read in any case, so that what shows the label changes with the language.
  const name = `${i18n.global.locale.value} ${group}.${value}`;
  const known = labels.get(name);
  if (known !== undefined) return known;
  // Values of devices and files are not limited: what has no label is not kept.
  if (!exists(`${group}.${value}`)) return value;
  const label = translate(`${group}.${value}`);
  labels.set(name, label);
  return label;
}

const text: Text = {
  t: (key, values = {}) => translate(key, values),
  count: (key, n, values = {}) => translate(key, { ...values, n: formatNumber(n) }, n),
  labelFor,
  find: (key, values = {}) => (exists(key) ? translate(key, values) : undefined),
  fromStation,
};

export function useText(): Text {
  return text;
}
