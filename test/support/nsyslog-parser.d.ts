declare module "nsyslog-parser" {
  /** The parts of a message that it finds. */
  type Parsed = {
    readonly type: string;
    readonly facility: string;
    readonly level: string;
    readonly ts: string | Date;
    readonly host: string;
    readonly appName: string;
    readonly pid: string;
    readonly messageid: string;
    readonly message: string;
    readonly structuredData: readonly Readonly<Record<string, string>>[];
  };
  export default function parse(message: string): Parsed;
}
