import { describe, expect, it } from "vitest";
import { SourceCreate } from "../../../../../server/contracts/sources.ts";
import { emptyDraft, problemOf, sourceOf, withProtocol, withRequested } from "./source-draft.ts";

const PEER = "00000000-0000-4000-8000-0000000000b1";

describe("a source that is being added", () => {
  it("reports which field is missing", () => {
    expect(problemOf(emptyDraft("file"))).toBe("path");
    expect(problemOf(emptyDraft("serial"))).toBe("serial");
    expect(problemOf({ ...emptyDraft("udp"), port: 70_000 })).toBe("port");
    expect(problemOf({ ...emptyDraft("udp"), port: "" })).toBe("port");
    expect(problemOf({ ...emptyDraft("udp"), host: " " })).toBe("host");
    expect(problemOf(emptyDraft("udp"))).toBeUndefined();
    expect(problemOf(emptyDraft("demo"))).toBeUndefined();
    expect(problemOf(emptyDraft("cloud"))).toBe("peer");
    expect(problemOf({ ...emptyDraft("cloud"), peer: PEER })).toBe("place");
    expect(problemOf(emptyDraft("mqtt"))).toBe("topic");
    expect(problemOf({ ...emptyDraft("mqtt"), mqttUrl: "mqtt://name:secret@van" })).toBe("mqttUrl");
    expect(problemOf(emptyDraft("position"))).toBeUndefined();
    expect(problemOf({ ...emptyDraft("position"), gpsd: "http://van" })).toBe("gpsd");
    expect(problemOf({ ...emptyDraft("position"), positionBy: "serial" })).toBe("serial");
    const netrid = { ...emptyDraft("netrid", { latitude: 47, longitude: 15 }), dssUrl: "https://dss.example" };
    expect(problemOf({ ...netrid, dssUrl: "" })).toBe("dssUrl");
    expect(problemOf(netrid)).toBeUndefined();
    expect(problemOf({ ...netrid, netridRegion: { place: "47, 15", km: "10" } })).toBe("netridKm");
    expect(problemOf({ ...netrid, tokenUrl: "auth" })).toBe("tokenUrl");
    expect(problemOf({ ...emptyDraft("cloud", { latitude: 47, longitude: 15 }), peer: PEER })).toBeUndefined();
  });

  it("is named after its address when no name is typed", () => {
    expect(sourceOf({ ...emptyDraft("file"), filePath: "/data/field day.pcap" }, "Recording").name).toBe(
      "field day.pcap",
    );
    expect(sourceOf(emptyDraft("udp"), "UDP").name).toBe("127.0.0.1:9999");
    expect(sourceOf(emptyDraft("demo"), "Demonstration").name).toBe("Demonstration");
    expect(sourceOf({ ...emptyDraft("cloud"), peer: PEER }, "Live stream", "Hub").name).toBe("Hub");
  });

  it("has the rate that the devices of its protocol use", () => {
    const rider = { ...withProtocol(emptyDraft("serial"), "rider"), serialPath: "/dev/ttyACM0" };
    expect(SourceCreate.parse(sourceOf(rider, "Serial")).settings).toMatchObject({
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
      expect(SourceCreate.parse(sourceOf(draft, "Name"))).toMatchObject({ sensor_id: "roof", settings: { kind } });
    }
  });

  it("leaves out what is empty, and keeps every character of a password", () => {
    const draft = { ...emptyDraft("mqtt"), topic: " rid/# ", password: " secret " };
    const source = sourceOf(draft, "MQTT");
    expect(source.settings).toEqual({
      kind: "mqtt",
      url: "mqtt://127.0.0.1:1883",
      topic: "rid/#",
      shape: "scout",
      password: " secret ",
    });
    expect(source.name).toBe("mqtt://127.0.0.1:1883 rid/#");
    expect(sourceOf(emptyDraft("position"), "Own position")).toMatchObject({
      name: "Own position",
      settings: { url: "gpsd://127.0.0.1:2947" },
    });
  });
});
