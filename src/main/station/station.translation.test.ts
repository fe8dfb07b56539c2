import { afterEach, describe, expect, it } from "vitest";
import { setDesktopLanguage } from "../text/desktop-text.ts";
import { translateState, translateStation } from "./station.translation.ts";

afterEach(() => setDesktopLanguage("en"));

describe("what the station says, in the language of the desktop", () => {
  it("keeps what is between the words, sentence by sentence", () => {
    const english =
      "The recording in /data/demo is damaged and cannot be opened. Put a backup back with `station restore FILE --data /data/demo`, or copy what can still be read into a new file with `station salvage FILE --data /data/demo`.";
    expect(translateStation(english)).toBe(english);
    setDesktopLanguage("cs");
    expect(translateStation(english)).toMatch(
      /^Nahrávka v \/data\/demo je poškozená.*station salvage FILE --data \/data\/demo`\.$/,
    );
    setDesktopLanguage("de");
    expect(translateStation(english)).toMatch(/^Die Aufzeichnung in \/data\/demo ist beschädigt/);
  });

  it("is all that a state says to a person", () => {
    setDesktopLanguage("de");
    expect(translateState({ kind: "failed", message: "The station did not answer in time." })).toEqual({
      kind: "failed",
      message: "Die Station hat nicht rechtzeitig geantwortet.",
    });
    const reason = "The station ended unexpectedly (code 9).";
    expect(translateState({ kind: "restarting", reason, attempt: 1, waitMs: 250 })).toEqual({
      kind: "restarting",
      reason: "Die Station endete unerwartet (Code 9).",
      attempt: 1,
      waitMs: 250,
    });
    const notice = "Port 7420 is used by another program, so this station answers on port 7421.";
    expect(translateState({ kind: "running", url: "http://127.0.0.1:7421/", notice })).toMatchObject({
      notice: expect.stringContaining("Port 7420 wird von einem anderen Programm benutzt"),
    });
    expect(translateState({ kind: "starting" })).toEqual({ kind: "starting" });
  });

  it("stays as it is where nobody has translated it", () => {
    setDesktopLanguage("cs");
    expect(translateStation("SQLITE_IOERR: disk I/O error")).toBe("SQLITE_IOERR: disk I/O error");
  });
});
