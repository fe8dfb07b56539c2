import type { SetupFamily, SetupIdentity, SetupSession } from "../contracts/setup.ts";
import type { Schedule } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import type { DeviceFamily } from "./family.ts";
import type { Identify } from "./identify.ts";
import type { OpenLink } from "./link.ts";

export type ListedPort = { readonly path: string; readonly serial_number: string | null };

/** Returns the port to its former user. */
export type PortLease = { readonly release: () => void };

export type NewSnapshot = {
  readonly serialNumber: string | null;
  readonly family: SetupFamily;
  readonly product: string | null;
  readonly firmware: string | null;
  /** Without secrets. */
  readonly values: Readonly<Record<string, unknown>>;
};

/** The dependencies of the sessions, provided by `app`. */
export type SessionDeps = {
  readonly openLink: OpenLink;
  readonly listPorts: () => Promise<readonly ListedPort[]>;
  readonly identify: Identify;
  /** The families that can be set up. */
  readonly families: Readonly<Partial<Record<SetupFamily, DeviceFamily>>>;
  /** Resolves when nothing else of this station uses the port. */
  readonly leasePort: (path: string) => Promise<PortLease>;
  /** Stores it on disk and returns its id; throws where that is not possible, and then nothing is written. */
  readonly saveSnapshot: (snapshot: NewSnapshot) => string;
  /** The keys of locked devices that the station keeps, by serial number; `save` returns when the key is on disk. */
  readonly keys: {
    readonly find: (serialNumber: string) => Uint8Array | undefined;
    /** Returns the path of the file, to show to the user. */
    readonly save: (serialNumber: string, identity: SetupIdentity, key: Uint8Array) => string;
  };
  readonly randomBytes: (count: number) => Uint8Array;
  readonly newId: () => string;
  readonly now: () => number;
  readonly schedule: Schedule;
  /** Called with every change of a session, the last time when it has ended. */
  readonly onChange: (session: SetupSession) => void;
  readonly log: Log;
};
