import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { en } from "../../src/renderer/src/text/en/index.ts";
import { sentencesByKey } from "../../src/text/translation.rules.ts";

const SERVER = resolve(import.meta.dirname, "../../server");
/** The desktop's own failures that the console shows. */
const DESKTOP_STATION = resolve(import.meta.dirname, "../../src/main/station");
const english = sentencesByKey(en.fromStation);

const MUST_HAVE = ["must have ", " {}"] as const;
const NOTHING_OF = ["Nothing of {} could be used: ", "."] as const;
const UA_TYPE = "Type of the aircraft as in ASTM F3411 (1 aeroplane, 2 helicopter or multirotor, … 15 other)";
const ID_TYPE = "Type of the UAS id (1 serial number, 2 registration, 3 UTM UUID, 4 session id)";
const FROM_NEXT_ID = "; 0 takes it from the next id that the module receives.";
const OF_SECOND_ID = [", where ", "a second id is broadcast beside the first", "."] as const;
const END_TAG = "The file is not well-formed XML: </{}> was found ";
const MAY_NOT_BE_OPENED = "The port {} may not be opened by this user; ";

/** Sentences that the station composes, by their parts. */
const COMPOSED: Readonly<Record<string, readonly string[]>> = {
  "files.timesAhead": ["Points with times ahead of {} are left out", "."],
  "problems.damagedAt": [
    "The recording is damaged, so nothing new is stored. ",
    "Put a backup back with `station restore FILE ",
    "--data {}",
    "`, or copy what can still be read into a new file with `station salvage FILE ",
    "--data {}",
    "`.",
    " Or export what can be read.",
  ],
  "refusals.requiredInside": ["{}", " ", "is required"],
  "refusals.atLeast": ["must be ", "at least", " {}"],
  "refusals.atMost": ["must be ", "at most", " {}"],
  "refusals.greaterThan": ["must be ", "greater", " than {}"],
  "refusals.lessThan": ["must be ", "less", " than {}"],
  "refusals.minCharacters": [MUST_HAVE[0], "at least", MUST_HAVE[1], " ", "characters"],
  "refusals.maxCharacters": [MUST_HAVE[0], "at most", MUST_HAVE[1], " ", "characters"],
  "refusals.minEntries": [MUST_HAVE[0], "at least", MUST_HAVE[1], " ", "entries"],
  "refusals.maxEntries": [MUST_HAVE[0], "at most", MUST_HAVE[1], " ", "entries"],
  "refusals.integer": ["must be ", "an", " ", "integer"],
  "refusals.string": ["must be ", "a", " ", "string"],
  "refusals.boolean": ["must be ", "a", " ", "boolean"],
  "sources.noPortWindows": [
    "There is no port {}; is the device plugged in?",
    " Boards with a CP210x or CH340 need the driver of its maker.",
  ],
  "sources.portForbiddenLinux": [
    MAY_NOT_BE_OPENED,
    'on Linux, add the user to the group "dialout" (sudo usermod -aG dialout $USER) and sign in again.',
  ],
  "sources.portForbiddenMac": [
    MAY_NOT_BE_OPENED,
    "on macOS, close other programs that use it, and open the port whose name begins with /dev/cu.",
  ],
  "sources.portForbidden": [MAY_NOT_BE_OPENED, "ask the administrator of this computer."],
  "sources.theNothingAnswers": ["The {} cannot be reached: ", "nothing answers there", "."],
  "sources.receiverEnded": ["The receiver at {}", " ended the connection."],
  "sources.noRemoteId": [NOTHING_OF[0], "it is a capture without Remote ID", NOTHING_OF[1]],
  "sources.noRemoteIdTlog": [
    NOTHING_OF[0],
    "it is MAVLink without Remote ID. A log of a flight is imported among the flights",
    NOTHING_OF[1],
  ],
  "sources.noRemoteIdMavlink": [NOTHING_OF[0], "it is MAVLink without Remote ID", NOTHING_OF[1]],
  "values.uaType": [UA_TYPE, FROM_NEXT_ID],
  "values.idType": [ID_TYPE, FROM_NEXT_ID],
  "values.uaTypeTwo": [UA_TYPE, ...OF_SECOND_ID],
  "values.idTypeTwo": [ID_TYPE, ...OF_SECOND_ID],
  "values.list": ["must be ", "a list"],
  "logs.columns": [
    "Its columns are {}",
    "; times are read from a column `time` in ISO 8601, or from `date` and `time`.",
  ],
  "logs.endTagOutside": [END_TAG, "outside the document", "."],
  "logs.endTagOther": [END_TAG, "where </{}> was expected", "."],
  "logs.zoneNotRead": ["{} cannot be read: {}", "."],
  "desktop.recordingEmpty": ["The recording {} ", "is empty", "."],
  "desktop.recordingGone": ["The recording {} ", "is gone", "."],
  "desktop.recordingGoneBeside": ["The recording {} ", "is gone", ", although {} ", "are", " there", "."],
  "peers.notSent": ["Not sent: {}", "."],
  "peers.waitsForDevice": ["It waits for the ", "device", " {}."],
  "peers.waitsForAircraft": ["It waits for the ", "aircraft", " {}."],
  "live.brokerRefuses": ["The", " broker {}", " does not accept the user name or password."],
  "sources.noDetections": [NOTHING_OF[0], "there is no detection in it", NOTHING_OF[1]],
};

/** The source code with each `${…}` replaced by `{}`, so that its sentences have the form of the translations. */
function withPlaceholders(source: string): string {
  let read = "";
  let depth = 0;
  for (let at = 0; at < source.length; at += 1) {
    if (depth === 0 && source.startsWith("${", at)) {
      read += "{}";
      depth = 1;
      at += 1;
    } else if (depth === 0) read += source[at];
    else if (source[at] === "{") depth += 1;
    else if (source[at] === "}") depth -= 1;
  }
  return read;
}

const sources = [SERVER, DESKTOP_STATION]
  .flatMap((folder) => globSync("**/*.ts", { cwd: folder }).map((path) => join(folder, path)))
  .filter((path) => !path.endsWith(".test.ts"))
  .map((path) => withPlaceholders(readFileSync(path, "utf8")).replaceAll(/\\([`"])/g, "$1"));

const isWritten = (part: string) => sources.some((source) => source.includes(part));

describe("the station's sentences that the console translates", () => {
  it("are all in the station's sources word for word", () => {
    const missing = [...english].filter(([key, sentence]) => {
      const written = sentence.replaceAll(/\{\w+\}/g, "{}");
      const parts = COMPOSED[key] ?? [written];
      return parts.join("") !== written || !parts.every(isWritten);
    });
    expect(missing).toEqual([]);
  });

  it("include the reasons for which receivers are not believed", () => {
    const [, reasons = ""] = /type RefusalReason =([^;]+);/.exec(
      readFileSync(join(SERVER, "ingest/decoded.ts"), "utf8"),
    )!;
    const codes = [...reasons.matchAll(/"(\w+)"/g)].map(([, code]) => code!);
    expect(codes).toContain("no_position");
    expect(codes.filter((code) => !(code in en.sources.refusals))).toEqual([]);
  });
});
