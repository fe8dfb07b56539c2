import { isIPv6 } from "node:net";
import { InvalidArgumentError } from "commander";
import { Moment } from "../../contracts/common.ts";
import { type SyslogTarget, syslogTargetOf } from "../syslog/syslog.rules.ts";

export function parseCount(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > 1e9) {
    throw new InvalidArgumentError("It is a number from 1 to 1000000000.");
  }
  return value;
}

export function parsePort(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > 65_535)
    throw new InvalidArgumentError("A port is a whole number from 0 to 65535.");
  return value;
}

export function parseAddress(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new InvalidArgumentError("An address begins with https:// or http://.");
  }
  return text;
}

/** An ISO 8601 date-time with `Z` or an offset. */
export function parseMoment(text: string): string {
  const parsed = Moment.safeParse(text);
  if (!parsed.success) throw new InvalidArgumentError("Give a time with its offset, such as 2026-09-01T10:00:00Z.");
  return parsed.data;
}

/** RFC 6454: a scheme and a host, and a port if it is not the default of the scheme. */
export function parseOrigin(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || (text !== url.origin && text !== `${url.origin}/`)) {
    throw new InvalidArgumentError("A scheme and a host, such as https://console.example, without a path.");
  }
  return url.origin;
}

export function parseHostName(text: string): string {
  const name = isIPv6(text) ? `[${text}]` : text;
  if (!/^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)$/i.test(name)) {
    throw new InvalidArgumentError("A name or an address, without a scheme and a port.");
  }
  return name.toLowerCase();
}

export function parseSyslogTarget(text: string): SyslogTarget {
  const target = syslogTargetOf(text);
  if (target === undefined) {
    throw new InvalidArgumentError("tls://, tcp:// or udp:// and a host, such as tls://log.example:6514.");
  }
  return target;
}

/** For an option that may be repeated, or given as a comma-separated list. */
export function parseList(parse: (text: string) => string) {
  return (text: string, before: readonly string[]): readonly string[] => [
    ...before,
    ...text
      .split(",")
      .map((one) => one.trim())
      .filter((one) => one !== "")
      .map(parse),
  ];
}
