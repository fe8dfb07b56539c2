import { ALTITUDE_MODES, type AltitudeMode } from "./altitude-modes.ts";
import { ByteWriter, encodeText } from "./byte-writer.ts";

const SPACE = 32;
const HALF_TURN_E7 = 1_800_000_000;
const LINE_MAX_BYTES = 16 * 1024;
const COORDINATES = encodeText("<coordinates>");
const END = encodeText("</coordinates></LineString></Placemark>\n");

/**
 * The line through the points of a track. It is collected while the points are written, and written after them at the
 * end of every slice; the last point is kept to start the next part.
 */
export function kmlLine() {
  const gathered = new ByteWriter(LINE_MAX_BYTES);
  let head = encodeText("");
  let count = 0;
  let lastStart = 0;
  let lastLongitudeE7 = 0;
  let lineMode: AltitudeMode = "clampToGround";

  function write(out: ByteWriter): void {
    if (count < 2) return;
    out.put(head);
    out.put(ALTITUDE_MODES[lineMode]);
    out.put(COORDINATES);
    out.copyFrom(gathered, 0, gathered.length);
    out.put(END);
  }

  function forget(): void {
    gathered.rewind(0);
    count = 0;
  }

  return {
    /** `name` must be escaped for XML. */
    start: (name: string): void => {
      forget();
      head = encodeText(
        `<Placemark><name>${name}</name><styleUrl>#path</styleUrl><LineString><tessellate>1</tessellate>`,
      );
    },
    /** Call before every `add`: ends the part if the next point cannot continue it. */
    breakBefore: (out: ByteWriter, longitudeE7: number, mode: AltitudeMode): void => {
      const crosses = Math.abs(longitudeE7 - lastLongitudeE7) > HALF_TURN_E7;
      if (count > 0 && (mode !== lineMode || crosses)) {
        write(out);
        forget();
      }
      lastLongitudeE7 = longitudeE7;
      lineMode = mode;
    },
    /** Adds the coordinates that are in `out` from `start` to `end`. */
    add: (out: ByteWriter, start: number, end: number): void => {
      if (count > 0) gathered.byte(SPACE);
      lastStart = gathered.length;
      gathered.copyFrom(out, start, end);
      count++;
    },
    /** Writes the part collected so far and continues from its last point. */
    flush: (out: ByteWriter): void => {
      if (count < 2) return;
      write(out);
      gathered.keepFrom(lastStart);
      count = 1;
    },
    /** Writes the last part of a track. */
    finish: (out: ByteWriter): void => {
      write(out);
      forget();
    },
  };
}
