import { afterAll, describe, expect, it } from "vitest";
import type { SimCard, SimDataUsage } from "../../server/contracts/sim-cards.ts";
import { startDevicesStation } from "./devices-station.ts";

const people = await startDevicesStation();
afterAll(() => people[Symbol.asyncDispose]());
const { station, administrator, asAlice, asBob, call, register, manufacture } = people;

describe("the SIM card of a device", () => {
  it("gets a new profile as bytes, with keys that are given out only once, if it has a soft SIM", async () => {
    const { serial_number } = await manufacture({ type: "mini_4g" });
    const { id } = await register({ serial_number });
    const profile = () => fetch(`${station.url}/v1/devices/${id}/sim-profile`, { method: "POST", headers: asAlice });
    const response = await profile();
    expect(response.headers.get("Content-Type")).toBe("application/octet-stream");
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([...bytes.subarray(0, 2)]).toEqual([0x30, bytes.length - 2]);
    const card = (await call("GET", `/v1/devices/${id}/sim-card`)).body as SimCard;
    expect(card).toMatchObject({ device_id: id, device_serial_number: serial_number });
    expect(new TextDecoder("latin1").decode(bytes)).toContain(card.iccid);
    await profile();
    expect(((await call("GET", `/v1/devices/${id}/sim-card`)).body as SimCard).iccid).not.toBe(card.iccid);

    const { id: without } = await register();
    expect((await call("POST", `/v1/devices/${without}/sim-profile`)).status).toBe(409);
    expect((await call("POST", `/v1/devices/${id}/sim-profile`, undefined, asBob)).status).toBe(404);
  });

  it("is read by device and by ICCID; what is known of it comes from an administrator", async () => {
    const { serial_number } = await manufacture({ iccid: "8942017" });
    const { id } = await register({ serial_number });
    const known = { imsi: "230011234567890", provider_name: "Field Mobile", activated: "2026-01-01T01:00:00+01:00" };
    expect((await call("PUT", "/station/v1/sim-cards/8942017", known)).status).toBe(403);
    expect((await call("PUT", "/station/v1/sim-cards/8942017", known, administrator)).status).toBe(200);
    const expected = {
      iccid: "8942017",
      imsi: "230011234567890",
      msisdn: null,
      ip: null,
      activated: "2026-01-01T00:00:00.000Z",
      provider_name: "Field Mobile",
      provider_acronym: null,
      note: null,
      device_id: id,
      device_serial_number: serial_number,
    };
    expect((await call("GET", `/v1/devices/${id}/sim-card`)).body).toEqual(expected);
    expect((await call("GET", "/v1/sim-cards/8942017")).body).toEqual(expected);
    expect((await call("GET", "/v1/sim-cards/8942017", undefined, asBob)).status).toBe(404);
    expect((await call("GET", "/v1/sim-cards/1")).status).toBe(404);
    expect((await call("GET", "/v1/sim-cards/8942x")).status).toBe(400);
    expect((await call("PUT", "/station/v1/sim-cards/8942017", { imsi: "12" }, administrator)).status).toBe(400);
  });

  it("reports how much data it used, as far as that is known", async () => {
    const { serial_number } = await manufacture({ iccid: "8942018" });
    const { id } = await register({ serial_number });
    const usage = async () => (await call("GET", `/v1/devices/${id}/sim-card/data-usage`)).body as SimDataUsage;
    expect(await usage()).toEqual({
      used_data_bytes: null,
      data_quota_bytes: null,
      scan_hours_left_estimate: null,
      active_data_bundles: [],
    });
    const usedAndQuota = { used_data_bytes: 4_000_000, data_quota_bytes: 10_000_000 };
    await call("PUT", "/station/v1/sim-cards/8942018", usedAndQuota, administrator);
    expect(await usage()).toMatchObject({
      used_data_bytes: "4000000",
      data_quota_bytes: "10000000",
      scan_hours_left_estimate: "3",
    });
    const { id: without } = await register();
    expect((await call("GET", `/v1/devices/${without}/sim-card/data-usage`)).status).toBe(404);
  });

  it("has the times of its bundles in UTC, however they were sent", async () => {
    const { serial_number } = await manufacture({ iccid: "8942019" });
    const { id } = await register({ serial_number });
    const bundle = {
      id: "7e57ab1e-0000-4000-8000-000000000001",
      code: "M1",
      name: "Month",
      is_paid: true,
      is_available: true,
      is_activated: false,
      is_expired: false,
      data_allowance: 1_000_000,
      data_used: 0,
      data_used_pct: 0,
      date_purchased: "2026-01-01T01:00:00+01:00",
      date_paid: "2026-01-01T00:00:00Z",
      date_expiration: null,
      date_activated: null,
      date_active_until: "2026-02-01T00:00:00.123456Z",
      activated_for: null,
    };
    const body = { active_data_bundles: [bundle] };
    expect((await call("PUT", "/station/v1/sim-cards/8942019", body, administrator)).status).toBe(200);
    expect((await call("GET", `/v1/devices/${id}/sim-card/data-usage`)).body).toMatchObject({
      active_data_bundles: [
        {
          ...bundle,
          date_purchased: "2026-01-01T00:00:00.000Z",
          date_paid: "2026-01-01T00:00:00.000Z",
          date_active_until: "2026-02-01T00:00:00.123Z",
        },
      ],
    });
  });
});
