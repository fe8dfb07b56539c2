import { type LinkedView, linkedSpeeds } from "../../../preload/contract.ts";
import { formatMapCamera, parseMapCamera } from "../map/map-camera.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The link to what the live page shows which the app opens on any computer. Of the query of the page's address it has what
 * such links carry, and leaves out values that the app would refuse.
 */
export function liveLinkOf(query: Readonly<Record<string, unknown>>, momentMs: number | undefined): string {
  const view = Object.entries(viewOf(query, momentMs !== undefined)).filter(([, value]) => value !== undefined);
  const target = momentMs === undefined ? "page/live" : `moment/${new Date(momentMs).toISOString()}`;
  const parameters = view.map(([name, value]) => `${name}=${value}`).join("&");
  return `fieldstation://${target}${parameters && `?${parameters}`}`;
}

function viewOf({ at, aircraft, speed }: Readonly<Record<string, unknown>>, isPast: boolean): LinkedView {
  const camera = typeof at === "string" ? parseMapCamera(at) : undefined;
  return {
    at: camera && formatMapCamera(camera),
    aircraft: typeof aircraft === "string" && UUID.test(aircraft) ? aircraft : undefined,
    speed: isPast ? linkedSpeeds.find((one) => one === speed) : undefined,
  };
}
