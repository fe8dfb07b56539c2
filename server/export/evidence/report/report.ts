import { createHash } from "node:crypto";
import { isoFromMs } from "../../../kernel/clock.ts";
import type { EvidencePlan, ReportOperation } from "../../../kernel/evidence-plan.ts";
import { xmlText } from "../../text-escaping.ts";
import { REPORT_STYLE } from "./report.style.ts";
import { chartSvg } from "./svg-chart.ts";
import { frameOf, mapSvg, NO_WORLD, overviewFrameOf, overviewSvg, TRACK_COLOURS, type WorldLines } from "./svg-map.ts";
import type { TrackSummary } from "./track-summary.ts";

/** Operations that get a section with charts; the table has all. */
const MAX_SECTIONS = 100;
const ALWAYS_UNKNOWN = "–";

/** The contents of the report. */
export type ReportContent = {
  readonly plan: EvidencePlan;
  readonly tracks: readonly TrackSummary[];
  /** Lines of the built-in map for the tracks, and for the surroundings of tracks that are close together. */
  readonly world: WorldLines;
  readonly surroundings: WorldLines;
  /** Number of frames as they were received; null where they are not in the pack. */
  readonly rawFrames: number | null;
};

/**
 * The report of a pack as one HTML page without external resources: no script, no font, no picture, and a policy that
 * forbids them. It is written in English, because its readers are not known.
 */
