import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { encryptFile } from "../../../server/storage/backup-encryption.ts";
import type { BackupState } from "../../../server/contracts/backups.ts";
import { backups as cs } from "../../../src/renderer/src/text/cs/backups.ts";
import { stationRequests as csRequests } from "../../../src/renderer/src/text/cs/station-requests.ts";
import { backups as de } from "../../../src/renderer/src/text/de/backups.ts";
import { stationRequests as deRequests } from "../../../src/renderer/src/text/de/station-requests.ts";
import { backups as en } from "../../../src/renderer/src/text/en/backups.ts";
import { stationRequests as enRequests } from "../../../src/renderer/src/text/en/station-requests.ts";
import { browserPath, saveScreenshot, overflows, seriousViolations } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { chooseLanguage, chooseMode } from "../../support/screen-page.ts";

const BACKUPS = "/station/v1/settings/backups";
const CHANGED_MS = Date.UTC(2026, 10, 2, 6, 30);
const PASSPHRASE = "correct horse battery";
const MODES = ["day", "night", "red"] as const;

/** While the station restarts, the browser logs that nothing answers. */
const isOfRestart = (complaint: string) => /ERR_CONNECTION_|ERR_EMPTY_RESPONSE|WebSocket connection/.test(complaint);

/** A wrong passphrase is refused, too. */
const isOfJourney = (complaint: string) => isOfRestart(complaint) || complaint.includes("status of 400");

