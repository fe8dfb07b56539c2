import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { mountSmallDisk } from "../support/small-disk.ts";
import type { Campaign, CampaignReport } from "./campaign.report.ts";

/** Campaigns as `npm run campaign` runs them, in seconds instead of hours: those that count rounds, however slow. */
async function short(name: string, rounds: number | undefined, limitMs = Infinity, seed = 15): Promise<CampaignReport> {
  const { run } = (await import(`./${name}.campaign.ts`)) as { readonly run: Campaign };
  return run({ seed, rounds, limitMs, reportProgress: () => undefined });
}

const total = ({ rows }: CampaignReport, column: string) =>
  rows.reduce((sum, { counts }) => sum + Number(counts[column]), 0);

const canMount = (() => {
  using disk = mountSmallDisk(1);
  return disk !== undefined;
})();
const canCompile = process.platform === "linux" && spawnSync("cc", ["--version"]).status === 0;

describe("a short campaign", { timeout: 300_000 }, () => {
  it("kills stations while they work: nothing acknowledged is lost", async () => {
    // With this seed it does each kind of work once.
    const report = await short("kill", 8, Infinity, 32);
    expect(report.rows.map(({ counts }) => counts["rounds"])).toEqual(report.rows.map(() => 1));
    expect(report.violations).toEqual([]);
    expect(total(report, "acknowledged")).toBeGreaterThan(0);
  });

  it.skipIf(!canCompile)("cuts the power of a station: nothing acknowledged is lost", async () => {
    const report = await short("power", 6);
    expect([report.violations, total(report, "cuts")]).toEqual([[], 6]);
  });

  it.skipIf(!canMount)("fills the disk of a station: nothing acknowledged is lost, and it stores again", async () => {
    const report = await short("disk", 2);
    expect([report.violations, total(report, "rounds")]).toEqual([[], 2]);
  });

  it("sends malformed requests: none of them makes the station fail", async () => {
    const report = await short("fuzz", 400);
    expect(report.violations).toEqual([]);
    expect(report.rows.map(({ counts }) => counts["sent"])).toEqual([200, 40, 20, 200, 200, 40, 20, 200]);
  });

  it("uses a station as on a long day: everything is answered, and the recording is complete", async () => {
    const report = await short("soak", undefined, 3000);
    expect([report.violations, report.rows.length]).toEqual([[], 4]);
    expect(total(report, "records")).toBeGreaterThan(0);
  });

  it("connects many clients to a station: all of them are served", async () => {
    const report = await short("crowd", 20, 2400);
    expect([report.violations, report.rows.length]).toEqual([[], 4]);
    expect(total(report, "records/s")).toBeGreaterThan(0);
  });
});
