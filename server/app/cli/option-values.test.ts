import { InvalidArgumentError } from "commander";
import { describe, expect, it } from "vitest";
import {
  parseAddress,
  parseCount,
  parseHostName,
  parseList,
  parseMoment,
  parseOrigin,
  parsePort,
  parseSyslogTarget,
} from "./option-values.ts";

/** The message for a value that is not accepted. */
function refusalOf(parse: (text: string) => unknown, text: string): string {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof InvalidArgumentError) return error.message;
    throw error;
  }
  return "";
}

describe("the value of an option", () => {
  it.each([
    [parseCount, "1", 1],
    [parseCount, "1000000000", 1_000_000_000],
    [parsePort, "0", 0],
    [parsePort, "65535", 65_535],
    [parseAddress, "https://cloud.example/path", "https://cloud.example/path"],
    [parseAddress, "http://127.0.0.1:8080", "http://127.0.0.1:8080"],
    [parseMoment, "2026-09-01T10:00:00+02:00", expect.stringMatching(/^2026-09-01T/)],
    [parseOrigin, "https://console.example", "https://console.example"],
    [parseOrigin, "http://127.0.0.1:5173/", "http://127.0.0.1:5173"],
    [parseHostName, "Station.Local", "station.local"],
    [parseHostName, "10.0.0.7", "10.0.0.7"],
    [parseHostName, "FE80::1", "[fe80::1]"],
    [parseHostName, "[fe80::1]", "[fe80::1]"],
    [parseSyslogTarget, "tls://log.example", { transport: "tls", host: "log.example", port: 6514 }],
    [parseSyslogTarget, "udp://[::1]:1514/", { transport: "udp", host: "::1", port: 1514 }],
  ] as const)("is accepted by %o: %s", (parse, text, value) => {
    expect(parse(text)).toEqual(value);
  });

  it.each([
    [parseCount, ["0", "-1", "1.5", "1000000001", "1e3", "", "ten"], "It is a number from 1 to 1000000000."],
    [parsePort, ["65536", "-1", "80.5", "http", ""], "A port is a whole number from 0 to 65535."],
    [parseAddress, ["cloud.example", "ftp://cloud.example", "", "//x"], "An address begins with https:// or http://."],
    [
      parseMoment,
      ["2026-09-01", "2026-09-01T10:00:00", "now", ""],
      "Give a time with its offset, such as 2026-09-01T10:00:00Z.",
    ],
    [
      parseOrigin,
      ["console.example", "ws://console.example", "https://console.example/path", "https://console.example?x", "*"],
      "A scheme and a host, such as https://console.example, without a path.",
    ],
    [
      parseHostName,
      ["https://station.local", "station.local:8080", "a b", "", "[::1]:80"],
      "A name or an address, without a scheme and a port.",
    ],
    [
      parseSyslogTarget,
      ["log.example", "http://log.example", "udp://log.example:0", "udp://log.example:70000", "udp://"],
      "tls://, tcp:// or udp:// and a host, such as tls://log.example:6514.",
    ],
  ] as const)("is refused by %o with an example of a good one", (parse, texts, sentence) => {
    for (const text of texts) expect([text, refusalOf(parse, text)]).toEqual([text, sentence]);
  });

  it("may be given several times or separated by commas, and each of them is looked at", () => {
    const hosts = parseList(parseHostName);
    expect(hosts("c.example", hosts(" A.example, ,b.example,", []))).toEqual(["a.example", "b.example", "c.example"]);
    expect(refusalOf((text) => hosts(text, []), "a.example,b c")).toContain("without a scheme");
  });
});
