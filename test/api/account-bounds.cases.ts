import { describe, expect, it } from "vitest";
import type { Aircraft } from "../../server/contracts/aircraft.ts";
import type { Device } from "../../server/contracts/devices.ts";
import type { Answer } from "../support/station-in-process.ts";
import type { Values } from "./account-bounds.values.ts";
import type { FlightsStation } from "./flights-station.ts";

type Failure = { readonly error: string; readonly messages: readonly string[] };
type Fields = Readonly<Record<string, unknown>>;
export type Endpoint = {
  /** Sends a good body with one field changed; a field that is `undefined` is left out. */
  readonly send: (change: Fields) => Promise<Answer> | Answer;
  /** State that a refusal must not change. */
  readonly state: () => Promise<unknown>;
  readonly fields: Readonly<Record<string, Values>>;
};

/** Reads as the administrator: the count of a list, and a body. */
export function readsOf({ administrator, call }: FlightsStation) {
  const get = (path: string) => call("GET", path, undefined, administrator);
  return {
    total: (path: string) => async () => (await get(path)).headers.get("X-Total-Count"),
    body: async (path: string) => (await get(path)).body,
  };
}

/** One test for each field of each endpoint: its values are accepted or refused as listed. */
export function describeBounds(endpoints: Readonly<Record<string, Endpoint>>): void {
  describe.each(Object.entries(endpoints))("%s", (_name, { send, state, fields }) => {
    it.each(Object.entries(fields))("accepts and refuses the right values of %s", async (field, { taken, refused }) => {
      for (const value of taken) {
        const answer = await send({ [field]: value });
        expect([value, answer.status, answer.body]).toEqual([value, 200, expect.anything()]);
        const kept = (answer.body as Partial<Aircraft & Device>)[field as "name"];
        if (field === "name" && typeof value === "string" && value !== "") expect(kept).toBe(value);
      }
      const before = await state();
      for (const value of refused) {
        const { status, body: answer } = await send({ [field]: value });
        expect([value, status]).toEqual([value, 400]);
        expect((answer as Failure).messages[0]).toMatch(new RegExp(`^${field}[.:]`));
      }
      expect(await state()).toEqual(before);
    });
  });
}
