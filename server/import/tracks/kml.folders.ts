import type { UaPoint } from "../../kernel/telemetry.ts";
import type { TrackSink } from "./track.shapes.ts";

/** Name of a folder with parts of a track; the track is named after the parent folder. */
const PART_OF_TRACK = /^(tracks?|track ?points?|points|path|lines?)$/i;
/** Name of a folder of waypoints (gpsbabel, Garmin). */
const WAYPOINTS = /^(waypoints?|poi|points of interest)$/i;

/** Key of the track outside of all folders. */
const OUTSIDE = "";

type Folder = {
  readonly key: string;
  name: string;
  hasNamedPoints: boolean;
  readonly hasWaypoints: () => boolean;
};

/** The open folders of a KML: the track to which a point belongs, and its name. */
export function createKmlFolders(sink: TrackSink) {
  const folders: Folder[] = [];
  let folderCount = 0;

  function enterOutside(): void {
    sink.enter(OUTSIDE);
  }

  function openFolder(): void {
    const parent = folders.at(-1);
    const folder: Folder = {
      key: `${++folderCount}`,
      name: "",
      hasNamedPoints: false,
      hasWaypoints: () => WAYPOINTS.test(folder.name) || (parent?.hasWaypoints() ?? false),
    };
    folders.push(folder);
    sink.enter(folder.key);
  }

  function nameFolder(name: string): void {
    const folder = folders.at(-1);
    if (folder === undefined) return;
    folder.name = name;
    const named = folders.findLast((one) => one.name !== "" && !PART_OF_TRACK.test(one.name));
    const title = named?.name ?? name;
    if (title !== "") sink.describe({ name: title });
  }

  /** Continues the track of the parent folder. */
  function continueParentTrack(): void {
    sink.enter(folders.at(-1)?.key ?? OUTSIDE);
  }

  function closeFolder(): void {
    folders.pop();
    continueParentTrack();
  }

  function addPoint(point: UaPoint, name: string): void {
    const folder = folders.at(-1);
    if (folder !== undefined && !folder.hasNamedPoints && name !== "") {
      folder.hasNamedPoints = true;
      sink.describe({ hasNamedPoints: true });
    }
    if (sink.refuse === undefined && folder?.hasWaypoints()) sink.drop("waypoint");
    else sink.add(point);
  }

  return { enterOutside, openFolder, nameFolder, continueParentTrack, closeFolder, addPoint };
}
