/** Where an autopilot's stream comes from, as the settings write it. */
export type VehicleAddress =
  | { readonly kind: "udp"; readonly host: string; readonly port: number }
  | { readonly kind: "tcp"; readonly host: string; readonly port: number }
  | { readonly kind: "serial"; readonly path: string };

/**
 * `udp://0.0.0.0:14550` listens, `tcp://host:5760` connects, and a path is a serial port; `undefined` when it is none
 * of them.
 */
export function vehicleAddressOf(url: string): VehicleAddress | undefined {
  const network = /^(udp|tcp):\/\/(\[[0-9a-fA-F:.]+\]|[^\s:/[\]]+):(\d{1,5})\/?$/.exec(url);
  if (network === null) return url.includes("://") || url.trim() === "" ? undefined : { kind: "serial", path: url };
  const [, kind, host, digits] = network;
  const port = Number(digits);
  if (port < 1 || port > 65_535) return undefined;
  return { kind: kind as "udp" | "tcp", host: host!.replace(/^\[|\]$/g, ""), port };
}
