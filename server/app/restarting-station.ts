import { type Station, startStation, type StationOptions } from "./index.ts";

/**
 * A station that restarts itself on request, in the same process and at the same address: after a backup was chosen to
 * be restored. The program that runs it does not notice, unless the new start fails.
 */
export async function startRestartingStation(
  options: Omit<StationOptions, "onRestartWanted">,
  onFailed: (error: unknown) => void,
): Promise<Station> {
  let isStopping = false;
  let restarting: Promise<void> | undefined;
  const begin = (port: number) => startStation({ ...options, port, onRestartWanted: () => void restart() });
  let station = await begin(options.port);
  const { url, port } = station;

  async function restart(): Promise<void> {
    if (isStopping || restarting !== undefined) return;
    restarting = station.stop().then(async () => void (station = await begin(port)));
    try {
      await restarting;
      restarting = undefined;
    } catch (error) {
      onFailed(error);
    }
  }

  return {
    url,
    port,
    // Between two runs there is no station to ask.
    listSources: () => (restarting === undefined ? station.listSources() : []),
    isSettingUp: () => restarting === undefined && station.isSettingUp(),
    async isReachedFrom(callerPort, limitMs) {
      await restarting;
      return station.isReachedFrom(callerPort, limitMs);
    },
    async stop() {
      isStopping = true;
      await restarting?.catch(() => undefined);
      await station.stop();
    },
  };
}
