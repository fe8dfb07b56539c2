import { expect, it } from "vitest";
import { compareHours } from "./sightings.compare.ts";

const hour = (hourMs: number, count: number, hash: string) => ({ hourMs, count, hash });

it("the peer may have more, but neither less nor other records of an hour", () => {
  const here = [hour(0, 5, "a"), hour(1, 5, "b")];
  expect(compareHours(here, here)).toEqual({ kind: "same" });
  expect(compareHours(here, [hour(1, 6, "c")])).toEqual({ kind: "same" });
  expect(compareHours(here, [hour(0, 5, "a"), hour(1, 4, "c")])).toEqual({ kind: "lacks", hourMs: 1 });
  expect(compareHours(here, [hour(1, 5, "c")])).toEqual({ kind: "differs", hourMs: 1 });
});
