import { readdirSync, readFileSync } from "node:fs";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { copyEmptyDatabase } from "../../server/storage/data-dir.fixture.ts";
import { callAt } from "../support/station-in-process.ts";
import { mountSmallDisk } from "../support/small-disk.ts";
import { startTestStation } from "../support/station.ts";
import { restorerAt, SETTINGS } from "./restore.requests.ts";

/** Room for a recording and its backup, but not for the 32 MiB that a restore leaves free beside another copy. */
const DISK_MIB = 33;
const disk = mountSmallDisk(DISK_MIB);
afterAll(() => disk?.[Symbol.dispose]());

describe.skipIf(disk === undefined)("a disk that has no room for a copy of a backup", () => {
  it("refuses a restore with a sentence, and goes on with the recording", async () => {
    copyEmptyDatabase(disk!.folder);
    const station = await startTestStation({ dataDir: disk!.folder });
    onTestFinished(() => void station.stop());
    const operator = restorerAt({ call: callAt(station.url) });
    await operator.add("Before");
    const path = await operator.backUp();

    expect(await operator.restore({ path })).toMatchObject({
      status: 507,
      body: { error: "insufficient_storage", messages: [expect.stringContaining("no room for a copy of the backup")] },
    });
    expect((await operator.state()).restore).toBeNull();
    expect(readdirSync(disk!.folder).filter((name) => name.startsWith("restore"))).toEqual([]);

    // Nor is there for one that is uploaded, which would be there twice.
    expect((await operator.state()).max_upload_bytes).toBe(0);
    const uploaded = await fetch(`${station.url}${SETTINGS}/files`, { method: "POST", body: readFileSync(path) });
    expect([uploaded.status, await uploaded.json()]).toEqual([
      507,
      { error: "insufficient_storage", messages: [expect.stringContaining("not enough room on the station's disk")] },
    ]);
    expect(readdirSync(disk!.folder)).not.toContain("uploaded-backup");
    await operator.add("Later");
    expect(await operator.names()).toEqual(["Before", "Later"]);
  });
});
