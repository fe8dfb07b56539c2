import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Operation } from "../../server/contracts/operations.ts";
import type { OperationStatistics } from "../../server/contracts/statistics.ts";
import { ADA, ALL_DAY, EVE, type OperationsStation, ROOT, startOperationsStation } from "./operations-station.ts";

/** The longer suboperation of the survey, that of the roof, is private: Eve sees only what the van received. */
let station: OperationsStation;
let survey: Operation;
let hidden: Operation["suboperations"][number];
beforeAll(async () => {
  station = await startOperationsStation();
  survey = station.operations[0]!;
  hidden = survey.suboperations.find(({ sensor_id }) => sensor_id === "ROOF")!;
  const path = `/station/v1/operations/${hidden.id}/access`;
  const { status } = await station.as(ROOT, "PUT", path, { visibility: "private" });
  if (status !== 200) throw new Error(`the suboperation could not be made private: ${status}`);
});
afterAll(() => station[Symbol.asyncDispose]());

async function statistics(person: string, id: string): Promise<OperationStatistics> {
  for (;;) {
    const { status, body } = await station.as(person, "GET", `/v2/airspace/operations/${id}/statistics`);
    if (status === 200) return body as OperationStatistics;
    if (status !== 202) throw new Error(`answered with ${status}: ${JSON.stringify(body)}`);
  }
}

describe("statistics of an operation that is private in part", () => {
  it("are calculated for each caller from the suboperations that the caller may read", async () => {
    // Requested in turns, to show that a result of one caller is not given to the other.
    for (const [person, duration] of [
      [ROOT, 599],
      [EVE, 119],
      [ROOT, 599],
      [EVE, 119],
    ] as const) {
      expect([person, (await statistics(person, survey.id)).duration]).toEqual([person, duration]);
    }
  });

  it("do not reveal hidden suboperations through a filter", async () => {
    const { min_operator_distance: nearest } = await statistics(ROOT, survey.id);
    const near = `${ALL_DAY}&operator_distance_to=${nearest! + 1}`;
    expect(await station.listed(ROOT, near)).toEqual([survey.id]);
    expect(await station.listed(EVE, near)).toEqual([]);
    expect(await station.listed(ADA, `${near}&globalize=false`)).toEqual([]);
    expect(await station.listed(ROOT, `${near}&globalize=false`)).toEqual([hidden.id]);
  });

  it("leave out deleted suboperations", async () => {
    const path = `/v2/airspace/operations/${hidden.id}?globalize=false`;
    expect((await station.as(ROOT, "DELETE", path)).status).toBe(204);
    expect((await statistics(ROOT, survey.id)).duration).toBe(119);
  });
});
