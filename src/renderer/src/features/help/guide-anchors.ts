/**
 * The topic of the operator's guide for each page of the console, by its anchor: of a heading, or of the bold words at
 * the beginning of a paragraph. The anchors are the same in every language.
 */
const TOPICS: Readonly<Record<string, string>> = {
  live: "live",
  alerts: "alerts",
  "alert-rule": "alerts",
  log: "log",
  evidence: "evidence-packs",
  flights: "flights",
  flight: "flights",
  "flight-report": "flights",
  "flight-compare": "flights",
  plan: "planning",
  aircraft: "aircraft",
  devices: "devices",
  device: "devices",
  setup: "devices",
  "setup-batch": "devices",
  sources: "setting-up-sources",
  outputs: "outputs",
  sync: "synchronisation",
  settings: "settings",
  profile: "accounts",
  tokens: "accounts",
  sessions: "accounts",
  administration: "people-for-administrators",
  accounts: "people-for-administrators",
  audit: "audit-log",
  welcome: "setting-up-sources",
};

/** The topic of a page; a page without one opens the guide at its beginning. */
const FIRST_TOPIC = "the-pages";

export function guideTopicOf(routeName: unknown): string {
  return typeof routeName === "string" && Object.hasOwn(TOPICS, routeName)
    ? (TOPICS[routeName] ?? FIRST_TOPIC)
    : FIRST_TOPIC;
}

export const ALL_TOPICS: readonly string[] = [...new Set([...Object.values(TOPICS), FIRST_TOPIC])];

/**
 * The anchor of a heading, or of bold words. In English it is made of the words, as code hosts do it:
 * `People, for administrators` is `people-for-administrators`. A translation repeats that of the English words before its
 * own: `<a id="people-for-administrators"></a>Personen, für Administratoren`.
 */
export function anchorOf(markdown: string): string {
  const written = /^<a id="([^"]+)"><\/a>/.exec(markdown)?.[1];
  if (written !== undefined) return written;
  return markdown
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, "")
    .trim()
    .replaceAll(/\s+/g, "-");
}
