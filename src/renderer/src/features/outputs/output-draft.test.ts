import { describe, expect, it } from "vitest";
import { OUTPUT_EVENTS, type Output, OutputCreate, OutputSettings } from "../../../../../server/contracts/outputs.ts";
import { en } from "../../text/en/index.ts";
import { outputDraftOf, emptyOutput, outputRequestOf, outputProblems } from "./output-draft.ts";

const BBOX = "14.1234567,50.1,14.9,50.3";

function shown(settings: Output["settings"], filter: Output["filter"] = null): Output {
  return {
    id: "00000000-0000-4000-8000-0000000000a1",
    name: "Van",
    enabled: true,
    settings,
    filter,
    owner_id: "00000000-0000-4000-8000-0000000000b1",
    state: "running",
    rate: 0,
    sent: 0,
    dropped: 0,
    coalesced: 0,
    waiting: 0,
    last_sent_at: null,
    last_error: null,
    last_error_at: null,
  };
}

const EXISTING: readonly Output["settings"][] = [
  {
    kind: "tak",
    url: "tls://tak.example:8089",
    stale_seconds: 30,
    ttl: 4,
    interface: "192.0.2.1",
    has_certificate: true,
  },
  { kind: "mqtt", url: "mqtts://broker.example", topic: "a/{uas_id}", username: "van", qos: 2, has_password: true },
  { kind: "mavlink", host: "192.0.2.5", port: 14_551, system_id: 7 },
  { kind: "webhook", url: "https://hook.example/x", events: ["alert", "operation"], has_secret: true },
];

describe("the form of an output", () => {
  it.each(EXISTING)("sends what exists unchanged, without its credentials: $kind", (settings) => {
    const filter =
      settings.kind === "webhook"
        ? { own: false, bbox: BBOX }
        : { own: true, technology: "wifi_nan" as const, bbox: BBOX };
    const draft = outputDraftOf(shown(settings, filter));
    expect(outputProblems(draft, true)).toEqual([]);
    const { has_certificate, has_password, has_secret, ...plain } = settings as Record<string, unknown>;
    expect(outputRequestOf(draft)).toEqual({
      name: "Van",
      settings: plain,
      filter,
    });
    expect([has_certificate, has_password, has_secret]).toContain(settings.kind === "mavlink" ? undefined : true);
  });

  it("begins with settings that the station takes, for every kind", () => {
    for (const { shape } of OutputSettings.options) {
      const draft = { ...emptyOutput(shape.kind.value), webhookUrl: "https://hook.example", secret: "s" };
      expect([draft.kind, outputProblems(draft, false)]).toEqual([draft.kind, []]);
      expect(OutputCreate.safeParse(outputRequestOf(draft)).error).toBeUndefined();
    }
  });

  it("chooses no live event by technology or account", () => {
    const draft = { ...emptyOutput("webhook"), webhookUrl: "https://h", isOwn: true, technology: "wifi_nan" as const };
    expect(outputRequestOf(draft).filter).toBeNull();
  });

  it("names every field that is missing or wrong", () => {
    const tak = { ...emptyOutput("tak"), takUrl: "http://host", staleSeconds: 0, ttl: "" as const };
    expect(outputProblems(tak, false)).toEqual(["url", "stale", "ttl"]);
    expect(outputProblems({ ...emptyOutput("mqtt"), mqttUrl: "mqtt://", topic: "a/#" }, false)).toEqual([
      "url",
      "topic",
    ]);
    const mavlink = { ...emptyOutput("mavlink"), host: " ", port: 70_000, systemId: 0 };
    expect(outputProblems(mavlink, false)).toEqual(["host", "port", "systemId"]);
    expect(outputProblems({ ...emptyOutput("webhook"), events: [] }, false)).toEqual(["url", "secret", "events"]);
    const region = { place: "nowhere", km: "5" };
    expect(outputProblems({ ...emptyOutput("mavlink"), isRegion: true, region }, false)).toEqual(["place"]);
  });

  it("needs no secret where one is stored, and sends a new one", () => {
    const draft = { ...outputDraftOf(shown(EXISTING[3]!)), secret: "new" };
    expect(outputRequestOf(draft).settings).toMatchObject({ secret: "new" });
    expect(outputProblems({ ...draft, secret: "" }, true)).toEqual([]);
  });

  it("sends a region that was changed, and one across the antimeridian as it is stored", () => {
    const draft = outputDraftOf(shown(EXISTING[2]!, { own: false, bbox: "179,-10,-179,10" }));
    expect(draft.region.place).toBe("0.0000, -180.0000");
    expect(outputRequestOf(draft).filter).toEqual({ own: false, bbox: "179,-10,-179,10" });
    draft.region.km = "11.12";
    expect(outputRequestOf(draft).filter).toEqual({ own: false, bbox: "179.9,-0.1,-179.9,0.1" });
  });

  it("is named after its host unless it has a name", () => {
    expect(outputRequestOf(emptyOutput("tak")).name).toBe("239.2.3.1:6969");
    expect(outputRequestOf(emptyOutput("mavlink")).name).toBe("127.0.0.1:14550");
  });
});

it("names every event that an output can deliver", () => {
  expect(Object.keys(en.outputs.event).toSorted()).toEqual([...OUTPUT_EVENTS].toSorted());
});
