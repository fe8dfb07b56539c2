import { Diagnosis } from "../../contracts/maintenance.ts";
import { getSpatialiteVersion } from "../../storage/spatialite.ts";
import { diagnose } from "../station/diagnosis.ts";
import { fetchFromStation } from "./remote-station.ts";

export type DoctorOptions = {
  readonly data: string;
  readonly url?: string;
  readonly token?: string;
  readonly spatialite?: string;
  readonly json: boolean;
};

/**
 * Checks everything that a station needs, on this computer or on a running station. Exits with 0 only when nothing is
 * missing.
 */
export async function doctorCommand({ data, url, token, spatialite, json }: DoctorOptions): Promise<number> {
  const { ok, findings } =
    url === undefined
      ? await diagnose(data, () => getSpatialiteVersion(spatialite))
      : Diagnosis.parse(await (await fetchFromStation({ url, token }, "/station/v1/diagnosis")).json());
  const text = json
    ? JSON.stringify({ ok, findings })
    : findings.map(({ subject, ok, found }) => `${ok ? "ok     " : "MISSING"}  ${subject}: ${found}`).join("\n");
  process.stdout.write(`${text}\n`);
  return ok ? 0 : 1;
}
