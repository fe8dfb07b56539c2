import { z } from "zod";
import { Datetime } from "./common.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { defineRoutes } from "./route.ts";

/** The second factor of the caller's own account: not part of the cloud service. */

export const PASSKEY_PROBLEMS = ["ip_address", "insecure"] as const;
export type PasskeyProblem = (typeof PASSKEY_PROBLEMS)[number];

export const Passkey = z
  .object({
    id: z.string().describe("Id of the passkey."),
    name: z.string().describe("Name that its owner gave it."),
    station_name: z
      .string()
      .describe("Name of the station that it was made for; it cannot be used under another name or address."),
    is_usable: z.boolean().describe("Whether it can be used at the address that the station has now."),
    added_at: Datetime.describe("When it was added."),
    last_used_at: Datetime.nullable().describe("When it was last used to sign in; null if never."),
  })
  .meta({ id: "Passkey", description: "A passkey (WebAuthn credential) that is a second factor." });
export type Passkey = z.infer<typeof Passkey>;

export const SecondFactorState = z
  .object({
    authenticator_added_at: Datetime.nullable().describe(
      "When an authenticator app (TOTP, RFC 6238) was set up; null where there is none.",
    ),
    passkeys: z.array(Passkey).describe("Passkeys of the account, oldest first."),
    recovery_codes_left: z.int().describe("Number of recovery codes that were not used."),
    is_required: z.boolean().describe("Whether this account has to have a second factor."),
    passkey_problem: z
      .enum(PASSKEY_PROBLEMS)
      .nullable()
      .describe(
        "Why no passkey can be added at the address of the station: `ip_address`, because passkeys belong to names; `insecure`, because browsers offer them only over https or at `localhost`. Null where they can.",
      ),
  })
  .meta({ id: "SecondFactorState", description: "The second factor of an account." });
export type SecondFactorState = z.infer<typeof SecondFactorState>;

const RecoveryCodes = z
  .array(z.string())
  .describe("Recovery codes, returned only in this response; each is valid for one sign-in.");

export const SecondFactorAdded = z
  .object({
    state: SecondFactorState.describe("The second factor from now on."),
    recovery_codes: RecoveryCodes.nullable().describe(
      "Recovery codes, returned only in this response; null where the account had another second factor before, whose codes stay.",
    ),
  })
  .meta({ id: "SecondFactorAdded", description: "A second factor that was just added." });

export const AuthenticatorSetup = z
  .object({
    secret: z.string().describe("The secret to type into the app, in base32 (RFC 4648)."),
    uri: z.string().describe("The same as an address `otpauth://…`, to show as a QR code."),
  })
  .meta({ id: "AuthenticatorSetup", description: "What an authenticator app needs; valid once a code is confirmed." });
export type AuthenticatorSetup = z.infer<typeof AuthenticatorSetup>;

const JsonObject = z.record(z.string(), z.unknown());

const PasswordAgain = z
  .object({ password: z.string().min(1).max(128).describe("Password of the account, asked for again.") })
  .meta({ id: "PasswordAgain", description: "The password of the caller, asked for again." });

const failures = { 400: ErrorMessages, 401: Unauthenticated, 403: ErrorMessages } as const;
const guarded = { ...failures, 409: ErrorMessages, 429: ErrorMessages } as const;
const user = { tag: "Second factor", who: "user" } as const;
const administrator = { tag: "Second factor", who: "administrator" } as const;
const PATH = "/station/v1/second-factor";

const Requirement = z
  .object({
    administrators: z
      .boolean()
      .describe("Whether administrators have to have a second factor; one without sets it up at the next sign-in."),
  })
  .meta({ id: "SecondFactorRequirement", description: "Who has to have a second factor." });

