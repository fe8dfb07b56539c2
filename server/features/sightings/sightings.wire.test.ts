import fc from "fast-check";
import { expect, it } from "vitest";
import { DeclaredIdentity, OperatorSighting, UaSighting } from "../../contracts/sightings.ts";
import { operatorPoint, uaPoint } from "../../kernel/points.fixture.ts";
import {
  fromDeclaredIdentity,
  fromOperatorSighting,
  fromUaSighting,
  toOperatorSighting,
  toUaSighting,
} from "./sightings.wire.ts";

const measure = fc.option(fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }));
const place = {
  timeMs: fc.integer({ min: Date.UTC(2010, 0, 1), max: Date.UTC(2100, 0, 1) }),
  receivedMs: fc.integer({ min: Date.UTC(2010, 0, 1), max: Date.UTC(2100, 0, 1) }),
  latitudeE7: fc.integer({ min: -900_000_000, max: 900_000_000 }),
  longitudeE7: fc.integer({ min: -1_800_000_000, max: 1_800_000_000 }),
  timeAccuracyMs: fc.option(fc.integer({ min: 0, max: 100_000 })),
  horizontalAccuracyMm: measure,
};

it("a position of an aircraft is the same after the way to another station", () => {
  const point = fc.record({
    ...place,
    ridTimeMs: fc.option(place.timeMs),
    altitudeMslMm: measure,
    altitudeWgs84Mm: measure,
    altitudeAglMm: measure,
    altitudePressureMm: measure,
    headingCdeg: fc.option(fc.integer({ min: 0, max: 35_999 })),
    horizontalSpeedMmps: measure,
    velocityEastMmps: measure,
    airPressurePa: fc.option(fc.integer({ min: 0, max: 120_000 })),
    rssiDbm: fc.option(fc.integer({ min: -150, max: 20 })),
  });
  fc.assert(
    fc.property(point, (some) => {
      const sent = uaPoint(some);
      const wire = UaSighting.parse(JSON.parse(JSON.stringify(toUaSighting(sent))));
      expect(fromUaSighting(wire)).toEqual(sent);
    }),
  );
});

it("the private part of an operator id stays with the station that sent it", () => {
  const declared = { identifiers: [], operator_id: "FIN87astrdge12k8-xyz" };
  expect(fromDeclaredIdentity(DeclaredIdentity.parse(declared)).operatorId).toBe("FIN87astrdge12k8");
});

it("a position of an operator is too, and what is not known stays unknown", () => {
  fc.assert(
    fc.property(fc.record({ ...place, altitudeMm: measure, altitudeAccuracyMm: measure }), (some) => {
      const sent = operatorPoint(some);
      const wire = OperatorSighting.parse(JSON.parse(JSON.stringify(toOperatorSighting(sent))));
      expect(fromOperatorSighting(wire)).toEqual(sent);
    }),
  );
  const unknown = toUaSighting(uaPoint({ rssiDbm: null, altitudeMslMm: null }));
  expect(unknown).not.toHaveProperty("rssi");
  expect(unknown).not.toHaveProperty("altitude_msl");
});