describe.skipIf(browserPath === undefined)("a backup", () => {
  // A process of its own, because it starts again.
  const shown = useConsole({ env: {} });

  async function addAircraft(name: string): Promise<void> {
    await shown.send("POST", "/v1/aircraft", { name, weight: 900, uas_class: "AircraftUASClass.C1", endurance: 31 });
  }

  it("is restored from the settings by a station that restarts itself", async () => {
    await addAircraft("Kestrel");
    const page = await shown.open("#/settings", { isExpected: isOfRestart });
    await page.getByTestId("backup-now").click();
    const open = page.getByTestId("backup-list").getByRole("button", { name: "Restore" });
    await open.waitFor();
    await addAircraft("Osprey");

    await open.click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Today's recording is kept beside it").waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await saveScreenshot(page, "restore-dialog");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await open.click();
    await page.getByTestId("restore-do").click();

    const state = page.getByTestId("restore-state");
    await state.and(page.locator("[data-phase=done]")).waitFor();
    expect(await state.textContent()).toMatch(/was restored\. The former recording is kept as/);
    await page.getByTestId("found-backups").getByText("station.sqlite.before").first().waitFor();
    for (const mode of MODES) {
      await chooseMode(page, mode);
      await state.scrollIntoViewIfNeeded();
      expect([mode, await seriousViolations(page)]).toEqual([mode, []]);
      await saveScreenshot(page, `restore-done-${mode}`);
    }
    await page.getByTestId("restore-end").click();
    await state.waitFor({ state: "detached" });
    await page.goto(`${shown.station.url}/#/aircraft`);
    await page.getByText("Kestrel", { exact: true }).waitFor();
    expect(await page.getByText("Osprey").count()).toBe(0);
  });

  /** Makes a backup, and takes it to another computer. */
  async function carryAway(): Promise<Buffer> {
    await fetch(`${shown.station.url}${BACKUPS}/run`, { method: "POST" });
    const state = async () => (await (await fetch(shown.station.url + BACKUPS)).json()) as BackupState;
    await expect.poll(async () => (await state()).is_running, { timeout: 20_000 }).toBe(false);
    return readFileSync((await state()).backups[0]!.path);
  }

  /** In the format of age, as a station writes it. */
  async function sealed(bytes: Buffer, passphrase: string): Promise<Buffer> {
    const folder = mkdtempSync(join(tmpdir(), "fieldstation-sealed-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const [plain, encrypted] = [join(folder, "plain"), join(folder, "sealed")];
    writeFileSync(plain, bytes);
    await encryptFile(plain, encrypted, { kind: "passphrase", passphrase });
    return readFileSync(encrypted);
  }

  async function drop(page: Page, name: string, bytes: Buffer): Promise<void> {
    await page.evaluate(`(() => {
      const dataTransfer = new DataTransfer();
      const bytes = Uint8Array.from(atob("${bytes.toString("base64")}"), (c) => c.charCodeAt(0));
      dataTransfer.items.add(new File([bytes], "${name}", { lastModified: ${CHANGED_MS} }));
      for (const type of ["dragover", "drop"]) {
        window.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
      }
    })()`);
  }

  it.each([
    { language: "en", text: en.restore, passphrase: en.passphrase, requests: enRequests.requests, way: "chosen" },
    { language: "cs", text: cs.restore, passphrase: cs.passphrase, requests: csRequests.requests, way: "chosen" },
    { language: "de", text: de.restore, passphrase: de.passphrase, requests: deRequests.requests, way: "dropped" },
  ] as const)("from elsewhere is $way on the page, and the whole way back is in $language", async (journey) => {
    const { language, text, requests, way } = journey;
    const name = `From elsewhere ${language}`;
    await addAircraft(name);
    const bytes = await sealed(await carryAway(), PASSPHRASE);
    await addAircraft(`Later ${language}`);

    const page = await shown.open("#/settings", { isExpected: isOfJourney, width: 1024, height: 700 });
    await chooseLanguage(page, language);
    const give = async (file: string, content: Buffer) => {
      if (way === "dropped") return drop(page, file, content);
      const whole = { name: file, mimeType: "application/octet-stream", buffer: content };
      await page.getByTestId("restore-upload").setInputFiles(whole);
    };
    await give("letter.txt", Buffer.from("Dear station,"));
    const refusal = page.getByTestId("restore-file-failure");
    expect(await refusal.textContent()).toBe(
      text.notTaken.replace("{name}", "letter.txt").replace("{reason}", text.notBackup),
    );
    // Wherever on the page it was dropped.
    await expect.poll(() => isInView(page, "restore-file-failure")).toBe(true);
    await look(page, `restore-refused-${language}`);

    await give("monday.sqlite.age", bytes);
    const dialog = page.getByRole("dialog");
    await dialog.getByText(text.becomes).waitFor();
    expect(await refusal.count()).toBe(0);
    await look(page, `restore-file-dialog-${language}`);
    await page.getByTestId("restore-passphrase").fill("something else");
    await page.getByTestId("restore-do").click();
    await dialog.getByRole("alert").waitFor();
    expect(await dialog.getByRole("alert").textContent()).toBe(`${journey.passphrase}: ${requests.restorePassphrase}`);
    await look(page, `restore-wrong-passphrase-${language}`);
    await page.getByTestId("restore-passphrase").fill(PASSPHRASE);
    await page.getByTestId("restore-do").click();

    const state = page.getByTestId("restore-state");
    await state.and(page.locator("[data-phase=done]")).waitFor();
    expect(await state.textContent()).toContain(
      text.done.replace("{name}", "monday.sqlite.age").replace(/ ?\{kept\}.*$/, ""),
    );
    await state.scrollIntoViewIfNeeded();
    await look(page, `restore-file-done-${language}`);
    await page.getByTestId("restore-end").click();
    await state.waitFor({ state: "detached" });
    await page.goto(`${shown.station.url}/#/aircraft`);
    await page.getByText(name, { exact: true }).waitFor();
    expect(await page.getByText(`Later ${language}`).count()).toBe(0);
  });

  const isInView = (page: Page, testId: string) =>
    page.evaluate<boolean>(`(() => {
      const { top, bottom } = document.querySelector('[data-testid="${testId}"]').getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    })()`);

  async function look(page: Page, name: string): Promise<void> {
    expect([name, await seriousViolations(page)]).toEqual([name, []]);
    expect([name, await overflows(page)]).toEqual([name, false]);
    await saveScreenshot(page, name);
  }
});
