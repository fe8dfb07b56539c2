import type { User } from "../../contracts/users.ts";
import { isoFromMs } from "../../kernel/clock.ts";
import type { UsersDeps } from "./users.deps.ts";
import type { Account, Preferences } from "./users.model.ts";

/** The account in the form of the API, with or without the user's devices and aircraft. */
export function toUser(
  account: Account,
  preferences: Preferences,
  fleet: UsersDeps["fleet"],
  isUserOnly: boolean,
): User {
  const aircraft = fleet.listAircraft(account.id);
  return {
    id: account.id,
    email: account.email,
    is_verified: account.isVerified,
    full_name: account.fullName,
    phone_number: account.phoneNumber,
    uas_operator_id: account.uasOperatorId,
    pilot_license_id: account.pilotLicenseId,
    country: account.country,
    registered: isoFromMs(account.registeredMs),
    default_aircraft: aircraft.find(({ id }) => id === account.defaultAircraft) ?? null,
    ...(isUserOnly ? {} : { owned_devices: [...fleet.listDevices(account.id)], aircrafts: [...aircraft] }),
    preferences,
    flight_hours_this_period: null,
    subscription_plan: null,
    trial_started: null,
    is_administrator: account.isAdministrator,
  };
}
