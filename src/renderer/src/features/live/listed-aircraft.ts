import { type AgeState, ageStateOf } from "../../tracks/age.ts";
import { firstHeight, isEmergency, primaryIdentifier } from "../../tracks/identity.ts";
import { distanceM } from "../../tracks/mercator.ts";
import type { Track } from "../../tracks/track-collection.ts";
import type { AircraftRow, RowContext, Sortable } from "./aircraft-rows.ts";

/** An aircraft of the list. What it says is worked out when it is shown: of thousands a few dozen are. */
export class ListedAircraft implements Sortable {
  readonly id: string;
  readonly age: AgeState;
  readonly row: () => AircraftRow;
  readonly track: Track;
  readonly middle: RowContext["middle"];

  constructor(
    track: Track,
    { nowMs, middle }: Pick<RowContext, "nowMs" | "middle">,
    row: (track: Track) => AircraftRow,
  ) {
    this.id = track.id;
    this.age = ageStateOf(nowMs - track.receivedAtMs);
    this.row = () => row(track);
    this.track = track;
    this.middle = middle;
  }

  get name(): string | undefined {
    return primaryIdentifier(this.track.operation);
  }

  get isEmergency(): boolean {
    return isEmergency(this.track);
  }

  get heightM(): number | undefined {
    return this.track.isApproximate ? undefined : firstHeight(this.track)?.value;
  }

  get speedMs(): number | null {
    return this.track.isApproximate ? null : (this.track.ua?.velocity.horizontal_speed ?? null);
  }

  get distanceM(): number {
    return this.track.place ? distanceM(this.middle, this.track.place) : Infinity;
  }
}
