import type { AuditKind } from "../../contracts/audit.ts";
import type { SetupBatch } from "../../contracts/setup-batch.ts";
import type { SetupPlan, SetupSession, SetupUasId } from "../../contracts/setup.ts";
import type { RecordAudit } from "../../kernel/audit.ts";
import type { Clock, Schedule } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { SnapshotStore } from "./snapshots.ts";

/** Why a session refuses a request. */
export type SetupRefusal = { readonly kind: "refused"; readonly code: string; readonly message: string };
export type StepOutcome = { readonly kind: "accepted"; readonly session: SetupSession } | SetupRefusal;
export type PlanOutcome =
  | { readonly kind: "planned"; readonly plan: SetupPlan }
  | {
      readonly kind: "invalid";
      readonly issues: readonly { readonly field: string; readonly message: string }[];
    }
  | SetupRefusal;

export type WantedValues = {
  readonly values: Readonly<Record<string, unknown>>;
  readonly source: SetupPlan["changes"][number]["source"];
  readonly uasId?: SetupUasId | undefined;
};

/** The sessions with the devices, as the feature needs them; undefined stands for a session that does not exist. */
export type SetupSessions = {
  readonly list: () => readonly SetupSession[];
  readonly find: (id: string) => SetupSession | undefined;
  readonly open: (request: {
    readonly path: string;
    readonly baudRate?: number | undefined;
    readonly repairLineEndings: boolean;
  }) => Promise<StepOutcome>;
  readonly end: (id: string) => Promise<boolean>;
  /** Whether a session uses the port; a session that has released it only reports what happened to its device. */
  readonly isHeld: (path: string) => boolean;
  /** The session when none of its steps is running; also after it was ended meanwhile. */
  readonly whenIdle: (id: string) => Promise<SetupSession | undefined>;
  readonly read: (id: string) => Promise<StepOutcome | undefined>;
  readonly plan: (id: string, wanted: WantedValues, key?: Uint8Array) => Promise<PlanOutcome | undefined>;
  readonly apply: (
    id: string,
    request: {
      readonly hash: string;
      readonly confirmation?: string | undefined;
      readonly key?: Uint8Array | undefined;
    },
  ) => Promise<StepOutcome | undefined>;
  readonly restart: (id: string) => Promise<StepOutcome | undefined>;
  readonly check: (
    id: string,
    request: {
      readonly latitude: number;
      readonly longitude: number;
      readonly altitude: number | null;
      readonly operatorId: string | null;
      readonly description: string | null;
    },
  ) => Promise<StepOutcome | undefined>;
  readonly protect: (id: string, confirmation?: string) => Promise<StepOutcome | undefined>;
  readonly setPaired: (id: string, paired: NonNullable<SetupSession["paired"]>) => SetupSession | undefined;
};

export type IdentifiedDevice = {
  readonly serialNumber: string;
  /** Numeric device type of the Dronetag protocol; `null` for other families. */
  readonly typeId: number | null;
  readonly firmware: string | null;
  readonly hardware: string | null;
  readonly name: string | null;
  /** Undefined leaves the default aircraft unchanged. */
  readonly aircraft: string | null | undefined;
};

export type PairOutcome =
  | { readonly kind: "paired"; readonly deviceId: string; readonly issues: readonly string[] }
  | { readonly kind: "paired_elsewhere" }
  | { readonly kind: "unknown_aircraft" };

export type Place = { readonly latitude: number; readonly longitude: number; readonly altitudeM: number | null };

/** Dependencies of the feature, provided by `app`. */
export type SetupDeps = {
  readonly sessions: SetupSessions;
  readonly snapshots: SnapshotStore;
  /** Pairs a device with the account of the caller, or writes nothing where it belongs to another account. */
  readonly pairDevice: (device: IdentifiedDevice, caller: Principal) => PairOutcome;
  /** Settings of the configuration set of the paired device; undefined where there is no such device or set. */
  readonly findConfigurationSet: (serialNumber: string) => Readonly<Record<string, unknown>> | undefined;
  /** Settings of the configuration set of a variant; undefined where there is no such variant or set. */
  readonly findVariantSettings: (flavor: string) => Readonly<Record<string, unknown>> | undefined;
  /** The position of the station; undefined where it is unknown. */
  readonly findStationPlace: () => Place | undefined;
  readonly recordAudit: RecordAudit;
  readonly listPorts: () => Promise<readonly { readonly path: string; readonly serial_number: string | null }[]>;
  /** Sends a changed batch to live viewers. */
  readonly publishBatch: (batch: SetupBatch) => void;
  readonly clock: Clock;
  readonly schedule: Schedule;
  readonly newId: () => string;
  readonly log: Log;
};

/** The caller of a request that is recorded in the audit log. */
export type Caller = { readonly principal: Principal; readonly remoteAddress?: string | undefined };
export type RecordStep = (
  kind: AuditKind,
  caller: Caller,
  session: SetupSession,
  detail?: Readonly<Record<string, string>>,
) => void;
