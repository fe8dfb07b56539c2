import parse from "nsyslog-parser";
import { describe, expect, it } from "vitest";
import { gapMessage, octetCounted, syslogMessage, syslogTargetOf } from "./syslog.rules.ts";

const SENDER = { hostName: "van-7.local", processId: 4711 };
const ENTRY = {
  id: 12,
  timeMs: Date.UTC(2026, 10, 22, 10, 0, 0, 5),
  kind: "second_factor_refused",
  userId: "7e57ab1e-0000-4000-8000-00000000a11c",
  actorId: null,
  address: "192.168.1.7",
  detail: { client_id: "fieldstation" },
  hash: Buffer.alloc(32, 0xab),
} as const;

/** The grammar of RFC 5424, 6, for messages with one element of structured data. */
const RFC_5424 =
  /^<(?:0|[1-9]\d{0,2})>1 \d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{1,6}Z [!-~]{1,255} [!-~]{1,48} [!-~]{1,128} [!-~]{1,32} \[[!#-<>-\\^-~]{1,32}(?: [!#-<>-\\^-~]{1,32}="(?:[^"\\\]]|\\["\\\]])*")*\] [^\p{Cc}]*$/u;

describe("a message", () => {
  it("is of RFC 5424, as its grammar and another program read it", () => {
    const text = syslogMessage(ENTRY, SENDER);
    expect(text).toMatch(RFC_5424);
    const read = parse(text);
    expect(read).toMatchObject({
      type: "RFC5424",
      facility: "authpriv",
      level: "warn",
      host: SENDER.hostName,
      appName: "fieldstation",
      pid: "4711",
      messageid: ENTRY.kind,
      message: "second factor refused",
    });
    expect(new Date(read.ts).getTime()).toBe(ENTRY.timeMs);
    expect(read.structuredData).toMatchObject([
      { id: "12", user: ENTRY.userId, address: ENTRY.address, hash: "ab".repeat(32), client_id: "fieldstation" },
    ]);
    expect(read.structuredData[0]).not.toHaveProperty("actor");
    expect(gapMessage(3, ENTRY.timeMs, SENDER)).toMatch(RFC_5424);
  });

  it("stays one message, whatever is in it", () => {
    const detail = { 'a]b=c"d e': 'say "]\\" \n<13>1 - - - - - - forged', empty: "", long: "x".repeat(5000) };
    const text = syslogMessage({ ...ENTRY, detail }, { hostName: "čerň van", processId: 1 });
    expect(text).toMatch(RFC_5424);
    expect(Buffer.byteLength(text)).toBeLessThan(2048);
    expect(text).toContain(String.raw`a_b_c_d_e="say \"\]\\\"  <13>1 - - - - - - forged"`);
    expect(syslogMessage(ENTRY, { hostName: "ž", processId: 1 })).toMatch(/^\S+ \S+ - fieldstation /);
  });

  it("is counted in bytes, not in characters", () => {
    expect(octetCounted("žluť").toString()).toBe("6 žluť");
  });
});

it.each([
  ["udp://127.0.0.1", { transport: "udp", host: "127.0.0.1", port: 514 }],
  ["tcp://log.van.lan:1514/", { transport: "tcp", host: "log.van.lan", port: 1514 }],
  ["TLS://[2001:db8::7]", { transport: "tls", host: "2001:db8::7", port: 6514 }],
  ["http://log.example", undefined],
  ["tcp://", undefined],
  ["tcp://log:0", undefined],
  ["tcp://log:99999", undefined],
  ["udp://a b", undefined],
])("%s is %o", (text, target) => {
  expect(syslogTargetOf(text)).toEqual(target);
});
