import * as fc from "fast-check";
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { distanceM } from "../../../server/contracts/great-circle.ts";
import { NetridSettings } from "../../../server/contracts/receiver-settings.ts";
import { regionProblem, plainUrlField } from "../../../server/features/sources/sources.rules.ts";
import { decodeFlightDetails, decodeFlights, decodeServiceAreas } from "../../../server/ingest/codecs/netrid.json.ts";
import type { DecodedFrame } from "../../../server/ingest/decoded.ts";
import { netridSource } from "../../../server/ingest/sources/netrid.source.ts";
import { systemSchedule } from "../../../server/kernel/clock.ts";
import { isInside, parseBbox } from "../../../server/kernel/geo.ts";
import { MAX_VIEWS, viewsOf } from "../../../server/kernel/view-tiles.ts";
import {
  type NetridServices,
  SECRET,
  servedFlight,
  type ServedFlight,
  startNetridServices,
} from "../../support/netrid-services.ts";
import { sharedData } from "../../support/shared-data.ts";
import { listenTo, type Listening } from "./listening.fixture.ts";

const time = (timeMs: number) => ({ value: new Date(timeMs).toISOString(), format: "RFC3339" });
const NOW_MS = Date.UTC(2026, 10, 22, 12);
const answerWith = (...flights: readonly ServedFlight[]) => ({
  timestamp: time(NOW_MS),
  flights: flights.map(({ flight }) => flight),
});

describe("an answer of a network Remote ID service", () => {
  it("never makes the decoders throw", () => {
    const valid = { ...answerWith(servedFlight(NOW_MS)), details: servedFlight(NOW_MS).details, service_areas: [{}] };
    const value = fc.oneof(
      fc.jsonValue(),
      fc
        .tuple(fc.constantFrom("flights", "timestamp", "details", "service_areas"), fc.jsonValue())
        .map(([name, other]) => ({
          ...valid,
          [name]: other,
        })),
    );
    fc.assert(
      fc.property(value, (answer) => {
        decodeFlights(answer);
        decodeFlightDetails(answer, 2);
        decodeServiceAreas(answer);
      }),
    );
  });

  it("ignores simulated flights, old states and values out of range", () => {
    const { flights } = decodeFlights(
      answerWith(
        servedFlight(NOW_MS, { simulated: true }),
        servedFlight(NOW_MS - 120_000),
        servedFlight(NOW_MS + 60_000),
        servedFlight(NOW_MS, { current_state: { timestamp: time(NOW_MS), position: { lat: 91, lng: 15 } } }),
        servedFlight(NOW_MS, { current_state: undefined }),
      ),
    );
    expect(flights.map((one) => ("reason" in one ? [one.reason, one.field] : one))).toEqual([
      ["simulated", undefined],
      ["implausible_time", "current_state.timestamp"],
      ["implausible_time", "current_state.timestamp"],
      ["value_out_of_range", "current_state.position.lat"],
    ]);
  });

  it("has unknown values where the standard has unknown, and no accuracy for what was computed", () => {
    const position = { lat: 47, lng: 15, alt: -1000, accuracy_h: "HA3m", accuracy_v: "VA1m", extrapolated: true };
    const state = { timestamp: time(NOW_MS), position, track: 361, speed: 255, vertical_speed: 63 };
    const { flights } = decodeFlights(answerWith(servedFlight(NOW_MS, { current_state: state })));
    expect(flights).toMatchObject([
      {
        location: {
          altitudeGeodeticM: null,
          altitudePressureM: null,
          heightM: null,
          directionDeg: null,
          horizontalSpeedMps: null,
          verticalSpeedMps: null,
          horizontalAccuracyCode: 0,
          verticalAccuracyCode: 0,
          speedAccuracyCode: 0,
        },
      },
    ]);
  });

  const zurich = sharedData("netrid-interuss", "zurich.json");
  it.skipIf(zurich === undefined)("is read in the flights that services are qualified with", () => {
    type Designed = {
      readonly aircraft_type: string;
      readonly flight_details: Readonly<Record<string, unknown>> & { readonly id: string };
      readonly states: readonly (Readonly<Record<string, unknown>> & { readonly timestamp: string })[];
    };
    const { flights } = JSON.parse(readFileSync(zurich!, "utf8")) as { readonly flights: readonly Designed[] };
    for (const { aircraft_type, flight_details: details, states } of flights) {
      for (const state of states) {
        const current = { ...state, timestamp: { value: state.timestamp, format: "RFC3339" } };
        const flight = { id: details.id, aircraft_type, current_state: current };
        const read = decodeFlights({ timestamp: time(Date.parse(state.timestamp)), flights: [flight] });
        expect(read.flights).toMatchObject([
          { id: details.id, uaType: 2, location: { latitude: expect.closeTo(47.37, 1) as number, status: 2 } },
        ]);
      }
      const { serial_number, operator_location: place, ...others } = details;
      const served = { ...others, uas_id: { serial_number }, operator_location: { position: place } };
      expect(decodeFlightDetails({ details: served }, 2)).toMatchObject([
        { type: "basic_id", idType: 1, uasId: serial_number },
        { type: "operator_id", operatorId: details["operator_id"] },
        { type: "self_id" },
        { type: "system", operatorLatitude: expect.closeTo(47.37, 1) as number },
      ]);
    }
  });
});

