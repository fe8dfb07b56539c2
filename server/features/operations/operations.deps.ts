import type { Ids } from "../../kernel/ids.ts";
import type { WritableDb } from "../../storage/database.ts";
import type { CopyTrack, TrackFixes } from "./fusion/track.deps.ts";
import type { AccessDecisions } from "./model/operation.access.ts";
import type { OperationQueryDeps } from "./query/query.deps.ts";

/** The dependencies of the operations feature for recording and for responses, with a server or without. */
export type OperationsDeps = OperationQueryDeps &
  AccessDecisions & {
    readonly writer: WritableDb;
    readonly ids: Ids;
    readonly trackFixes: TrackFixes;
    readonly copyTrack: CopyTrack;
  };
