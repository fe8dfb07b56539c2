import { z } from "zod";
import { Datetime, QueryInteger } from "./common.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { defineRoutes } from "./route.ts";
import { Email, UserId, UserRegistration } from "./users.ts";

/** What administrators of a station do: not part of the cloud service. */

export const ACCOUNT_STATES = ["active", "disabled", "deactivated"] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

export const AdministeredAccount = z
  .object({
    id: UserId,
    email: Email,
    full_name: z.string().nullable().describe("First and last name."),
    state: z
      .enum(ACCOUNT_STATES)
      .describe(
        "`disabled`: shut out by an administrator until enabled again; `deactivated`: ended by its person and anonymised for good.",
      ),
    is_administrator: z.boolean().describe("Whether the person administers this station."),
    has_password: z.boolean().describe("False for a person who signs in through an outside provider only."),
    registered: Datetime.describe("When the account was made."),
    last_signed_in_at: Datetime.nullable().describe("When somebody last signed in with its password; null when never."),
  })
  .meta({ id: "AdministeredAccount", description: "An account, as administrators see it." });
export type AdministeredAccount = z.infer<typeof AdministeredAccount>;

const Password = UserRegistration.shape.password.describe(
  "Password, 1 to 128 characters; made up by the station when it is left out.",
);
const GeneratedPassword = z
  .string()
  .nullable()
  .describe(
    "The password the station made up, shown this once; at the first sign-in its person chooses another. Null when one was given.",
  );

export const AccountCreate = z
  .object({
    email: Email,
    full_name: UserRegistration.shape.full_name,
    password: Password.optional(),
    is_administrator: z.boolean().optional().describe("Whether the person administers this station; not unless said."),
  })
  .meta({ id: "AccountCreate", description: "An account that an administrator makes for somebody." });
export type AccountCreate = z.output<typeof AccountCreate>;

export const AccountStandingUpdate = z
  .object({
    is_disabled: z.boolean().optional().describe("Shuts the person out at once, or lets them in again."),
    is_administrator: z.boolean().optional().describe("Gives or takes the administration of this station."),
  })
  .meta({ id: "AccountStandingUpdate", description: "What to change; what is not given stays." });
export type AccountStandingUpdate = z.output<typeof AccountStandingUpdate>;

const PasswordReset = z
  .object({ password: Password.optional() })
  .meta({ id: "PasswordReset", description: "A password for an account whose person has lost it." });

export const AccountWithPassword = z
  .object({ account: AdministeredAccount, password: GeneratedPassword })
  .meta({ id: "AccountWithPassword", description: "An account whose password was just set." });
export type AccountWithPassword = z.infer<typeof AccountWithPassword>;

const REGISTRATION_SETTINGS = ["open", "closed"] as const;
const RegistrationChoice = z
  .enum(REGISTRATION_SETTINGS)
  .describe("Whether strangers may make an account themselves. While there is none, anybody may make the first.");

export const RegistrationSetting = z
  .object({
    registration: RegistrationChoice,
    set_by: z
      .enum(["default", "start", "administrator"])
      .describe(
        "`default`: open where only this computer reaches the station, closed otherwise; `start`: by `--registration`; `administrator`: here.",
      ),
    is_reachable: z.boolean().describe("Whether other computers reach the station, directly or through a proxy."),
  })
  .meta({ id: "RegistrationSetting", description: "Who may make an account." });
export type RegistrationSetting = z.infer<typeof RegistrationSetting>;

export const ClientApplication = z
  .object({
    client_id: z.string().describe("Id of the client, as OpenID Connect names it."),
    client_name: z.string().describe("What people are told it is."),
    redirect_uris: z.array(z.string()).describe("Addresses a sign-in may lead to."),
    post_logout_redirect_uris: z.array(z.string()).describe("Addresses a sign-out may lead to."),
    confidential: z.boolean().describe("Whether it has a secret (RFC 6749, 2.1); without, it uses PKCE."),
    created_at: Datetime.describe("When it was registered."),
  })
  .meta({ id: "ClientApplication", description: "An application in which people may sign in with this station." });
export type ClientApplication = z.infer<typeof ClientApplication>;

const ClientCreate = z
  .object({
    client_name: z.string().describe("What people are told it is, 1 to 100 characters."),
    redirect_uris: z
      .array(z.string())
      .describe("Addresses a sign-in may lead to: https, an app's own scheme, or http on loopback."),
    post_logout_redirect_uris: z.array(z.string()).optional().describe("Addresses a sign-out may lead to."),
    confidential: z.boolean().optional().describe("Whether it runs on a server and keeps a secret."),
  })
  .meta({ id: "ClientCreate", description: "An application to be registered." });

export const CreatedClient = z
  .object({
    client: ClientApplication,
    client_secret: z.string().nullable().describe("Shown this once; null for one without a secret."),
  })
  .meta({ id: "CreatedClient", description: "A new application." });
