/** The facts that the printed text of a device shows. */
export type TextEvidence = {
  /** The version that ArduRemoteID prints when it starts; null when another of its texts was printed. */
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
/** Noise and frames consist of shorter runs of printable bytes. */
const MIN_PIECE = 8;

// The module's text may be surrounded by frames: it need not begin its line.
const BANNER = /ArduRemoteID version (\d+\.\d+)(?: ([0-9a-fA-F]{4,40}))?/;
const WAITING = /Waiting for heartbeat/;
/** Final results and unsolicited codes of 3GPP TS 27.007 and of common modems. */
const MODEM = /^(?:OK|ERROR|RING|RDY|NO CARRIER|CALL READY|SMS READY|\+C[A-Z]{2,6}: .{0,80}|\+Q[A-Z]{2,8}: .{0,80})$/;
/** The boot loader in the chip, and the lines of the ESP-IDF logger. */
const ESP = /^(?:ESP-ROM:|ets [A-Z][a-z]{2} |rst:0x|boot:0x|waiting for download|[EWIDV] \(\d+\) [\w.:-]+|esp32\w*> )/;

/**
 * Reads received bytes as text in two ways: as runs of printable bytes, in which a long sentence is found even between
 * frames, and as complete lines without any other byte, because short words occur in noise by chance.
 */
export function createTextProbe(): TextProbe {
  const pieces: string[] = [];
  const lines: string[] = [];
  let piece = "";
  let line: string | null = "";
  const add = (list: string[], text: string) => {
    if (text.trim() !== "" && list.length < MAX_LINES) list.push(text.trim());
  };
  const endPiece = () => {
    if (piece.length >= MIN_PIECE) add(pieces, piece);
    piece = "";
  };
  return {
    push(bytes) {
      for (const byte of bytes) {
        if (isPrintable(byte)) {
          const character = String.fromCharCode(byte);
          piece += character;
          if (line !== null) line += character;
          if (piece.length >= MAX_LINE) endPiece();
          if (line !== null && line.length > MAX_LINE) line = null;
          continue;
        }
        endPiece();
        if (isLineEnd(byte)) {
          add(lines, line ?? "");
          line = "";
        } else line = null;
      }
    },
    has: (text) => [...pieces, piece].some((one) => one.includes(text)),
    evidence() {
      const banner = pieces.map((one) => BANNER.exec(one)).find((match) => match !== null);
      const isWaiting = pieces.some((one) => WAITING.test(one));
      return {
        arduRemoteId: banner === undefined && !isWaiting ? undefined : { firmware: firmwareOf(banner) },
        isModem: lines.some((one) => MODEM.test(one)),
        isEspConsole: [...lines, line ?? ""].some((one) => ESP.test(one)),
      };
    },
  };
}

function isPrintable(byte: number): boolean {
  return byte >= 0x20 && byte <= 0x7e;
}

function isLineEnd(byte: number): boolean {
  return byte === 0x0a || byte === 0x0d;
}

function firmwareOf(banner: RegExpExecArray | undefined): string | null {
  if (banner === undefined) return null;
  return banner[2] === undefined ? banner[1]! : `${banner[1]} (${banner[2]})`;
}
