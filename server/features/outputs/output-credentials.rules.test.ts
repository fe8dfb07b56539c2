import { describe, expect, it } from "vitest";
import { OutputSettings } from "../../contracts/outputs.ts";
import { outputCredentials } from "./output-credentials.rules.ts";

const settingsOf = (input: object) => OutputSettings.parse(input);
const TAK = settingsOf({ kind: "tak", url: "tls://tak.example:8089", certificate: "PEM" });
const MQTT = settingsOf({ kind: "mqtt", url: "mqtts://broker.example", topic: "drones", password: "hush" });
const HOOK = settingsOf({ kind: "webhook", url: "https://example.org/in", events: ["alert"], secret: "hush" });
const MAVLINK = settingsOf({ kind: "mavlink", host: "127.0.0.1" });

describe("a credential", () => {
  it.each([TAK, MQTT, HOOK, MAVLINK])("is stored apart from the settings of $kind and never shown", (settings) => {
    const { plain, credential = null } = outputCredentials.separate(settings);
    const shown = outputCredentials.show({ plain, credential });
    expect(JSON.stringify([plain, shown])).not.toMatch(/hush|PEM/);
    expect(outputCredentials.join({ plain, credential })).toEqual(settings);
    const flags = Object.entries(shown).filter(([name]) => name.startsWith("has_"));
    expect(flags.every(([, isStored]) => isStored === true)).toBe(true);
  });

  it("stays where it is left out, but a password does not follow to another broker or user", () => {
    const before = { plain: outputCredentials.separate(MQTT).plain, credential: "hush" };
    const change = (fields: object) =>
      outputCredentials.next(
        before,
        outputCredentials.separate(settingsOf({ ...before.plain, password: undefined, ...fields })),
      );
    expect(change({ topic: "other" })).toBe("hush");
    expect(change({ password: null })).toBeNull();
    expect(change({ password: "new" })).toBe("new");
    expect(change({ url: "mqtts://elsewhere.example" })).toBeNull();
    expect(change({ username: "somebody-else" })).toBeNull();
    const other = outputCredentials.separate(settingsOf({ kind: "tak", url: "tls://t:1" }));
    expect(outputCredentials.next(before, other)).toBeNull();
  });
});
