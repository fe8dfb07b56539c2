import type { Aircraft } from "../../server/contracts/aircraft.ts";
import type { Device } from "../../server/contracts/devices.ts";
import type { ManufacturedDevice } from "../../server/contracts/manufacture.ts";
import type { User } from "../../server/contracts/users.ts";
import { type AccountsStation, type Answer, startAccountsStation } from "../identity/accounts/accounts-station.ts";

export type Headers = Readonly<Record<string, string>>;
export type Failure = { readonly error: string; readonly messages: readonly string[] };

/** A station with an administrator and two others, and what they do with devices. */
export type DevicesStation = AsyncDisposable & {
  readonly station: AccountsStation;
  readonly administrator: Headers;
  readonly alice: User;
  readonly bob: User;
  readonly asAlice: Headers;
  readonly asBob: Headers;
  readonly nextSerial: () => string;
  /** As Alice unless another token is given. */
  readonly call: (method: string, path: string, body?: object, headers?: Headers) => Promise<Answer>;
  readonly register: (body?: object, headers?: Headers) => Promise<Device>;
  readonly manufacture: (body?: object) => Promise<ManufacturedDevice>;
  readonly createAircraft: (name: string, headers?: Headers) => Promise<Aircraft>;
};

export async function startDevicesStation(): Promise<DevicesStation> {
  const station = await startAccountsStation();
  const administrator = await station.signedIn((await station.register("admin@field.test")).id);
  const alice = await station.register("alice@field.test");
  const bob = await station.register("bob@field.test");
  const asAlice = await station.signedIn(alice.id);
  let made = 0;
  const nextSerial = () => `1596F3519019363${String(++made).padStart(5, "0")}`;
  const call: DevicesStation["call"] = (method, path, body, headers = asAlice) =>
    station.call(method, path, { headers, ...(body && { body }) });
  async function success<T>(answer: Promise<Answer>): Promise<T> {
    const { status, body } = await answer;
    if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
    return body as T;
  }
  return {
    station,
    administrator,
    alice,
    bob,
    asAlice,
    asBob: await station.signedIn(bob.id),
    nextSerial,
    call,
    register: (body = {}, headers) =>
      success(call("POST", "/v1/devices", { serial_number: nextSerial(), ...body }, headers)),
    manufacture: (body = {}) =>
      success(
        call("POST", "/v1/manufacture/devices", { serial_number: nextSerial(), type: "mini", ...body }, administrator),
      ),
    createAircraft: (name, headers) =>
      success(
        call("POST", "/v1/aircraft", { name, weight: 900, uas_class: "AircraftUASClass.C1", endurance: 31 }, headers),
      ),
    [Symbol.asyncDispose]: () => station[Symbol.asyncDispose](),
  };
}
