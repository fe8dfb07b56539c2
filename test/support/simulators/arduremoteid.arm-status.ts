/** The times at which the firmware received each message since power-on, ms, null for never. */
export type ReceivedTimes = {
  locationAtMs: number | null;
  selfIdAtMs: number | null;
  operatorIdAtMs: number | null;
  operatorId: string;
  systemAtMs: number | null;
  systemTimestamp: number;
  position: readonly [latitude: number, longitude: number];
  operatorPosition: readonly [latitude: number, longitude: number];
};

export function nothingReceived(): ReceivedTimes {
  return {
    locationAtMs: null,
    selfIdAtMs: null,
    operatorIdAtMs: null,
    operatorId: "",
    systemAtMs: null,
    systemTimestamp: 0,
    position: [0, 0],
    operatorPosition: [0, 0],
  };
}

export type ArmState = { readonly hasId: boolean; readonly options: number; readonly startsBroadcasting: boolean };

/** The reason in ARM_STATUS, empty when it is ready. It names LOC twice: no message, and no position in it. */
export function armReason(
  lastReceived: ReceivedTimes,
  { hasId, options, startsBroadcasting }: ArmState,
  nowMs: number,
): string {
  // Without BCAST_POWERUP nothing is checked before the first position.
  if (!startsBroadcasting && lastReceived.locationAtMs === null) return "uninitialised";
  if ((options & 1) !== 0) return "";
  const isOlder = (atMs: number | null, ms: number) => atMs === null || nowMs - atMs > ms;
  const isZero = ([latitude, longitude]: readonly [number, number]) => latitude === 0 && longitude === 0;
  const tokens: readonly (readonly [boolean, string])[] = [
    [isOlder(lastReceived.locationAtMs, 3000), "LOC "],
    [!hasId, "ID "],
    [isOlder(lastReceived.selfIdAtMs, 22_000), "SELF_ID "],
    [isOlder(lastReceived.operatorIdAtMs, 22_000), "OP_ID "],
    [isOlder(lastReceived.systemAtMs, 3000), "SYS "],
    [isZero(lastReceived.position), "LOC "],
    [isZero(lastReceived.operatorPosition), "OP_LOC "],
  ];
  return tokens.map(([isMissing, token]) => (isMissing ? token : "")).join("");
}
