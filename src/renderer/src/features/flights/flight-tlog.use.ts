import { watch } from "vue";
import type { Flight } from "../../../../../server/contracts/flights.ts";
import type { FlightFiles } from "../../../../../server/contracts/vehicles.ts";
import { fileNameOf } from "../../api/file-name.ts";
import { useLoaded } from "../../api/loaded.use.ts";
import { call, openFile, routes } from "../../api/station.client.ts";
import { type FileLoader, receiveFile } from "../../api/track.export.ts";
import { beginMs, flightNameOf } from "./flight-name.ts";

/** Its frames have no mark that occurs once in each: progress is counted in bytes. */
const TLOG = { mediaType: "application/octet-stream" };

/** Bytes of the telemetry log that was kept of a flight; undefined where there is none. */
export function useFlightTlog(id: () => string, flight: () => Flight | undefined) {
  const files = useLoaded<FlightFiles>((signal) => call(routes.getFlightFiles, { params: { id: id() }, signal }));
  // The log grows with the flight.
  watch(() => [id(), flight()?.status, flight()?.date_finished], files.load, { immediate: true });
  return () => files.value.value?.tlog_bytes ?? undefined;
}

export function tlogFileOf(flight: Flight): { readonly name: string; readonly load: FileLoader } {
  return {
    name: `${fileNameOf(flightNameOf(flight), new Date(beginMs(flight)).toISOString())}.tlog`,
    async load(onProgress, signal) {
      const answer = await openFile(routes.getFlightTlog, TLOG.mediaType, { params: { id: flight.id }, signal });
      return receiveFile(answer, TLOG, onProgress, signal);
    },
  };
}
