import { afterAll, describe, expect, it } from "vitest";
import type { Health } from "../../../server/contracts/station.ts";
import { copyEmptyDatabase } from "../../../server/storage/data-dir.fixture.ts";
import { browserPath } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { mountSmallDisk } from "../../support/small-disk.ts";

const DISK_MIB = 40;
const disk = mountSmallDisk(DISK_MIB);
if (disk !== undefined) copyEmptyDatabase(disk.folder);
afterAll(() => disk?.[Symbol.dispose]());

describe.skipIf(disk === undefined || browserPath === undefined)("the console of a station on a full disk", () => {
  const app = useConsole({ ...(disk === undefined ? {} : { dataDir: disk.folder }) });
  const health = async () => (await (await fetch(`${app.station.url}/station/v1/health`)).json()) as Health;

  async function writeUntilRefused(): Promise<void> {
    const body = JSON.stringify({ name: "More", settings: { kind: "push" } });
    for (let status = 200; status === 200;) {
      disk!.fill();
      const headers = { "Content-Type": "application/json" };
      ({ status } = await fetch(`${app.station.url}/station/v1/sources`, { method: "POST", headers, body }));
    }
  }

  it("shows a notice on every page, until there is space again", async () => {
    await writeUntilRefused();
    await expect.poll(async () => (await health()).status).toBe("degraded");
    const page = await app.open("#/sources");
    const notice = page.locator(".station-notice");
    await notice.getByText("The disk of the station is full").waitFor();
    expect(await notice.getAttribute("role")).toBe("alert");

    disk!.empty();
    await expect.poll(async () => (await health()).status).toBe("ok");
    await page.reload();
    await page.getByRole("heading", { name: "Sources" }).first().waitFor();
    await expect.poll(() => notice.count()).toBe(0);
  });
});
