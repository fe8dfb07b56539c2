import type { TransmissionTechnology } from "../contracts/common.ts";
import type { UaIdentifierType, WarningType } from "../contracts/operations.ts";
import type { OperatorPoint, UaPoint } from "./telemetry.ts";

export type Identifier = { readonly type: UaIdentifierType; readonly value: string };
export type Warning = {
  readonly type: WarningType;
  readonly msg: string;
  /** The largest distance that the warning is about, metres over ground. */
  readonly distanceM?: number;
  /** Id of another operation that it is about. */
  readonly operationId?: string;
};

/** What an aircraft has declared about itself so far, collected from all its messages. */
export type Declared = {
  readonly identifiers: readonly Identifier[];
  /** Code of ASTM F3411-22a, table of UA types; `null` when undeclared. */
  readonly uaType: number | null;
  /** Public part only. */
  readonly operatorId: string | null;
  readonly classification: string | null;
  readonly classificationType: string | null;
  readonly descriptions: readonly { readonly type: string; readonly value: string }[];
  readonly authentication: readonly {
    readonly type: string;
    /** Base64. */
    readonly data: string;
    readonly timestampMs: number | null;
  }[];
};

/** One normalised frame: what one sensor received of one aircraft over one technology at one time. */
export type Sighting = {
  readonly sensorId: string;
  readonly technology: TransmissionTechnology;
  /** Value of `sources[].type`. */
  readonly sourceType: "direct" | "network" | "rid_receiver" | "import";
  /** Address of the transmitter, unique among frames it may be compared with; `null` when the receiver reports none. */
  readonly transmitter: string | null;
  readonly observedAtMs: number;
  readonly declared: Declared;
  readonly warnings: readonly Warning[];
  readonly ua: UaPoint | null;
  readonly operator: OperatorPoint | null;
};