describe("a region", () => {
  it("is asked for in views of at most 7 km diagonally that cover it", () => {
    fc.assert(
      fc.property(
        fc.record({
          south: fc.double({ min: -80, max: 80, noNaN: true }),
          west: fc.double({ min: -180, max: 180, noNaN: true }),
          height: fc.double({ min: 0, max: 0.2, noNaN: true }),
          width: fc.double({ min: 0, max: 0.2, noNaN: true }),
          share: fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
        }),
        ({ south, west, height, width, share }) => {
          const east = west + width > 180 ? west + width - 360 : west + width;
          const bbox = { west, south, east, north: south + height };
          const views = viewsOf(bbox);
          if (views === undefined) return;
          expect(views.length).toBeLessThanOrEqual(MAX_VIEWS);
          for (const view of views) {
            const corner = { latitude: view.north, longitude: view.east };
            expect(distanceM({ latitude: view.south, longitude: view.west }, corner)).toBeLessThan(7000);
          }
          const longitude = west + width * share[0];
          const place = {
            latitude: south + height * share[1],
            longitude: longitude > 180 ? longitude - 360 : longitude,
          };
          expect(views.some((view) => isInside(view, place))).toBe(true);
        },
      ),
    );
    const isOneView = parseBbox("15.40,47.05,15.44,47.08");
    expect(isOneView.kind === "bbox" && viewsOf(isOneView.bbox)).toHaveLength(1);
  });

  it("that is too large is refused with the reason, and so is a secret in the clear", () => {
    const settings = { kind: "netrid", dss_url: "https://dss.example", bbox: "15,46,16,47" } as const;
    expect(regionProblem(NetridSettings.parse(settings))).toMatch(/larger than 16 views of 7 km/);
    expect(regionProblem(NetridSettings.parse({ ...settings, bbox: "15.4,47.0,15.5,47.1" }))).toBeUndefined();
    const plain = { ...settings, token_url: "http://auth.example/token" };
    expect(plainUrlField(NetridSettings.parse(plain))).toBe("token_url");
    expect(plainUrlField(NetridSettings.parse({ ...plain, token_url: "http://127.0.0.1:9/token" }))).toBeUndefined();
    expect(plainUrlField(NetridSettings.parse({ ...plain, token_url: "http://[::1]:9/token" }))).toBeUndefined();
    expect(plainUrlField(NetridSettings.parse({ ...plain, token_url: "http://127.a.example/token" }))).toBe(
      "token_url",
    );
  });
});

