import { randomBytes, randomInt } from "node:crypto";
import type { KnownUser } from "../../auth/authenticate.ts";
import { type AttemptLimit, createThrottle } from "../../auth/memory-throttle.ts";
import type { EligibilityIssue } from "../../contracts/devices.ts";
import { createAircraft } from "../../features/aircraft/index.ts";
import { createAlertsAnonymiser } from "../../features/alerts/index.ts";
import { createAnnotationsAnonymiser } from "../../features/annotations/index.ts";
import { type ChainedEntry, createAudit } from "../../features/audit/index.ts";
import { createDevices } from "../../features/devices/index.ts";
import { createSecondFactor, type FactorAccount } from "../../features/second-factor/index.ts";
import { createTokens } from "../../features/tokens/index.ts";
import { createUsers, isActive, type UsersDeps, type UsersService } from "../../features/users/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { Log } from "../../kernel/log.ts";
import { createSealing, type Sealing, SEALING_KEY_BYTES } from "../../kernel/sealing.ts";
import type { WritableDb } from "../../storage/database.ts";

const MINUTE_S = 60;

/** Limits on attempts: passwords, new accounts, registrations with a taken e-mail address, and new tokens. */
export type AccountLimits = Readonly<
  Record<
    "registration" | "takenEmails" | "password" | "secondFactor" | "tokens",
    { readonly perAddress: AttemptLimit; readonly perAccount: AttemptLimit }
  >
>;

export const ACCOUNT_LIMITS: AccountLimits = {
  registration: {
    perAddress: { attempts: 60, windowS: 60 * MINUTE_S },
    perAccount: { attempts: 60, windowS: 60 * MINUTE_S },
  },
  // Registration is the only request that reveals whether an e-mail address has an account.
  takenEmails: {
    perAddress: { attempts: 10, windowS: 60 * MINUTE_S },
    perAccount: { attempts: 10, windowS: 60 * MINUTE_S },
  },
  password: {
    perAddress: { attempts: 50, windowS: 15 * MINUTE_S },
    perAccount: { attempts: 10, windowS: 15 * MINUTE_S },
  },
  // Three codes of a million are valid: ten attempts in 15 minutes leave guessing no chance.
  secondFactor: {
    perAddress: { attempts: 50, windowS: 15 * MINUTE_S },
    perAccount: { attempts: 10, windowS: 15 * MINUTE_S },
  },
  tokens: {
    perAddress: { attempts: 120, windowS: 60 * MINUTE_S },
    perAccount: { attempts: 60, windowS: 60 * MINUTE_S },
  },
};

export type AccountsDeps = {
  readonly db: WritableDb;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly registration: UsersDeps["registration"];
  /** Ends a person's sessions at the built-in provider: browser sign-ins, consents and refresh tokens. */
  readonly endSessions: (userId: string) => void;
  /** Ends live connections only. */
  readonly endConnections: (userId: string) => void;
  /** Which people of an external provider are administrators of the station; none by default. */
  readonly isExternalAdministrator?: UsersDeps["isExternalAdministrator"];
  /** Further obstacles to a flight of a device at that time: other flights, and zones. */
  readonly listFlightIssues: (deviceId: string, window: TimeRange) => readonly EligibilityIssue[];
  readonly limits?: AccountLimits;
  /** The dependencies of second factors: the seal of their secrets, and the address that passkeys belong to. */
  readonly protection?: { readonly sealing: Sealing; readonly baseUrl: () => string };
  readonly passwordCost?: UsersDeps["passwordCost"];
  /** Called with entries of the audit log, to send them elsewhere as well. */
  readonly onAudit?: ((entry: ChainedEntry) => void) | undefined;
};

export type Accounts = ReturnType<typeof composeAccounts>;

/**
 * Users, their personal access tokens and the audit log, independent of HTTP: for a server and for the command line.
 */
