import type { SourceSettings } from "../../../../../server/contracts/sources.ts";

/** Where a source reads from, in short: a file name, an address, a port. */
export function sourceAddress(settings: SourceSettings): string {
  switch (settings.kind) {
    case "file":
      return settings.path.split(/[\\/]/).at(-1) ?? settings.path;
    case "udp":
      return `${settings.host}:${settings.port}`;
    case "serial":
      return `${settings.path} @ ${settings.baud_rate}`;
    case "mavlink_vehicle":
      return settings.url;
    case "cloud":
      return settings.bbox.replaceAll(",", " ");
    case "adsb":
      return settings.url.replace(/^https?:\/\//, "");
    case "push":
      return "/station/v1/ingest/scout";
    case "mqtt":
      return `${settings.url} ${settings.topic}`;
    case "position":
      return settings.url.startsWith("gpsd://") ? settings.url : `${settings.url} @ ${settings.baud_rate}`;
    case "netrid":
      return URL.parse(settings.dss_url)?.host ?? "";
    case "demo":
      return "";
  }
}
