import { describe, expect, it } from "vitest";
import { browserPath, saveScreenshot } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { dropFlights } from "../../support/dropped-logs.ts";

describe.skipIf(browserPath === undefined)("an import of flight logs that is cancelled", () => {
  const shown = useConsole();

  it("stores no more of the logs, and reports how many flights were imported before", async () => {
    const page = await shown.open("#/flights");
    await page.getByText("No flights yet").waitFor();
    await page.evaluate(dropFlights(3));
    const submit = page.getByTestId("import-do");
    await submit.getByText("Import 3 flights").waitFor();

    const sent: string[] = [];
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route("**/station/v1/flight-imports?preview=false*", async (route) => {
      sent.push(new URL(route.request().url()).searchParams.get("source_name") ?? "");
      if (sent.length > 1) await held;
      // That of a log that is not to be stored any more is gone.
      await route.continue().catch(() => undefined);
    });
    await submit.click();
    await submit.getByText("Importing log 2 of 3…").waitFor();
    await saveScreenshot(page, "flight-import-progress-day");
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Cancelled. 1 flight had been imported before.").waitFor();
    goOn();
    await page.getByTestId("flights").getByText("Evening round").waitFor();

    // What is imported next is not mixed up with it.
    await page.evaluate(dropFlights(1));
    await page.getByText("Imported before: nothing is stored twice.").waitFor();
    expect(await submit.isDisabled()).toBe(true);
    const flights = await (await fetch(`${shown.station.url}/v1/flights`)).json();
    expect(flights).toHaveLength(1);
    expect(sent).toEqual(["round-0.gpx", "round-1.gpx"]);
  });
});
