import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Aircraft } from "../../../server/contracts/aircraft.ts";
import type { Device } from "../../../server/contracts/devices.ts";
import type { User } from "../../../server/contracts/users.ts";
import { type AccountsStation, type Answer, PASSWORD, startAccountsStation } from "./accounts-station.ts";

/** As the document of the service lists them. */
const DOCUMENTED_COUNTRIES = `AF AX AL DZ AS AD AO AI AQ AG AR AM AW AU AT AZ BS BH BD BB BY BE BZ BJ BM BT BO BQ BA BW
BV BR IO BN BG BF BI CV KH CM CA KY CF TD CL CN CX CC CO KM CG CD CK CR CI HR CU CW CY CZ DK DJ DM DO EC EG SV GQ ER EE
SZ ET FK FO FJ FI FR GF PF TF GA GM GE DE GH GI GR GL GD GP GU GT GG GN GW GY HT HM VA HN HK HU IS IN ID IR IQ IE IM IL
IT JM JP JE JO KZ KE KI KP KR KW KG LA LV LB LS LR LY LI LT LU MO MG MW MY MV ML MT MH MQ MR MU YT MX FM MD MC MN ME MS
MA MZ MM NA NR NP NL NC NZ NI NE NG NU NF MK MP NO OM PK PW PS PA PG PY PE PH PN PL PT PR QA RE RO RU RW BL SH KN LC MF
PM VC WS SM ST SA SN RS SC SL SG SX SK SI SB SO ZA GS SS ES LK SD SR SJ SE CH SY TW TJ TZ TH TL TG TK TO TT TN TR TM TC
TV UG UA AE GB US UM UY UZ VU VE VN VG VI WF EH YE ZM ZW`.split(/\s/);

let station: AccountsStation;
let ada: User;
let made = 0;
beforeAll(async () => {
  station = await startAccountsStation();
  ada = await station.register("ada@example.org");
});
afterAll(() => station[Symbol.asyncDispose]());

const register = (change: object): Promise<Answer> =>
  station.call("POST", "/v1/users", { body: { email: `user${++made}@example.org`, password: PASSWORD, ...change } });

async function update(body: object, path = ""): Promise<Answer> {
  return station.call("PATCH", `/v1/users/${ada.id}${path}`, { headers: await station.signedIn(ada.id), body });
}

const text = (length: number) => "x".repeat(length);
const address = (length: number) => `${text(length - "@example.org".length)}@example.org`;
const TEXTS = [
  ["full_name", 255],
  ["phone_number", 128],
  ["uas_operator_id", 255],
] as const;
const UPDATED_TEXTS = [...TEXTS, ["pilot_license_id", 255]] as const;

describe("a field of a user", () => {
  it.each([
    ...TEXTS.flatMap(([field, longest]) =>
      [0, 1, longest - 1, longest].map((length) => [field, length, text(length)] as const),
    ),
    ["email", 253, address(253)] as const,
    ["email", 254, address(254).replace("x", "y")] as const,
    ["password", 1, "x"] as const,
    ["password", 127, text(127)] as const,
    ["password", 128, text(128)] as const,
  ])("%s of %i characters is taken at registration", async (field, _length, value) => {
    const answer = await register({ [field]: value });
    expect(answer.status).toBe(200);
    if (field !== "password") expect(answer.body).toMatchObject({ [field]: value });
  });

  it.each([
    ...UPDATED_TEXTS.flatMap(([field, longest]) =>
      [0, 1, longest - 1, longest].map((length) => [field, length, text(length)] as const),
    ),
    ["email", 254, address(254)] as const,
  ])("%s of %i characters is taken by an update", async (field, _length, value) => {
    expect((await update({ [field]: value })).body).toMatchObject({ [field]: value });
    if (field === "email") await update({ email: ada.email });
  });

  it.each([
    ...UPDATED_TEXTS.map(([field, longest]) => [field, text(longest + 1)] as const),
    ["email", address(255)] as const,
    ["email", ""] as const,
    ["full_name", 7] as const,
    ["default_aircraft", ""] as const,
  ])("%s is refused by an update when it is %o, and nothing is changed", async (field, value) => {
    const before = await station.call("GET", `/v1/users/${ada.id}`, { headers: await station.signedIn(ada.id) });
    const answer = await update({ full_name: "Changed", phone_number: "999", [field]: value });
    expect([answer.status, (answer.body as { messages: string[] }).messages[0]]).toEqual([
      400,
      expect.stringMatching(new RegExp(`^${field}: `)),
    ]);
    const after = await station.call("GET", `/v1/users/${ada.id}`, { headers: await station.signedIn(ada.id) });
    expect(after.body).toEqual(before.body);
  });

  it("country accepts every documented code, and no other two letters", async () => {
    const headers = await station.signedIn(ada.id);
    const set = (country: string) => station.call("PATCH", `/v1/users/${ada.id}`, { headers, body: { country } });
    for (const country of DOCUMENTED_COUNTRIES) expect((await set(country)).body).toMatchObject({ country });
    const codes = new Set(DOCUMENTED_COUNTRIES);
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");
    const others = letters.map((first) => first + letters.find((second) => !codes.has(first + second)));
    for (const country of others) expect([country, (await set(country)).status]).toEqual([country, 400]);
  });

  it.each([null, ""])("country is taken away by %o", async (country) => {
    await update({ country: "CZ" });
    expect((await update({ country })).body).toMatchObject({ country });
    expect((await register({ country })).body).toMatchObject({ country });
  });

  it("pilot_license_id is for updates only", async () => {
    expect((await register({ pilot_license_id: "P-1" })).body).toMatchObject({ pilot_license_id: null });
  });

  it("password of an update may be longer than at registration", async () => {
    const { body } = await register({ email: "long@example.org" });
    const headers = await station.signedIn((body as User).id);
    const change = { headers, body: { password: text(300) } };
    expect((await station.call("PATCH", `/v1/users/${(body as User).id}`, change)).status).toBe(200);
    expect((await station.accounts.users.signIn("long@example.org", text(300), {})).kind).toBe("signed_in");
  });
});

