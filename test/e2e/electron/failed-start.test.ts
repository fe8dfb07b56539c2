import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Desktop } from "./support/desktop.ts";
import { describeJourneys, findFreePort, makeDataDir } from "./support/journeys.ts";

describeJourneys("a station that cannot start", (launch) => {
  const { dataDir, remove } = makeDataDir();
  const obstacle = join(dataDir, "station.sqlite");
  let desktop: Desktop;

  beforeAll(async () => {
    mkdirSync(dataDir);
    writeFileSync(obstacle, "no database where the recording should be");
    desktop = await launch({ dataDir, args: ["--port", String(await findFreePort())] });
  });
  afterAll(async () => {
    await desktop.quit();
    remove();
  });

  it("is reported in the window, with the reason", async () => {
    await desktop.page.getByRole("button", { name: "Try again" }).waitFor();
    const message = await desktop.page.getByTestId("station-state").textContent();
    expect(message).toMatch(/^The station could not start\.\n\S+/);
  });

  it("starts when the reason is gone and the user tries again", async () => {
    rmSync(obstacle);
    await desktop.page.getByRole("button", { name: "Try again" }).click();
    await desktop.page.waitForURL((url) => url.protocol === "http:");
    await desktop.page.waitForSelector("#app > *", { state: "attached" });
    expect(await desktop.page.title()).toMatch(/^Fieldstation/);
  });
});
