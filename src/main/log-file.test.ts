import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openLogFile } from "./log-file.ts";

describe("a log file", () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "fieldstation-log-"))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const read = (name: string) => readFileSync(join(folder, name), "utf8");

  it("is written at once, behind what is there", () => {
    writeFileSync(join(folder, "station.log"), "before\n");
    openLogFile(folder, "station").write("now\n");
    expect(read("station.log")).toBe("before\nnow\n");
  });

  it("makes room while it is open, and keeps one older file", () => {
    const log = openLogFile(folder, "station", 10);
    for (const line of ["the first\n", "second\n", "the third\n", "4\n", "5\n"]) log.write(line);
    expect(readdirSync(folder).toSorted()).toEqual(["station.log", "station.previous.log"]);
    expect(read("station.previous.log")).toBe("the third\n4\n");
    expect(read("station.log")).toBe("5\n");
  });

  it("loses what cannot be written, and goes on when it can again", () => {
    const obstacle = join(folder, "logs");
    writeFileSync(obstacle, "");
    const log = openLogFile(obstacle, "app");
    log.write("lost\n");
    rmSync(obstacle);
    log.write("kept\n");
    expect(readFileSync(join(obstacle, "app.log"), "utf8")).toBe("kept\n");
  });
});
