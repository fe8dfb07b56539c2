import { isDeepStrictEqual } from "node:util";
import { SetupFailure, type Device } from "../family.ts";
import { CHANNEL, openConnection, type Connection } from "./connection.ts";
import { decodeFirmwareInfo, FIRMWARE_REQUEST, type DeviceInfo } from "./firmware-info.ts";

const INFO_TIMEOUT_MS = 600;
const ROUNDS = 2;
const MAX_ANSWERS = 5;

export type Connected = { readonly connection: Connection; readonly info: DeviceInfo };

/**
 * Runs a step on a connection to the device, at the first of the baud rates at which it sends its identity twice with
 * the same result: a damaged serial number would become part of a signature.
 */
export async function withDevice<T>(
  device: Device,
  baudRates: readonly number[],
  step: (connected: Connected) => Promise<T>,
): Promise<T> {
  const connection = openConnection(device);
  try {
    return await step({ connection, info: await findDevice(connection, baudRates) });
  } finally {
    connection.close();
  }
}

async function findDevice(connection: Connection, baudRates: readonly number[]): Promise<DeviceInfo> {
  let hasReceived = false;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const baudRate of baudRates) {
      await connection.setBaudRate(baudRate);
      const info = await agreedDeviceInfo(connection);
      if (info !== undefined) return info;
      hasReceived ||= connection.hasReceived();
    }
  }
  throw hasReceived
    ? new SetupFailure(
        "device_garbled",
        "What the device sends cannot be read. Unplug it, plug it in again, and try once more.",
      )
    : new SetupFailure("device_silent", "The device does not answer. Unplug it, plug it in again, and try once more.");
}

async function agreedDeviceInfo(connection: Connection): Promise<DeviceInfo | undefined> {
  const answers: DeviceInfo[] = [];
  while (answers.length < MAX_ANSWERS) {
    const answer = await askDeviceInfo(connection);
    if (answer === undefined) return undefined;
    if (answers.some((other) => isDeepStrictEqual(other, answer))) return answer;
    answers.push(answer);
  }
  return undefined;
}

function askDeviceInfo(connection: Connection): Promise<DeviceInfo | undefined> {
  return connection.ask({
    channel: CHANNEL.firmwareInfo,
    payload: FIRMWARE_REQUEST.deviceInfo,
    timeoutMs: INFO_TIMEOUT_MS,
    take(payload) {
      const answer = decodeFirmwareInfo(payload);
      return answer?.kind === "device" ? answer : undefined;
    },
  });
}
