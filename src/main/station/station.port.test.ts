import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { choosePort } from "./station.port.ts";

describe("choosePort", () => {
  let profileDir: string;
  let others: Server[];
  beforeEach(() => {
    profileDir = mkdtempSync(join(tmpdir(), "fieldstation-port-"));
    others = [];
  });
  afterEach(async () => {
    await Promise.all(others.map((other) => new Promise((resolve) => other.close(resolve))));
    rmSync(profileDir, { recursive: true });
  });

  /** Another program at that port of this computer; 0 is any. */
  async function listen(port: number): Promise<number> {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(port, "127.0.0.1", resolve));
    others.push(other);
    return (other.address() as AddressInfo).port;
  }

  it("chooses another port, with a notice, when the preferred one is in use", async () => {
    const taken = await listen(0);
    const choice = await choosePort(taken, profileDir);
    expect(choice.port).not.toBe(taken);
    expect(choice.notice).toContain(`Port ${taken} is used by another program`);
    await new Promise((resolve) => others.pop()?.close(resolve));
    expect(await choosePort(taken, profileDir)).toEqual({ port: taken });
  });

  it("takes the same other port at every start, so that the console keeps what belongs to its address", async () => {
    const taken = await listen(0);
    const first = await choosePort(taken, profileDir);
    expect(await choosePort(taken, profileDir)).toEqual(first);
  });

  it("takes a further one where that is taken too, and keeps to it", async () => {
    const taken = await listen(0);
    const { port: first } = await choosePort(taken, profileDir);
    await listen(first);
    const second = await choosePort(taken, profileDir);
    expect([taken, first]).not.toContain(second.port);
    expect(await choosePort(taken, profileDir)).toEqual(second);
  });

  it("takes any where the file in the profile has none", async () => {
    const taken = await listen(0);
    writeFileSync(join(profileDir, "substitute-port.json"), '{"port":"any"}');
    expect((await choosePort(taken, profileDir)).port).not.toBe(taken);
  });
});
