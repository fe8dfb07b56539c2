/**
 * A thread that decodes one DJI flight record: its parser runs synchronously, which takes seconds for a long flight.
 * Damaged records crash the parser, and with it only this thread.
 */
import { parentPort, workerData } from "node:worker_threads";
import { DJILog } from "dji-log-parser-js";
import { DJI_FIELDS, type DjiFrames } from "./dji-frames.ts";

const log = new DJILog(workerData as Uint8Array);
const { aircraftName, aircraftSn } = log.details;
const frames = log.frames();
const values = new Float64Array(frames.length * DJI_FIELDS);
for (const [index, { custom, osd, home }] of frames.entries()) {
  const { latitude, longitude, altitude, height, xSpeed, ySpeed, zSpeed, isOnGround } = osd;
  const place = [Date.parse(custom.dateTime), latitude, longitude, altitude, height, xSpeed, ySpeed, zSpeed];
  const ofHome = home.isHomeRecord ? [home.latitude, home.longitude] : [Number.NaN, Number.NaN];
  values.set([...place, isOnGround ? 1 : 0, ...ofHome], index * DJI_FIELDS);
}
const answer: DjiFrames = { aircraftName, serialNumber: aircraftSn, values };
parentPort?.postMessage(answer, [values.buffer]);
