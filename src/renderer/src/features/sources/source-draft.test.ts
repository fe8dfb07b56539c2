import { describe, expect, it } from "vitest";
import { SourceCreate } from "../../../../../server/contracts/sources.ts";
import { emptyDraft, sourceProblemOf, sourceRequestOf, withProtocol, withRequested } from "./source-draft.ts";

const PEER = "00000000-0000-4000-8000-0000000000b1";

describe("a source that is being added", () => {
  it("reports which field is missing", () => {
    expect(sourceProblemOf(emptyDraft("file"))).toBe("path");
    expect(sourceProblemOf(emptyDraft("serial"))).toBe("serial");
    expect(sourceProblemOf({ ...emptyDraft("udp"), port: 70_000 })).toBe("port");
    expect(sourceProblemOf({ ...emptyDraft("udp"), port: "" })).toBe("port");
    expect(sourceProblemOf({ ...emptyDraft("udp"), host: " " })).toBe("host");
    expect(sourceProblemOf(emptyDraft("udp"))).toBeUndefined();
    expect(sourceProblemOf(emptyDraft("demo"))).toBeUndefined();
    expect(sourceProblemOf(emptyDraft("cloud"))).toBe("peer");
    expect(sourceProblemOf({ ...emptyDraft("cloud"), peer: PEER })).toBe("place");
    expect(sourceProblemOf(emptyDraft("mqtt"))).toBe("topic");
    expect(sourceProblemOf({ ...emptyDraft("mqtt"), mqttUrl: "mqtt://name:secret@van" })).toBe("mqttUrl");
    expect(sourceProblemOf(emptyDraft("position"))).toBeUndefined();
    expect(sourceProblemOf({ ...emptyDraft("position"), gpsd: "http://van" })).toBe("gpsd");
    expect(sourceProblemOf({ ...emptyDraft("position"), positionBy: "serial" })).toBe("serial");
    const netrid = { ...emptyDraft("netrid", { latitude: 47, longitude: 15 }), dssUrl: "https://dss.example" };
    expect(sourceProblemOf({ ...netrid, dssUrl: "" })).toBe("dssUrl");
    expect(sourceProblemOf(netrid)).toBeUndefined();
    expect(sourceProblemOf({ ...netrid, netridRegion: { place: "47, 15", km: "10" } })).toBe("netridKm");
    expect(sourceProblemOf({ ...netrid, tokenUrl: "auth" })).toBe("tokenUrl");
    expect(sourceProblemOf({ ...emptyDraft("cloud", { latitude: 47, longitude: 15 }), peer: PEER })).toBeUndefined();
  });

  it("is named after its address when no name is typed", () => {
    expect(sourceRequestOf({ ...emptyDraft("file"), filePath: "/data/field day.pcap" }, "Recording").name).toBe(
      "field day.pcap",
    );
    expect(sourceRequestOf(emptyDraft("udp"), "UDP").name).toBe("127.0.0.1:9999");
    expect(sourceRequestOf(emptyDraft("demo"), "Demonstration").name).toBe("Demonstration");
    expect(sourceRequestOf({ ...emptyDraft("cloud"), peer: PEER }, "Live stream", "Hub").name).toBe("Hub");
  });

  it("has the rate that the devices of its protocol use", () => {
    const rider = { ...withProtocol(emptyDraft("serial"), "rider"), serialPath: "/dev/ttyACM0" };
    expect(SourceCreate.parse(sourceRequestOf(rider, "Serial")).settings).toMatchObject({
      protocol: "rider",
      baud_rate: 115_200,
    });
    expect(withProtocol(rider, "mavlink")).toMatchObject({ protocol: "mavlink", baudRate: 57_600 });
  });

  it("is as another page asks for it, where that can be", () => {
    const none = { path: "", protocol: "", rate: "", repair: "" };
    const path = "/dev/ttyACM0";
    const serial = emptyDraft("serial");
    expect(withRequested(serial, none)).toEqual(serial);
    expect(withRequested(emptyDraft("file"), { ...none, path: "a.pcap" })).toMatchObject({ filePath: "a.pcap" });
    expect(withRequested(serial, { ...none, path, protocol: "rider" })).toMatchObject({
      serialPath: path,
      protocol: "rider",
      baudRate: 115_200,
    });
    expect(withRequested(serial, { ...none, path, rate: "115200", repair: "yes" })).toMatchObject({
      protocol: "mavlink",
      baudRate: 115_200,
      repairCrlf: true,
    });
    expect(withRequested(emptyDraft("position"), { ...none, path, rate: "38400" })).toMatchObject({
      positionBy: "serial",
      serialPath: path,
      positionBaudRate: 38_400,
    });
    expect(withRequested(emptyDraft("mavlink_vehicle"), { ...none, path })).toMatchObject({
      vehicle: { link: "serial", serialPath: path, baudRate: 57_600 },
    });
    expect(withRequested(serial, { path, protocol: "modem", rate: "fast", repair: "no" })).toEqual({
      ...serial,
      serialPath: path,
    });
  });

  it("follows the contract for every kind", () => {
    for (const kind of ["file", "udp", "serial", "push", "cloud", "mqtt", "position", "netrid", "demo"] as const) {
      const draft = {
        ...emptyDraft(kind),
        peer: PEER,
        filePath: "a.pcap",
        serialPath: "/dev/ttyACM0",
        sensorId: "roof",
        topic: "rid/#",
        dssUrl: "https://dss.example",
      };
      expect(SourceCreate.parse(sourceRequestOf(draft, "Name"))).toMatchObject({
        sensor_id: "roof",
        settings: { kind },
      });
    }
  });

  it("leaves out what is empty, and keeps every character of a password", () => {
    const draft = { ...emptyDraft("mqtt"), topic: " rid/# ", password: " secret " };
    const source = sourceRequestOf(draft, "MQTT");
    expect(source.settings).toEqual({
      kind: "mqtt",
      url: "mqtt://127.0.0.1:1883",
      topic: "rid/#",
      shape: "scout",
      password: " secret ",
    });
    expect(source.name).toBe("mqtt://127.0.0.1:1883 rid/#");
    expect(sourceRequestOf(emptyDraft("position"), "Own position")).toMatchObject({
      name: "Own position",
      settings: { url: "gpsd://127.0.0.1:2947" },
    });
  });
});
