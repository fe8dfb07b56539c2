import { describe, expect, it } from "vitest";
import { SourceCreate } from "../../../../../server/contracts/station.ts";
import { emptyDraft, problemOf, sourceOf } from "./source-draft.ts";

describe("a source that is being added", () => {
  it("reports which field is missing", () => {
    expect(problemOf(emptyDraft("file"))).toBe("path");
    expect(problemOf(emptyDraft("serial"))).toBe("serial");
    expect(problemOf({ ...emptyDraft("udp"), port: 70_000 })).toBe("port");
    expect(problemOf({ ...emptyDraft("udp"), port: "" })).toBe("port");
    expect(problemOf({ ...emptyDraft("udp"), host: " " })).toBe("host");
    expect(problemOf(emptyDraft("udp"))).toBeUndefined();
    expect(problemOf(emptyDraft("demo"))).toBeUndefined();
  });

  it("is named after its address when no name is typed", () => {
    expect(sourceOf({ ...emptyDraft("file"), filePath: "/data/field day.pcap" }, "Recording").name).toBe(
      "field day.pcap",
    );
    expect(sourceOf(emptyDraft("udp"), "UDP").name).toBe("127.0.0.1:9999");
    expect(sourceOf(emptyDraft("demo"), "Demonstration").name).toBe("Demonstration");
  });

  it("follows the contract for every kind", () => {
    for (const kind of ["file", "udp", "serial", "push", "demo"] as const) {
      const draft = { ...emptyDraft(kind), filePath: "a.pcap", serialPath: "/dev/ttyACM0", sensorId: "roof" };
      expect(SourceCreate.parse(sourceOf(draft, "Name"))).toMatchObject({ sensor_id: "roof", settings: { kind } });
    }
  });
});
