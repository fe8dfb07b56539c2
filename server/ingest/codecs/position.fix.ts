/** A position that a GNSS receiver has measured. Degrees WGS84 and metres; `null` is not known. */
export type PositionFix = {
  readonly latitude: number;
  readonly longitude: number;
  readonly altitudeM: number | null;
  /** The reference of the altitude; null without one. */
  readonly altitudeReference: "MSL" | "WGS84" | null;
  readonly accuracyM: number | null;
  readonly satellites: number | null;
};

/** The content of one line of a receiver: a position, that it has none, or that the line is damaged. */
export type PositionReport =
  | { readonly kind: "fix"; readonly fix: PositionFix }
  | { readonly kind: "no_fix" }
  | {
      readonly kind: "refused";
      readonly reason: "bad_checksum" | "malformed_json" | "value_out_of_range";
      readonly detail: string;
    };

/** A decoder of lines that keeps an incomplete line until the rest arrives. Never throws. */
export type PositionDecoder = { readonly push: (text: string) => readonly PositionReport[] };

/** Splits what arrives into lines; one that is longer than it may be is dropped. */
export function createPositionDecoder(
  maxLine: number,
  decodeLine: (line: string) => PositionReport | undefined,
): PositionDecoder {
  let rest = "";
  let isDropping = false;
  return {
    push(text) {
      const lines = (rest + text).split(/[\r\n]+/);
      rest = lines.pop() ?? "";
      const isDropped = (line: string, index: number) => (index === 0 && isDropping) || line.length > maxLine;
      const reports = lines.flatMap((line, index) => (isDropped(line, index) ? [] : (decodeLine(line) ?? [])));
      if (lines.length > 0) isDropping = false;
      if (rest.length > maxLine) [rest, isDropping] = ["", true];
      return reports;
    },
  };
}