export function writeReport(content: ReportContent): string {
  const { plan } = content;
  const style = createHash("sha256").update(REPORT_STYLE).digest("base64");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${style}'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${xmlText(plan.title)}</title>
<style>${REPORT_STYLE}</style>
</head>
<body>
<h1>${xmlText(plan.title)}</h1>
<p class="lead">Evidence pack of drone Remote ID. All times are UTC.</p>
${summaryHtml(content)}
${mapHtml(content)}
${operationsHtml(content)}
${sectionsHtml(content)}
${alertsHtml(content)}
${annotationsHtml(content)}
${flightsHtml(content)}
${sourcesHtml(content)}
${clocksHtml()}
${softwareHtml(content)}
${checkHtml(content)}
</body>
</html>
`;
}

function summaryHtml({ plan, tracks, rawFrames }: ReportContent): string {
  const { report } = plan;
  return facts([
    ["Time", `${time(plan.range.fromMs)} to ${time(plan.range.toMs)}`],
    ["Place", report.place === null ? "not restricted" : `${report.place} (west, south, east, north; degrees)`],
    ["Operations", count(report.operations.length)],
    ["Records received", count(sum(tracks.map(({ records }) => records)))],
    ["Frames as received", rawFrames === null ? "not in this pack" : count(rawFrames)],
    ["Made", `${time(plan.madeMs)} by ${report.madeBy}, at the station “${report.station}”`],
  ]);
}

function mapHtml({ tracks, world, surroundings, plan }: ReportContent): string {
  const frame = frameOf(tracks);
  if (frame === undefined) return `<h2>Map</h2><p>Nothing with a position was received.</p>`;
  const lines =
    world.lines.length + surroundings.lines.length === 0
      ? "No coast, border, lake or river of the built-in map is in this picture."
      : "Coasts, borders, lakes and rivers are those of Natural Earth, good to some hundred metres.";
  const overview = overviewFrameOf(frame);
  return `<h2>Map</h2>
${overview === undefined ? "" : `<div class="overview">${overviewSvg(overview, surroundings)}</div>`}
${mapSvg(tracks, frame, world, colouring(plan.report.operations))}
<p class="note">Each line is what one sensor received of one aircraft, thinned to at most 400 points; a dot is where it begins, a cross where
the operator was, measured or declared. ${lines} The records themselves are in the folders <code>telemetry</code> and <code>receptions</code>.</p>`;
}

function operationsHtml({ plan, tracks }: ReportContent): string {
  const colourOf = colouring(plan.report.operations);
  const rows = plan.report.operations.map((operation) => {
    const own = tracks.filter(({ origin }) => origin.operationId === operation.id);
    const swatch = `<svg class="swatch" viewBox="0 0 10 10" aria-hidden="true"><rect width="10" height="10" fill="${colourOf(operation.id)}"/></svg>`;
    return [
      `${swatch} ${xmlText(operation.identifiers.join(", ") || "no identifier")}<br><code>${xmlText(operation.id)}</code>`,
      time(least(own.map(({ firstMs }) => firstMs))),
      time(greatest(own.map(({ lastMs }) => lastMs))),
      xmlText(operation.sensors.join(", ")),
      count(sum(own.map(({ records }) => records))),
    ];
  });
  const head = ["Aircraft", "First received", "Last received", "Sensors", "Records"];
  return `<h2>Operations</h2>${rows.length === 0 ? "<p>None.</p>" : table(head, rows, [4])}`;
}

function sectionsHtml({ plan, tracks }: ReportContent): string {
  const shown = plan.report.operations.slice(0, MAX_SECTIONS);
  const rest = plan.report.operations.length - shown.length;
  const colourOf = colouring(plan.report.operations);
  const sections = shown.map((operation) => {
    const own = tracks.filter(({ origin }) => origin.operationId === operation.id);
    // A map of the only operation would repeat the one above.
    return sectionHtml(operation, own, { isOnly: shown.length === 1, colour: colourOf(operation.id) });
  });
  const left =
    rest > 0 ? `<p class="note">${count(rest)} further operations have no section; they are in the data.</p>` : "";
  return sections.join("\n") + left;
}

function sectionHtml(
  operation: ReportOperation,
  tracks: readonly TrackSummary[],
  { isOnly, colour }: { readonly isOnly: boolean; readonly colour: string },
): string {
  const longest = tracks.toSorted((a, b) => b.points.length - a.points.length)[0];
  const reference = longest?.reference ?? null;
  const charts =
    longest === undefined
      ? ""
      : chartSvg(
          `Height, metres (${reference ?? "unknown"})`,
          longest.points.map(({ timeMs, heightM }) => ({ timeMs, value: heightM })),
        ) +
        chartSvg(
          "Speed over ground, metres per second",
          longest.points.map(({ timeMs, speedMps }) => ({ timeMs, value: speedMps })),
        );
  const frame = frameOf(tracks);
  const map = isOnly || frame === undefined ? "" : mapSvg(tracks, frame, NO_WORLD, () => colour);
  const from =
    longest === undefined ? "" : `<p class="note">As sensor ${xmlText(longest.origin.sensorId)} received it.</p>`;
  const rows = tracks.map((track) => [
    xmlText(track.origin.sensorId),
    time(track.firstMs),
    time(track.lastMs),
    count(track.records),
    track.maxHeightM === null ? ALWAYS_UNKNOWN : `${track.maxHeightM.toFixed(1)} m ${track.reference}`,
    track.maxSpeedMps === null ? ALWAYS_UNKNOWN : `${track.maxSpeedMps.toFixed(1)} m/s`,
  ]);
  const head = ["Sensor", "First", "Last", "Records", "Greatest height", "Greatest speed"];
  return `<section class="operation"><h3>${xmlText(operation.identifiers.join(", ") || operation.id)}</h3>
${facts([
  ["Operation", operation.id],
  ["Operator", operation.operatorId ?? "not declared"],
  ["Model", operation.model ?? "unknown"],
  ["Received over", operation.technologies.join(", ") || "unknown"],
  ...operation.warnings.map((warning) => ["Warning", warning] as const),
])}
${rows.length === 0 ? "" : table(head, rows, [3, 4, 5])}
${map}
${charts === "" ? "" : `<div class="charts">${charts}</div>${from}`}</section>`;
}

function alertsHtml({ plan: { report } }: ReportContent): string {
  if (report.alerts === null) return `<h2>Alerts</h2><p>Left out when the pack was made.</p>`;
  const rows = report.alerts.map(({ rule, severity, began, ended, about, acknowledged }) =>
    [rule, severity, about, began, ended ?? "goes on", acknowledged ?? ALWAYS_UNKNOWN].map(xmlText),
  );
  const head = ["Rule", "Severity", "About", "Began", "Ended", "Acknowledged"];
  return `<h2>Alerts</h2>${rows.length === 0 ? "<p>None that the person who made the pack may see.</p>" : table(head, rows)}`;
}

function annotationsHtml({ plan: { report } }: ReportContent): string {
  if (report.annotations === null) return `<h2>Notes</h2><p>Left out when the pack was made.</p>`;
  const rows = report.annotations.map(({ operationId, author, note }) => [operationId, author, note].map(xmlText));
  return `<h2>Notes</h2>${rows.length === 0 ? "<p>None.</p>" : table(["Operation", "Written by", "Note"], rows)}`;
}

function flightsHtml({ plan: { report } }: ReportContent): string {
  const rows = report.flights.map(({ id, name, began, ended }) =>
    [name, id, began ?? ALWAYS_UNKNOWN, ended ?? ALWAYS_UNKNOWN].map(xmlText),
  );
  if (rows.length === 0) return "";
  return `<h2>Own flights</h2><p>Flights of the person who made the pack.</p>${table(["Flight", "Id", "Began", "Ended"], rows)}`;
}

function sourcesHtml({ plan: { report } }: ReportContent): string {
  const rows = report.sources.map(({ name, state, from, to }) => [name, state, from, to].map(xmlText));
  return `<h2>Sources</h2><p>How long each receiver, feed or recording that the station reads was in which state. What is older than 90 days is not kept.</p>
${rows.length === 0 ? "<p>Nothing is recorded of this time.</p>" : table(["Source", "State", "From", "To"], rows)}`;
}

function clocksHtml(): string {
  return `<h2>Clocks</h2>
<p>Each record has up to three times, and <code>receptions/receptions.ndjson</code> has all of them:</p>
${facts([
  [
    "timestamp",
    "When the receiver received it (the capture time). Every time in this report and in the telemetry is of this clock; where a receiver has none, such as on a serial line, it is the station's clock.",
  ],
  [
    "aircraft_timestamp",
    "The time that the aircraft itself stated; null where it stated none. It is often wrong, so it is kept and compared, but nothing is ordered by it. Remote ID sends seconds after the hour; the nearest hour is assumed.",
  ],
  ["received_at", "When the station took it in, by the clock of its computer."],
])}`;
}

function softwareHtml({ plan: { report } }: ReportContent): string {
  return `<h2>Software</h2>${facts(report.versions)}`;
}

function checkHtml({ plan: { report } }: ReportContent): string {
  return `<h2>How to check this pack</h2>
<p><code>SHA256SUMS</code> has the SHA-256 of every file but itself and <code>manifest.json</code>, and is signed with the station's Ed25519
key. With the station's software: <code>station evidence verify FILE --key KEY.pem</code>. Without it, in the unpacked folder:</p>
<pre>sha256sum -c SHA256SUMS
jq -r .signature manifest.json | base64 -d &gt; signature.bin
openssl pkeyutl -verify -pubin -inkey evidence-key.pem -rawin -in SHA256SUMS -sigfile signature.bin</pre>
<p>The key in the pack only shows that nobody without that key changed it. Compare its fingerprint with one that you got from the
station itself, at <code>/station/v1/info</code>:</p>
<p><code>${xmlText(report.keyFingerprint)}</code></p>`;
}

function colouring(operations: readonly ReportOperation[]): (operationId: string) => string {
  const indexes = new Map(operations.map(({ id }, index) => [id, index]));
  return (id) => TRACK_COLOURS[(indexes.get(id) ?? 0) % TRACK_COLOURS.length]!;
}

function facts(pairs: readonly (readonly [string, string])[]): string {
  return `<dl>${pairs.map(([name, value]) => `<dt>${xmlText(name)}</dt><dd>${xmlText(value)}</dd>`).join("")}</dl>`;
}

/** Cells are HTML. */
function table(head: readonly string[], rows: readonly (readonly string[])[], numbers: readonly number[] = []): string {
  const look = (index: number) => (numbers.includes(index) ? ' class="number"' : "");
  const cells = (tag: "th" | "td", values: readonly string[]) =>
    values.map((value, index) => `<${tag}${look(index)}>${value}</${tag}>`).join("");
  return `<table><thead><tr>${cells("th", head.map(xmlText))}</tr></thead><tbody>${rows
    .map((row) => `<tr>${cells("td", row)}</tr>`)
    .join("")}</tbody></table>`;
}

function time(timeMs: number): string {
  return Number.isFinite(timeMs) ? isoFromMs(timeMs).replace("T", " ").replace("Z", "") : ALWAYS_UNKNOWN;
}

function count(value: number): string {
  return value.toLocaleString("en");
}

function sum(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0);
}

function least(values: readonly number[]): number {
  return Math.min(Infinity, ...values);
}

function greatest(values: readonly number[]): number {
  return Math.max(-Infinity, ...values);
}