describe("what a user owns", () => {
  it("is in the answer in short, unless only the user is asked for; one aircraft may be the default", async () => {
    const headers = await station.signedIn(ada.id);
    const bob = (await register({})).body as User;
    const asBob = await station.signedIn(bob.id);
    const ship = { name: "Ship", weight: 900, uas_class: "AircraftUASClass.C1", endurance: 31 };
    const mine = (await station.call("POST", "/v1/aircraft", { headers, body: ship })).body as Aircraft;
    const his = (await station.call("POST", "/v1/aircraft", { headers: asBob, body: ship })).body as Aircraft;
    const device = { serial_number: "1596F35190193600001", name: "Roof" };
    const { id: deviceId } = (await station.call("POST", "/v1/devices", { headers, body: device })).body as Device;

    const summary = { id: mine.id, name: "Ship" };
    expect((await update({ default_aircraft: mine.id })).body).toMatchObject({
      default_aircraft: summary,
      aircrafts: [summary],
      owned_devices: [{ id: deviceId, ...device }],
    });
    const other = await update({ default_aircraft: his.id });
    expect([other.status, other.body]).toMatchObject([400, { error: "unknown_aircraft" }]);
    const short = (await station.call("GET", `/v1/users/${ada.id}?only_user`, { headers })).body as User;
    expect(short).toMatchObject({ default_aircraft: summary });
    expect([short.aircrafts, short.owned_devices]).toEqual([undefined, undefined]);
    expect((await update({ default_aircraft: null })).body).toMatchObject({ default_aircraft: null });
  });
});

describe("a preference", () => {
  it.each([
    ["property", { property: text(255), value: "x" }],
    ["value", { property: "note", value: text(4096) }],
  ])("takes the longest %s, and nothing longer", async (part, preference) => {
    const taken = await update(preference, "/preferences");
    expect(taken.body).toContainEqual(preference);
    const longer = { ...preference, [part]: `${preference[part as "property" | "value"]}x` };
    const refused = await update(longer, "/preferences");
    expect([refused.status, (refused.body as { messages: string[] }).messages[0]]).toEqual([
      400,
      expect.stringMatching(new RegExp(`^${part}: must have at most`)),
    ]);
    await update({ property: preference.property, value: null }, "/preferences");
  });

  it.each([null, "", " ", "\t\n"])("that is %o goes, also one that never was", async (value) => {
    await update({ property: "units", value: "metric" }, "/preferences");
    const left = (await update({ property: "units", value }, "/preferences")).body;
    expect(left).toEqual([{ property: "default_visibility", value: "public" }]);
    expect((await update({ property: "never", value }, "/preferences")).body).toEqual(left);
  });
});
