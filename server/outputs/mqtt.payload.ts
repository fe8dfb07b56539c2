import type { OutputRecord } from "./output.ts";

const UAS_ID = "{uas_id}";
/** Separators and wildcards of topics, and the character that topics must not contain. */
const NOT_IN_A_LEVEL = /[/+#\0]/g;

/** The topic of a record: `{uas_id}` stands for the aircraft's identifier, `unknown` where it declares none. */
export function mqttTopic(topic: string, uasId: string | null): string {
  return topic.replaceAll(UAS_ID, () => (uasId ?? "unknown").replaceAll(NOT_IN_A_LEVEL, "_"));
}

/** The record as in the live event `telemetry_ua`, with the identifier of its aircraft. */
export function mqttPayload({ ua, uasId }: OutputRecord): string {
  return JSON.stringify({ ...ua, uas_id: uasId });
}
