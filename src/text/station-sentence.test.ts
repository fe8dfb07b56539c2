import { describe, expect, it } from "vitest";
import { createSentenceFinder, translateStationText } from "./station-sentence.ts";

const find = createSentenceFinder(
  new Map([
    ["atMost", "must be at most {bound}"],
    ["notReached", "{place} cannot be reached."],
    ["provider", "The peer's provider cannot be reached."],
    ["peer", "The peer cannot be reached: {reason}."],
    ["late", "The peer did not answer in time."],
    ["inside", "{field} is required"],
    ["required", "is required"],
    ["slow", "no answer in {n} s"],
    ["rate", "How often it is sent over {what}."],
    ["beacons", "Wi-Fi beacons"],
    ["zone", "The region touches the zone {zone}."],
  ]),
);
const CZECH: Readonly<Record<string, string>> = {
  atMost: "nesmí být větší než {bound}",
  notReached: "{place} není dosažitelný.",
  peer: "Protějšek není dosažitelný: {reason}.",
  late: "Protějšek neodpověděl včas.",
  inside: "chybí {field}",
  required: "je povinné",
  slow: "žádná odpověď do {n} s",
  rate: "Jak často se vysílá přes {what}.",
  beacons: "Wi-Fi beacony",
  zone: "Oblast zasahuje do zóny {zone}.",
};
const translate = (key: string, values: Readonly<Record<string, string>>) =>
  (CZECH[key] ?? key).replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name]!);
const inCzech = (message: string) => translateStationText(message, { find, translate });

describe("a sentence of the station", () => {
  it("is found by its words, with what stands between them", () => {
    expect(find("192.168.1.4:8080 cannot be reached.")).toEqual({
      key: "notReached",
      values: { place: "192.168.1.4:8080" },
    });
    expect(find("There is something new.")).toBeUndefined();
  });

  it("is the one with more words where two match", () => {
    expect(find("The peer's provider cannot be reached.")?.key).toBe("provider");
  });

  it("is translated, with the label of its field", () => {
    expect(inCzech("settings.port: must be at most 65535")).toBe("settings.port: nesmí být větší než 65535");
  });

  it("is one of the field in front of it, not of a field inside that", () => {
    expect(inCzech("region: is required")).toBe("region: je povinné");
    expect(inCzech("region: radius is required")).toBe("region: chybí radius");
  });

  it("names the field as the reader does", () => {
    const labels: Readonly<Record<string, string>> = { port: "Port", body: "", radius: "Poloměr" };
    const show = (message: string) =>
      translateStationText(message, { find, translate, labelOf: (field) => labels[field] });
    expect(show("port: must be at most 1\nother: must be at most 2")).toBe(
      "Port: nesmí být větší než 1\nother: nesmí být větší než 2",
    );
    expect(show("body: must be at most 1")).toBe("Nesmí být větší než 1");
    expect(show("port: radius is required")).toBe("Port: chybí Poloměr");
    expect(show("port: Nobody knows this one.")).toBe("Port: Nobody knows this one.");
  });

  it("is translated with the reason that it gives, where that one is known", () => {
    expect(inCzech("The peer cannot be reached: no answer in 5 s.")).toBe(
      "Protějšek není dosažitelný: žádná odpověď do 5 s.",
    );
    expect(inCzech("The peer cannot be reached: EPIPE.")).toBe("Protějšek není dosažitelný: EPIPE.");
  });

  it("is translated with the kind of thing that it names, where that one is known", () => {
    expect(inCzech("How often it is sent over Wi-Fi beacons.")).toBe("Jak často se vysílá přes Wi-Fi beacony.");
    expect(inCzech("How often it is sent over Zigbee.")).toBe("Jak často se vysílá přes Zigbee.");
  });

  it("is translated after the name of a device's setting", () => {
    expect(inCzech("WIFI_POWER: must be at most 20")).toBe("WIFI_POWER: nesmí být větší než 20");
    expect(inCzech("app/brightness: must be at most 9")).toBe("app/brightness: nesmí být větší než 9");
  });

  it("is translated when a text has several of them, one after the other or line by line", () => {
    expect(inCzech("The peer did not answer in time. 10.0.0.1 cannot be reached.")).toBe(
      "Protějšek neodpověděl včas. 10.0.0.1 není dosažitelný.",
    );
    expect(inCzech("a: must be at most 1\nb: must be at most 2")).toBe(
      "a: nesmí být větší než 1\nb: nesmí být větší než 2",
    );
  });

  it("is unchanged if it is not known, and is never half translated", () => {
    expect(inCzech("The peer did not answer in time. Nobody knows this one.")).toBe(
      "The peer did not answer in time. Nobody knows this one.",
    );
    expect(inCzech("The region touches the zone The Hague.")).toBe("Oblast zasahuje do zóny The Hague.");
    // Something else that cannot be reached is not the name of a place.
    expect(inCzech("The mast of the station cannot be reached.")).toBe("The mast of the station cannot be reached.");
  });
});
