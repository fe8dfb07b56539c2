import { describe, expect, it } from "vitest";
import { startAccountsStation } from "./accounts-station.ts";

describe("preferences", () => {
  it("are set one at a time, and removed by null or blank", async () => {
    await using station = await startAccountsStation();
    const ada = await station.register("ada@example.org");
    const headers = await station.signedIn(ada.id);
    const set = async (property: string, value: string | null) =>
      (await station.call("PATCH", `/v1/users/${ada.id}/preferences`, { headers, body: { property, value } })).body;
    expect(await set("units", "metric")).toEqual([
      { property: "default_visibility", value: "public" },
      { property: "units", value: "metric" },
    ]);
    expect(await set("default_visibility", "private")).toContainEqual({
      property: "default_visibility",
      value: "private",
    });
    expect(await set("units", null)).toEqual([{ property: "default_visibility", value: "private" }]);
    expect(await set("units", "")).toEqual([{ property: "default_visibility", value: "private" }]);
    expect(await set("default_visibility", " ")).toEqual([]);
    expect((await station.call("GET", "/v1/users/me", { headers })).body).toMatchObject({ preferences: {} });
  });

  it.each([
    [{ value: "x" }, "property: is required"],
    [{ property: "", value: "x" }, "property: must not be empty"],
    [{ property: null, value: "x" }, "property: must be a string"],
    [{ property: "units" }, "value: is required"],
    [{ property: "units", value: 7 }, "value: must be a string"],
    [
      { property: "default_visibility", value: "secret" },
      "value: must be `public` or `private` for `default_visibility`",
    ],
  ])("refuse %o", async (body, message) => {
    await using station = await startAccountsStation();
    const ada = await station.register("ada@example.org");
    const headers = await station.signedIn(ada.id);
    const answer = await station.call("PATCH", `/v1/users/${ada.id}/preferences`, { headers, body });
    expect(answer).toMatchObject({ status: 400, body: { messages: [message] } });
  });

  it("are the user's own", async () => {
    await using station = await startAccountsStation();
    const admin = await station.register("admin@example.org");
    const bob = await station.register("bob@example.org");
    const body = { property: "units", value: "metric" };
    const path = `/v1/users/${admin.id}/preferences`;
    expect((await station.call("PATCH", path, { headers: await station.signedIn(bob.id), body })).status).toBe(404);
  });
});
