/** The topic of the operator's guide for each page of the console: a heading, or the bold words of a paragraph. */
const TOPICS: Readonly<Record<string, string>> = {
  live: "Live",
  alerts: "Alerts",
  "alert-rule": "Alerts",
  log: "Log",
  evidence: "Evidence packs",
  flights: "Flights",
  flight: "Flights",
  "flight-report": "Flights",
  "flight-compare": "Flights",
  plan: "Planning",
  aircraft: "Aircraft",
  devices: "Devices",
  device: "Devices",
  setup: "Devices",
  "setup-batch": "Devices",
  sources: "Setting up sources",
  outputs: "Outputs",
  sync: "Synchronisation",
  settings: "Settings",
  profile: "Accounts",
  tokens: "Accounts",
  sessions: "Accounts",
  administration: "People, for administrators",
  accounts: "People, for administrators",
  audit: "Audit log",
  welcome: "Setting up sources",
};

/** The topic of a page; a page without one opens the guide at its beginning. */
const FIRST_TOPIC = "The pages";

export function guideTopicOf(routeName: unknown): string {
  return typeof routeName === "string" && Object.hasOwn(TOPICS, routeName)
    ? (TOPICS[routeName] ?? FIRST_TOPIC)
    : FIRST_TOPIC;
}

export const ALL_TOPICS: readonly string[] = [...new Set([...Object.values(TOPICS), FIRST_TOPIC])];

/** The anchor of a heading in the guide's links: `People, for administrators` is `people-for-administrators`. */
export function anchorOf(words: string): string {
  return words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, "")
    .trim()
    .replaceAll(/\s+/g, "-");
}
