import { z } from "zod";
import { AircraftSummary } from "./aircraft.ts";
import { Datetime, QuerySwitch, Uuid } from "./common.ts";
import { COUNTRY_CODES } from "./countries.ts";
import { DeviceSummary } from "./devices.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { defineRoutes } from "./route.ts";

export const UserId = Uuid.describe("Id of a user account.");

/** Stored with its case as given; compared case-insensitively. */
export const Email = z.email().min(1).max(254).describe("E-mail address.");

const Text255 = z.string().max(255).nullable();
const FullName = Text255.describe("First and last name.");
const PhoneNumber = z.string().max(128).nullable().describe("Telephone number.");
const UasOperatorId = Text255.describe(
  "Registration number of the UAS operator; of a European one only the public part is kept, without what follows the dash.",
);
const PilotLicenseId = Text255.describe("Number of the remote pilot's licence.");
const Country = z
  .enum([...COUNTRY_CODES, ""])
  .nullable()
  .describe("Country code (ISO 3166-1 alpha-2); null or blank when not given.");

const Price = z.object({
  currency: z.string().describe("Currency code (ISO 4217)."),
  amount: z.number().describe("Number of units of the currency."),
});

export const SubscriptionPlan = z
  .object({
    id: z.string().describe("Id of the plan."),
    name: z.string().describe("Name of the plan."),
    description: z.string().describe("Description of the plan."),
    price_czk: z.number().describe("Number of Czech crowns per month."),
    price_eur: z.number().describe("Number of euros per month."),
    price_czk_yearly: z.number().describe("Number of Czech crowns per year."),
    price_eur_yearly: z.number().describe("Number of euros per year."),
    is_user_selectable: z.boolean().describe("Whether the user can choose it."),
    prices: z
      .object({
        month: z.array(Price).describe("Prices per month."),
        year: z.array(Price).describe("Prices per year."),
      })
      .describe("Prices in every currency."),
  })
  .meta({ id: "SubscriptionPlan", description: "A subscription plan of the cloud service; stations have none." });

const Preferences = z
  .record(z.string(), z.string())
  .describe("Preferences by name, for example `default_visibility`: `public` or `private`.");

export const User = z
  .object({
    id: UserId,
    email: Email,
    is_verified: z.boolean().describe("Whether the e-mail address has been verified."),
    full_name: FullName,
    phone_number: PhoneNumber,
    uas_operator_id: UasOperatorId,
    pilot_license_id: PilotLicenseId,
    country: Country,
    registered: Datetime.describe("When the account was registered."),
    default_aircraft: AircraftSummary.nullable().describe(
      "Default aircraft for new flights; null when none is chosen.",
    ),
    owned_devices: z.array(DeviceSummary).optional().describe("Devices of the user; absent with `only_user`."),
    aircrafts: z.array(AircraftSummary).optional().describe("Aircraft of the user; absent with `only_user`."),
    preferences: Preferences,
    flight_hours_this_period: z
      .string()
      .nullable()
      .describe("Flight hours used in this billing period; null when unknown."),
    subscription_plan: SubscriptionPlan.nullable().describe("Plan of the cloud service; null when there is none."),
    trial_started: z.iso.date().nullable().describe("Date on which a trial began; null when there was none."),
    is_administrator: z.boolean().describe("Whether the user administers this station."),
  })
  .meta({ id: "User", description: "A user account. The password is never returned." });
export type User = z.infer<typeof User>;

export const UserRegistration = z
  .object({
    email: Email,
    password: z.string().min(1).max(128).describe("Password, 1 to 128 characters."),
    full_name: FullName.optional(),
    phone_number: PhoneNumber.optional(),
    uas_operator_id: UasOperatorId.optional(),
    country: Country.optional(),
  })
  .meta({ id: "UserRegistration", description: "A new account." });
export type UserRegistration = z.output<typeof UserRegistration>;

export const UserUpdate = z
  .object({
    email: Email.optional(),
    full_name: FullName.optional(),
    phone_number: PhoneNumber.optional(),
    uas_operator_id: UasOperatorId.optional(),
    pilot_license_id: PilotLicenseId.optional(),
    country: Country.optional(),
    default_aircraft: Uuid.nullable().optional().describe("Id of one of the user's aircraft; null for none."),
    password: z.string().min(1).optional().describe("New password; not empty."),
  })
  .meta({ id: "UserUpdate", description: "Fields to change; omitted fields stay as they are." });
export type UserUpdate = z.output<typeof UserUpdate>;

export const Preference = z
  .object({
    property: z.string().describe("Name of the preference."),
    value: z.string().describe("Value of the preference."),
  })
  .meta({ id: "Preference", description: "One preference." });
export type Preference = z.infer<typeof Preference>;

export const PreferenceUpdate = z
  .object({
    property: z.string().min(1).max(255).describe("Name of the preference; not empty."),
    value: z.string().max(4096).nullable().describe("Value of the preference; null or blank removes it."),
  })
  .meta({ id: "PreferenceUpdate", description: "One preference to set or remove; the others are unchanged." });
export type PreferenceUpdate = z.output<typeof PreferenceUpdate>;

const UserPath = z.object({ id: UserId });
const failures = { 400: ErrorMessages, 401: Unauthenticated, 403: ErrorMessages, 404: ErrorMessages } as const;
const TAG = "Users";

export const userRoutes = defineRoutes({
  registerUser: {
    method: "post",
    path: "/v1/users",
    tag: TAG,
    summary: "Register a user",
    description:
      "Open to anyone until the first account exists, which becomes the administrator; afterwards as configured for the station, and always to administrators.",
    who: "anyone",
    body: UserRegistration,
    replies: { 200: User, 400: ErrorMessages, 403: ErrorMessages, 429: ErrorMessages },
  },
  getCurrentUser: {
    method: "get",
    path: "/v1/users/me",
    tag: TAG,
    summary: "The caller's own account",
    who: "user",
    replies: { 200: User, 401: Unauthenticated, 404: ErrorMessages },
  },
  getUser: {
    method: "get",
    path: "/v1/users/{id}",
    tag: TAG,
    summary: "A user with owned devices and aircraft",
    description: "The caller's own account; administrators can read every account.",
    who: "user",
    params: UserPath,
    query: z.object({ only_user: QuerySwitch.describe("Leaves out owned devices and aircraft.") }),
    replies: { 200: User, 400: ErrorMessages, 401: Unauthenticated, 404: ErrorMessages },
  },
  updateUser: {
    method: "patch",
    path: "/v1/users/{id}",
    tag: TAG,
    summary: "Update the caller's own profile",
    description:
      "A new password or e-mail address ends every session of the account; personal access tokens stay valid.",
    who: "user",
    params: UserPath,
    body: UserUpdate,
    replies: { 200: User, ...failures },
  },
  deactivateUser: {
    method: "delete",
    path: "/v1/users/{id}",
    tag: TAG,
    summary: "Deactivate the caller's own account",
    description:
      "The account is anonymised and cannot be reactivated; all its tokens are rejected immediately. Its flights are kept without personal data.",
    who: "user",
    params: UserPath,
    replies: { 204: null, ...failures },
  },
  updateUserPreferences: {
    method: "patch",
    path: "/v1/users/{id}/preferences",
    tag: TAG,
    summary: "Set or remove one preference",
    who: "user",
    params: UserPath,
    body: PreferenceUpdate,
    replies: { 200: z.array(Preference), ...failures },
  },
});
