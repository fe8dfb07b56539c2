declare module "nsyslog-parser" {
  /** What it finds in a message. */
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
