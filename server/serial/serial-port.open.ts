import type { SerialPort } from "serialport";
import { SECOND_MS, type Schedule } from "../kernel/clock.ts";
import { openFailureOf } from "./serial-port.failure.ts";
import { loadSerialPort } from "./serial-ports.ts";

/** How often an open port is checked for being present. */
const ALIVE_MS = SECOND_MS;

/**
 * Opens a port exclusively, without a change of its lines when it is closed: DTR and RTS restart ESP32 boards. Rejects
 * with a `SerialPortFailure`.
 */
export async function openSerialPort(path: string, baudRate: number): Promise<SerialPort> {
  const driver = await loadSerialPort();
  const port = new driver.SerialPort({ path, baudRate, lock: true, hupcl: false, autoOpen: false });
  return new Promise((resolve, reject) => {
    port.open((error) => {
      if (error === null || error === undefined) resolve(port);
      else reject(openFailureOf(path, error));
    });
  });
}

/**
 * Calls back once when the port is lost, with the error if there is one: unplugged, failed or closed. The returned
 * function ends the watching.
 */
export function watchSerialPort(port: SerialPort, schedule: Schedule, onGone: (error: unknown) => void): () => void {
  let cancelCheck: () => void = () => undefined;
  let isOver = false;
  const stop = () => {
    isOver = true;
    cancelCheck();
  };
  const finish = (error: unknown) => {
    if (isOver) return;
    stop();
    onGone(error);
  };
  // On Linux a port that hangs up in the middle of a read returns empty reads endlessly and never closes; waiting for
  // its output, of which there is none, fails on it at once.
  const checkLater = () => {
    cancelCheck = schedule(() => {
      if (!port.isOpen) return;
      port.drain((error) => {
        if (!port.isOpen || isOver) return;
        if (error) finish(error);
        else checkLater();
      });
    }, ALIVE_MS);
  };
  if (process.platform !== "win32") checkLater();
  port.once("close", finish);
  port.on("error", finish);
  return stop;
}
