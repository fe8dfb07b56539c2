import type { LiveEventName } from "../contracts/live.ts";
import type { Position } from "../kernel/geo.ts";

/** A record for all clients whose viewport contains its position. */
export type Publication = Position & {
  readonly event: LiveEventName;
  /** A slow client gets only the newest record of each kind for a subject: an operation, or a sensor. */
  readonly subject: string;
  readonly record: object;
  /** Whether a client may get the record; undefined for public records, which need no check. */
  readonly canReceive?: ((id: string) => boolean) | undefined;
};