export const secondFactorRoutes = defineRoutes({
  getSecondFactor: {
    ...user,
    method: "get",
    path: PATH,
    summary: "The second factor of the caller",
    replies: { 200: SecondFactorState, 401: Unauthenticated, 403: ErrorMessages },
  },
  startAuthenticator: {
    ...user,
    method: "post",
    path: `${PATH}/authenticator`,
    summary: "Make a secret for an authenticator app",
    description: "It is discarded unless a code of it is confirmed within ten minutes.",
    body: PasswordAgain,
    hasSecret: true,
    replies: { 200: AuthenticatorSetup, ...guarded },
  },
  confirmAuthenticator: {
    ...user,
    method: "post",
    path: `${PATH}/authenticator/confirm`,
    summary: "Add the authenticator app by a code that it shows",
    body: z
      .object({ code: z.string().min(6).max(20).describe("The code of six digits that the app shows.") })
      .meta({ id: "AuthenticatorCode", description: "A code of the app that is being added." }),
    hasSecret: true,
    replies: { 200: SecondFactorAdded, ...guarded },
  },
  removeAuthenticator: {
    ...user,
    method: "post",
    path: `${PATH}/authenticator/remove`,
    summary: "Remove the authenticator app",
    description: "With the last second factor, the recovery codes go as well.",
    body: PasswordAgain,
    replies: { 200: SecondFactorState, ...guarded },
  },
  startPasskey: {
    ...user,
    method: "post",
    path: `${PATH}/passkeys`,
    summary: "Options for a new passkey",
    description: "For `navigator.credentials.create`, within ten minutes.",
    body: PasswordAgain,
    replies: {
      200: z
        .object({ options: JsonObject.describe("`PublicKeyCredentialCreationOptionsJSON` of WebAuthn Level 3.") })
        .meta({ id: "PasskeyOptions", description: "How the browser makes the passkey." }),
      ...guarded,
    },
  },
  confirmPasskey: {
    ...user,
    method: "post",
    path: `${PATH}/passkeys/confirm`,
    summary: "Add the passkey that the browser has made",
    body: z
      .object({
        name: z.string().trim().min(1).max(100).describe("A name to recognise it by, 1 to 100 characters."),
        credential: JsonObject.describe("`RegistrationResponseJSON` of WebAuthn Level 3."),
      })
      .meta({ id: "PasskeyCreate", description: "A passkey that was made." }),
    hasSecret: true,
    replies: { 200: SecondFactorAdded, ...guarded },
  },
  removePasskey: {
    ...user,
    method: "post",
    path: `${PATH}/passkeys/{passkey_id}/remove`,
    summary: "Remove a passkey",
    description: "With the last second factor, the recovery codes go as well.",
    params: z.object({ passkey_id: z.string().min(1).max(1400).describe("Id of the passkey.") }),
    body: PasswordAgain,
    replies: { 200: SecondFactorState, ...guarded, 404: ErrorMessages },
  },
  replaceRecoveryCodes: {
    ...user,
    method: "post",
    path: `${PATH}/recovery-codes`,
    summary: "Make new recovery codes; the earlier ones no longer work",
    body: PasswordAgain,
    hasSecret: true,
    replies: {
      200: z
        .object({ recovery_codes: RecoveryCodes })
        .meta({ id: "RecoveryCodes", description: "Recovery codes of the account." }),
      ...guarded,
    },
  },
  getSecondFactorRequirement: {
    ...administrator,
    method: "get",
    path: `${PATH}/requirement`,
    summary: "Whether administrators have to have a second factor",
    replies: { 200: Requirement, 401: Unauthenticated, 403: ErrorMessages },
  },
  setSecondFactorRequirement: {
    ...administrator,
    method: "put",
    path: `${PATH}/requirement`,
    summary: "Require a second factor of administrators, or not",
    description:
      "Applies at the next sign-in with a password. 409 where the administrator who asks for it has none: whoever requires it has tried it.",
    body: Requirement,
    replies: { 200: Requirement, ...failures, 409: ErrorMessages },
  },
});