describe("the source of network Remote ID", () => {
  const AHEAD_MS = 3_600_000;
  let services: NetridServices;
  let listening: Listening | undefined;

  beforeEach(async () => {
    services = await startNetridServices(AHEAD_MS);
  });
  afterEach(async () => {
    await listening?.stop();
    await services.stop();
  });

  function listen(changes: object = {}): Listening {
    const settings = NetridSettings.parse({
      kind: "netrid",
      dss_url: services.url,
      token_url: `${services.url}/token`,
      client_id: "station",
      client_secret: SECRET,
      bbox: "15.40,47.05,15.44,47.08",
      ...changes,
    });
    const schedule: typeof systemSchedule = (action, delayMs) => systemSchedule(action, delayMs / 50);
    listening = listenTo(settings, netridSource(settings, { schedule }));
    listening.start();
    return listening;
  }

  it("uses each state of a flight once, with its operator and its age", async () => {
    const stateMs = Date.now() + AHEAD_MS - 2000;
    services.flights = [servedFlight(stateMs)];
    const { received, until } = listen();
    await until(() => received.length === 1);
    const frame = received[0] as DecodedFrame;
    expect(frame).toMatchObject({
      kind: "frame",
      technology: "network",
      rssiDbm: null,
      transmitter: { kind: "flight" },
      messages: [
        { type: "basic_id", idType: 1, uaType: 2, uasId: "1596F351901936310360" },
        { type: "basic_id", idType: 2, uasId: "AT.12AB34" },
        { type: "basic_id", idType: 3, uasId: expect.stringMatching(/^a3423213356b49c49b20b7b21d38c1f2/) as string },
        { type: "operator_id", operatorId: "AUT87astrdge12k8" },
        { type: "self_id", description: "survey" },
        { type: "system", operatorLatitude: 47.0711, operatorLocationType: 1, categoryEu: 1, classEu: 2 },
        {
          type: "location",
          latitude: 47.0703,
          longitude: 15.4302,
          altitudeGeodeticM: 410.5,
          altitudePressureM: null,
          heightM: 42,
          heightReference: "take_off",
          horizontalAccuracyCode: 11,
          verticalAccuracyCode: 4,
          speedAccuracyCode: 2,
          timestampAccuracyCode: 5,
          directionDeg: 90,
          secondsAfterHour: (stateMs % 3_600_000) / 1000,
        },
      ],
    });
    // Two seconds old by the clock of the service, which is an hour ahead of the station's.
    expect(Date.now() - frame.observedAtMs!).toBeGreaterThanOrEqual(1999);
    expect(Date.now() - frame.observedAtMs!).toBeLessThan(60_000);
    const asked = () => services.requests.filter(({ path }) => path.endsWith("/uss/flights")).length;
    const before = asked();
    await expect.poll(asked, { timeout: 20_000 }).toBeGreaterThan(before + 2);
    expect(received).toHaveLength(1);
    services.flights = [servedFlight(stateMs + 1000)];
    await until(() => received.length === 2);
    expect(services.requests.filter(({ path }) => path.endsWith("/details"))).toHaveLength(1);
    const [view] = services.requests.filter(({ path }) => path.endsWith("/uss/flights"));
    expect(view?.query.get("view")).toBe("47.05,15.4,47.08,15.44");
    const [found] = services.requests.filter(({ path }) => path.includes("/dss/"));
    expect(found?.query.get("area")).toBe("47.05,15.4,47.05,15.44,47.08,15.44,47.08,15.4");
    expect(services.grants.map((form) => Object.fromEntries(form))).toEqual([
      {
        grant_type: "client_credentials",
        scope: "rid.display_provider",
        audience: "127.0.0.1",
        intended_audience: "127.0.0.1",
        client_id: "station",
        client_secret: SECRET,
      },
    ]);
  });

  it("states a region that ends at the antimeridian as it is given", async () => {
    listen({ bbox: "179.96,9,180,9.02" });
    const sentTo = (path: string) => services.requests.filter((one) => one.path.includes(path))[0]?.query;
    await expect.poll(() => sentTo("/uss/flights")?.get("view")).toBe("9,179.96,9.02,180");
    expect(sentTo("/dss/")?.get("area")).toBe("9,179.96,9,180,9.02,180,9.02,179.96");
  });

  it("reports why it has nothing: no token, no permission, no service; and continues when that is over", async () => {
    services.flights = [servedFlight(Date.now() + AHEAD_MS)];
    services.failing = { path: "/rid/v2/dss", status: 403 };
    const { until, untilState, status, received } = listen();
    await untilState("waiting");
    expect(status().last_error).toBe("The DSS does not permit this scope (403).");
    services.failing = { path: "/uss1/uss/flights", status: 503 };
    await until(() => status().last_error?.includes("answers with status 503") === true);
    expect(received).toHaveLength(0);
    services.failing = undefined;
    await until(() => received.length > 0);
    await listening?.stop();
    const refused = listen({ client_secret: "other" });
    await refused.untilState("waiting");
    expect(refused.status().last_error).toBe("The DSS gives no token: does not accept the token (401).");
  });
});
