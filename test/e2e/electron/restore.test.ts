import { afterAll, beforeAll, expect, it } from "vitest";
import type { ConsolePage, Desktop } from "./support/desktop.ts";
import { describeJourneys, findFreePort, findStationPid, makeDataDir } from "./support/journeys.ts";

/** A demonstration: its operator is signed in, and its source receives. */
describeJourneys("a backup in the app", (launch) => {
  const { dataDir, remove } = makeDataDir();
  let desktop: Desktop;
  let url: string;

  beforeAll(async () => {
    const port = await findFreePort();
    url = `http://127.0.0.1:${port}`;
    desktop = await launch({ dataDir, args: ["--demo", "--port", String(port)] });
    await desktop.page.getByTestId("nav-settings").waitFor();
  });
  afterAll(async () => {
    await desktop.quit();
    remove();
  });

  async function addAircraft(name: string): Promise<void> {
    const body = JSON.stringify({ name, weight: 900, uas_class: "AircraftUASClass.C1", endurance: 31 });
    const headers = { "Content-Type": "application/json" };
    expect((await fetch(`${url}/v1/aircraft`, { method: "POST", headers, body })).status).toBe(200);
  }
  const aircraft = async (): Promise<readonly string[]> => {
    const listed = (await (await fetch(`${url}/v1/aircraft`)).json()) as readonly { readonly name: string }[];
    return listed.map(({ name }) => name).toSorted();
  };

  it("is restored by the station inside it, which starts again there while the window keeps its page", async () => {
    const { page } = desktop;
    const before = await aircraft();
    await addAircraft("Kestrel");
    await page.getByTestId("nav-settings").click();
    await page.getByTestId("backup-now").click();
    const open = page.getByTestId("backup-list").getByRole("button", { name: "Restore" });
    await open.waitFor();
    await addAircraft("Osprey");
    const pid = await findStationPid(desktop);
    await page.evaluate(() => {
      const kinds: string[] = [];
      Reflect.set(globalThis, "kinds", kinds);
      (globalThis as unknown as ConsolePage).fieldstation.station.onState(({ kind }) => kinds.push(kind));
    });

    await open.click();
    await page.getByTestId("restore-do").click();
    await page.getByTestId("restore-state").and(page.locator("[data-phase=done]")).waitFor();

    expect(await aircraft()).toEqual([...before, "Kestrel"].toSorted());
    // It is no crash: the process is the same, and the app has nothing to bring back.
    expect(await findStationPid(desktop)).toBe(pid);
    expect(await page.evaluate(() => Reflect.get(globalThis, "kinds") as string[])).toEqual(["running"]);
    expect(new URL(page.url()).hash).toMatch(/^#\/settings/);
    await page.getByTestId("found-backups").getByText("station.sqlite.before").first().waitFor();
  });
});
