/** The part of a logger the program uses; structured fields first, a constant sentence second. Nothing secret goes in. */
export type Log = {
  readonly debug: (fields: object, message: string) => void;
  readonly info: (fields: object, message: string) => void;
  readonly warn: (fields: object, message: string) => void;
  readonly error: (fields: object, message: string) => void;
};

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