export type CreatedClient = z.infer<typeof CreatedClient>;

const SigningKeysReplace = z
  .object({
    end_sign_ins: z
      .boolean()
      .optional()
      .describe(
        "After a loss: old keys stop counting at once, and everybody signs in again. Otherwise what they signed stays good until it expires.",
      ),
  })
  .meta({ id: "SigningKeysReplace", description: "How to replace the keys that sign access tokens." });

const ReplacedSigningKeys = z
  .object({ key_id: z.string().describe("Id of the key that signs from now on.") })
  .meta({ id: "ReplacedSigningKeys", description: "The new signing key." });

const AccountPath = z.object({ id: UserId });
const TAG = "Administration";
const failures = { 400: ErrorMessages, 401: Unauthenticated, 403: ErrorMessages } as const;

export const accountRoutes = defineRoutes({
  listAccounts: {
    method: "get",
    path: "/station/v1/accounts",
    tag: TAG,
    summary: "All accounts of the station",
    description: "The oldest first.",
    who: "administrator",
    pages: true,
    query: z.object({
      limit: QueryInteger.pipe(z.int().min(1).max(1000)).default(100).describe("How many accounts at most."),
      offset: QueryInteger.pipe(z.int().min(0)).default(0).describe("How many of the oldest to skip."),
    }),
    replies: { 200: z.array(AdministeredAccount), ...failures },
  },
  addAccount: {
    method: "post",
    path: "/station/v1/accounts",
    tag: TAG,
    summary: "Make an account for somebody",
    description: "Also where registration is closed.",
    who: "administrator",
    body: AccountCreate,
    replies: { 200: AccountWithPassword, ...failures },
  },
  changeAccountStanding: {
    method: "patch",
    path: "/station/v1/accounts/{id}",
    tag: TAG,
    summary: "Shut an account out or let it in; give or take administration",
    description:
      "Whoever is shut out is so at once: sign-ins and live connections end, access tokens of every kind are refused. 409 for an account that was deactivated, and where nobody would be left to administer the station.",
    who: "administrator",
    params: AccountPath,
    body: AccountStandingUpdate,
    replies: { 200: AdministeredAccount, ...failures, 404: ErrorMessages, 409: ErrorMessages },
  },
  resetAccountPassword: {
    method: "post",
    path: "/station/v1/accounts/{id}/reset-password",
    tag: TAG,
    summary: "Give an account another password and end its sign-ins",
    description: "Personal access tokens stay; disable the account to stop those as well.",
    who: "administrator",
    params: AccountPath,
    body: PasswordReset,
    replies: { 200: AccountWithPassword, ...failures, 404: ErrorMessages, 409: ErrorMessages },
  },
  getRegistration: {
    method: "get",
    path: "/station/v1/registration",
    tag: TAG,
    summary: "Whether strangers may make an account",
    who: "administrator",
    replies: { 200: RegistrationSetting, 401: Unauthenticated, 403: ErrorMessages },
  },
  changeRegistration: {
    method: "put",
    path: "/station/v1/registration",
    tag: TAG,
    summary: "Let strangers make accounts, or no longer",
    description:
      "Holds from now on, and after a start without `--registration`. What is chosen where only this computer reaches the station does not count where others do.",
    who: "administrator",
    body: z
      .object({ registration: RegistrationChoice })
      .meta({ id: "RegistrationUpdate", description: "Who may make an account from now on." }),
    replies: { 200: RegistrationSetting, ...failures },
  },
});

export const providerRoutes = defineRoutes({
  listClients: {
    method: "get",
    path: "/station/v1/clients",
    tag: TAG,
    summary: "Applications that were registered here",
    description: "The oldest first; those that every station knows are not among them.",
    who: "administrator",
    replies: { 200: z.array(ClientApplication), 401: Unauthenticated, 403: ErrorMessages },
  },
  addClient: {
    method: "post",
    path: "/station/v1/clients",
    tag: TAG,
    summary: "Register an application",
    who: "administrator",
    body: ClientCreate,
    replies: { 200: CreatedClient, ...failures },
  },
  removeClient: {
    method: "delete",
    path: "/station/v1/clients/{client_id}",
    tag: TAG,
    summary: "Remove an application and end everybody's sign-ins in it",
    who: "administrator",
    params: z.object({ client_id: z.string().min(1).max(128).describe("Id of the client.") }),
    replies: { 204: null, ...failures, 404: ErrorMessages },
  },
  replaceSigningKeys: {
    method: "post",
    path: "/station/v1/signing-keys/replace",
    tag: TAG,
    summary: "Replace the keys that sign access tokens",
    description: "They are replaced every 90 days by themselves.",
    who: "administrator",
    body: SigningKeysReplace,
    replies: { 200: ReplacedSigningKeys, ...failures },
  },
});
