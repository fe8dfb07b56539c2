/** Pieces of flight logs, to be put together into whole ones. */

export const T0 = Date.UTC(2026, 3, 1, 10);
export const iso = (afterMs: number) => new Date(T0 + afterMs).toISOString();
export const gpx = (inside: string) => `<?xml version="1.0"?><gpx version="1.1" creator="x">${inside}</gpx>`;
export const trkpt = (afterMs: number | null, lat = 50, lon = 14, more = "") =>
  `<trkpt lat="${lat}" lon="${lon}">${more}${afterMs === null ? "" : `<time>${iso(afterMs)}</time>`}</trkpt>`;
export const trk = (...points: readonly string[]) => `<trk><name>A</name><trkseg>${points.join("")}</trkseg></trk>`;
export const subtitle = (index: number, ...lines: readonly string[]) =>
  `${index}\n00:00:0${index},000 --> 00:00:0${index},900\n${lines.join("\n")}\n\n`;

export const AIRCRAFT = { systemId: 1, componentId: 1, sequence: 0 };
export const heartbeat = (type: number) => ({ messageId: 0, payload: Uint8Array.of(0, 0, 0, 0, type, 3, 0, 4, 3) });
