/** The part of the logger that the program uses: structured fields, then a constant message. Never log a secret. */
export type Log = {
  readonly debug: (fields: object, message: string) => void;
  readonly info: (fields: object, message: string) => void;
  readonly warn: (fields: object, message: string) => void;
  readonly error: (fields: object, message: string) => void;
};

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
