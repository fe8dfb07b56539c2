/** What the lines of text that a device prints say about it. */
export type TextEvidence = {
  /** The version that ArduRemoteID prints when it starts; null when it printed something else of its own. */
  readonly arduRemoteId: { readonly firmware: string | null } | undefined;
  readonly isModem: boolean;
  readonly isEspConsole: boolean;
};

export type TextProbe = {
  readonly push: (bytes: Uint8Array) => void;
  readonly evidence: () => TextEvidence;
  /** Whether it printed this text within a line. */
  readonly has: (text: string) => boolean;
};

const MAX_LINE = 256;
const MAX_LINES = 200;

// Frames may surround what the module prints: the text need not begin its line.
const BANNER = /ArduRemoteID version (\d+\.\d+)(?: ([0-9a-fA-F]{4,40}))?/;
const WAITING = /Waiting for heartbeat/;
/** Final results and unsolicited codes of 3GPP TS 27.007 and of common modems. */
const MODEM = /^(?:OK|ERROR|RING|RDY|NO CARRIER|CALL READY|SMS READY|\+C[A-Z]{2,6}: .{0,80}|\+Q[A-Z]{2,8}: .{0,80})$/;
/** The boot loader in the chip, and the lines of the ESP-IDF logger. */
const ESP = /^(?:ESP-ROM:|ets [A-Z][a-z]{2} |rst:0x|boot:0x|waiting for download|[EWIDV] \(\d+\) [\w.:-]+|esp32\w*> )/;

/** Splits what arrives into lines of printable text; binary bytes end a line as line ends do. */
export function createTextProbe(): TextProbe {
  const lines: string[] = [];
  let line = "";
  const endLine = () => {
    const text = line.trim();
    if (text !== "" && lines.length < MAX_LINES) lines.push(text);
    line = "";
  };
  const all = () => [...lines, line.trim()];
  return {
    push(bytes) {
      for (const byte of bytes) {
        if (byte >= 0x20 && byte <= 0x7e && line.length < MAX_LINE) line += String.fromCharCode(byte);
        else endLine();
      }
    },
    has: (text) => all().some((one) => one.includes(text)),
    evidence() {
      const banner = lines.map((one) => BANNER.exec(one)).find((match) => match !== null);
      const isWaiting = lines.some((one) => WAITING.test(one));
      return {
        arduRemoteId: banner === undefined && !isWaiting ? undefined : { firmware: firmwareOf(banner) },
        isModem: all().some((one) => MODEM.test(one)),
        isEspConsole: all().some((one) => ESP.test(one)),
      };
    },
  };
}

function firmwareOf(banner: RegExpExecArray | undefined): string | null {
  if (banner === undefined) return null;
  return banner[2] === undefined ? banner[1]! : `${banner[1]} (${banner[2]})`;
}
