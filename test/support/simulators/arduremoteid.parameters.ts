/** How the firmware stores a parameter. */
type Storage = "uint8" | "int8" | "uint32" | "float" | "text" | "end";

/** The rows of ArduRemoteID 1.14's own table, in order: texts count in the list too, and are never sent. */
export const FIRMWARE_ROWS: readonly (readonly [name: string, storage: Storage, standard: number])[] = [
  ["LOCK_LEVEL", "int8", 0],
  ["CAN_NODE", "uint8", 0],
  ["CAN_TERMINATE", "uint8", 0],
  ["UAS_TYPE", "uint8", 0],
  ["UAS_ID_TYPE", "uint8", 0],
  ["UAS_ID", "text", 0],
  ["UAS_TYPE_2", "uint8", 0],
  ["UAS_ID_TYPE_2", "uint8", 0],
  ["UAS_ID_2", "text", 0],
  ["BAUDRATE", "uint32", 57_600],
  ["WIFI_NAN_RATE", "float", 0],
  ["WIFI_BCN_RATE", "float", 0],
  ["WIFI_POWER", "float", 20],
  ["BT4_RATE", "float", 1],
  ["BT4_POWER", "float", 18],
  ["BT5_RATE", "float", 1],
  ["BT5_POWER", "float", 18],
  ["WEBSERVER_EN", "uint8", 1],
  ["WIFI_SSID", "text", 0],
  ["WIFI_PASSWORD", "text", 0],
  ["WIFI_CHANNEL", "uint8", 6],
  ["BCAST_POWERUP", "uint8", 1],
  ["PUBLIC_KEY1", "text", 0],
  ["PUBLIC_KEY2", "text", 0],
  ["PUBLIC_KEY3", "text", 0],
  ["PUBLIC_KEY4", "text", 0],
  ["PUBLIC_KEY5", "text", 0],
  ["MAVLINK_SYSID", "uint8", 0],
  ["OPTIONS", "uint8", 0],
  ["TO_DEFAULTS", "uint8", 0],
  ["DONE_INIT", "end", 1],
];

/** The stored form of a float: the firmware casts without a check. */
export function castTo(storage: Storage, value: number): number {
  const whole = Math.trunc(value);
  if (storage === "uint8") return whole & 0xff;
  if (storage === "int8") return (whole << 24) >> 24;
  if (storage === "uint32") return whole >>> 0;
  return Math.fround(value);
}
