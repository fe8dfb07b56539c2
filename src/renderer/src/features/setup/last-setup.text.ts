import type { SetupDevice } from "../../../../../server/contracts/setup-devices.ts";
import { type Text } from "../../text/index.ts";
import { formatDateTime } from "../../ui/times.ts";

/** When a device was read last, and its firmware then. */
export function lastReadText(
  { taken_at: takenAt, firmware }: SetupDevice,
  { t }: Pick<Text, "t">,
  zone: Parameters<typeof formatDateTime>[1],
): string {
  const time = formatDateTime(Date.parse(takenAt), zone);
  return firmware === null
    ? t("setup.snapshots.lastNoFirmware", { time })
    : t("setup.snapshots.last", { time, firmware });
}
