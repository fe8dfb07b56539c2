const TRACK_POINTS = [0, 1, 2]
  .map((n) => `<trkpt lat="47.07${n}" lon="15.43"><ele>400</ele><time>2026-11-01T16:00:0${n}Z</time></trkpt>`)
  .join("");
/** A log of three points. */
export const GPX = `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>Evening round</name><trkseg>${TRACK_POINTS}</trkseg></trk></gpx>`;
/** The text of a script that drops files on the page in which it runs. */
function dropping(files: Readonly<Record<string, string>>): string {
  const items = Object.entries(files).map(
    ([name, text]) => `dataTransfer.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));`,
  );
  return `(() => {
    const dataTransfer = new DataTransfer();
    ${items.join("\n")}
    for (const type of ["dragover", "drop"]) {
      window.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    }
  })()`;
}
/** A log, and a file that is not one. */
export const DROP_LOGS = dropping({ "evening.gpx": GPX, "letter.gpx": "Dear reader" });
/** A log without a date or an aircraft, and with a height of unknown reference. */
export const dropUndated = (mode: string) =>
  dropping({ [`${mode}.csv`]: `time (s),latitude,longitude,altitude\n0,47.1,15.4,3\n90,47.101,15.4,${mode.length}\n` });
/** Logs of this many flights, at most ten: one each hour. */
export const dropFlights = (count: number) =>
  dropping(
    Object.fromEntries(
      Array.from({ length: count }, (_, hour) => [`round-${hour}.gpx`, GPX.replaceAll("T16:", `T0${hour}:`)]),
    ),
  );