export function composeAccounts(deps: AccountsDeps) {
  const { db, clock, ids, registration, endSessions, endConnections, limits = ACCOUNT_LIMITS } = deps;
  const audit = createAudit({ db, clock, log: deps.log, onRecorded: deps.onAudit });
  const recordAudit = audit.service.record;
  const users = createUsers({
    db,
    clock,
    ids,
    registration,
    fleet: {
      listDevices: (userId) => devices.service.listSummaries(userId),
      listAircraft: (userId) => aircraft.service.listSummaries(userId),
    },
    endSessions,
    endConnections,
    isExternalAdministrator: deps.isExternalAdministrator ?? (() => false),
    secondFactor: {
      has: (userId) => secondFactor.service.has(userId),
      isAsked: (userId) => secondFactor.service.has(userId) || secondFactor.service.isMissing(userId),
      remove: (userId) => secondFactor.service.removeAll(userId),
    },
    revokeTokens: (userId) => tokens.service.revokeAllOf(userId),
    anonymiseAnnotations: together(createAnnotationsAnonymiser(db), createAlertsAnonymiser(db)),
    passwordCost: deps.passwordCost,
    throttles: {
      registration: createThrottle(limits.registration),
      takenEmails: createThrottle(limits.takenEmails),
      password: createThrottle(limits.password),
    },
    recordAudit,
  });
  const secondFactor: ReturnType<typeof createSecondFactor> = createSecondFactor({
    db,
    clock,
    randomBytes,
    ...(deps.protection ?? UNPROTECTED),
    findAccount: (userId) => factorAccountOf(users.service.find(userId)),
    checkPassword: users.service.checkPassword,
    throttle: createThrottle(limits.secondFactor),
    recordAudit,
  });
  const aircraft = createAircraft({ db, clock, ids, nameOfUser: users.service.nameOf });
  const devices = createDevices({
    db,
    clock,
    ids,
    randomBytes,
    nameOfUser: users.service.nameOf,
    emailOfUser: (id) => users.service.find(id)?.email ?? null,
    findUserByEmail: (email) => users.service.findByEmail(email)?.id,
    hasUser: (id) => users.service.find(id) !== undefined,
    findAircraft: aircraft.service.findOwned,
    hasDefaultAircraft(userId) {
      const id = users.service.find(userId)?.defaultAircraft ?? null;
      return id !== null && aircraft.service.findOwned(id, userId) !== undefined;
    },
    listFlightIssues: deps.listFlightIssues,
  });
  const tokens: ReturnType<typeof createTokens> = createTokens({
    db,
    clock,
    ids,
    randomInt: (bound) => randomInt(bound),
    checkPassword: users.service.checkPassword,
    throttle: createThrottle(limits.tokens),
    recordAudit,
  });

  return {
    users: users.service,
    secondFactor: secondFactor.service,
    tokens: tokens.service,
    aircraft: aircraft.service,
    devices: devices.service,
    audit: audit.service,
    backgroundJobs: tokens.backgroundJobs,
    handlers: {
      ...users.handlers,
      ...secondFactor.handlers,
      ...aircraft.handlers,
      ...devices.handlers,
      ...tokens.handlers,
      ...audit.handlers,
    },
    /** The people that something can be shared with. */
    people: {
      find: (userId: string) => personOf(users.service.find(userId)),
      findByEmail: (email: string) => personOf(users.service.findByEmail(email)),
    },
    /** The account as authentication needs it. */
    findUser(userId: string): KnownUser | undefined {
      const account = users.service.find(userId);
      if (account === undefined) return undefined;
      const { id, isAdministrator, sessionsSinceMs } = account;
      return { id, isAdministrator, isActive: isActive(account), sessionsSinceMs };
    },
  };
}

/** For commands, where nobody signs in. */
const UNPROTECTED: NonNullable<AccountsDeps["protection"]> = {
  sealing: createSealing(randomBytes(SEALING_KEY_BYTES)),
  baseUrl: () => "http://127.0.0.1",
};

function factorAccountOf(account: ReturnType<UsersService["find"]>): FactorAccount | undefined {
  if (account === undefined || !isActive(account)) return undefined;
  const { id, email, isAdministrator, passwordHash } = account;
  return { id, email, isAdministrator, hasPassword: passwordHash !== null };
}

/** Undefined if the account was deactivated. */
function personOf(account: ReturnType<UsersService["find"]>) {
  if (account === undefined || account.deactivatedMs !== null) return undefined;
  const { id, fullName, email } = account;
  return { id, name: fullName, email };
}

function together<A extends unknown[]>(...steps: readonly ((...of: A) => void)[]): (...of: A) => void {
  return (...of) => {
    for (const step of steps) step(...of);
  };
}
