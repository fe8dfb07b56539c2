import { describe, expect, it } from "vitest";
import { listFilesAndLinks, withoutFilesAndLinks } from "./file-and-link-arguments.ts";

const list = (...argv: string[]) => listFilesAndLinks(argv, "/data", ["/app", "/app/out/main/index.js"]);

describe("listFilesAndLinks", () => {
  it("gives files as absolute paths, and links as they are", () => {
    expect(list("a.gpx", "/maps/b.pmtiles", "fieldstation://page/live")).toEqual([
      "/data/a.gpx",
      "/maps/b.pmtiles",
      "fieldstation://page/live",
    ]);
  });

  it("takes neither options nor their values nor the app itself for files", () => {
    expect(list("/app", "--data", "/recording", "--port", "7420", "--demo", "--no-sandbox", "a.gpx")).toEqual([
      "/data/a.gpx",
    ]);
    expect(list("/app/out/main/index.js")).toEqual([]);
  });

  it("understands addresses of files", () => {
    expect(list("file:///logs/my%20flight.ulg")).toEqual(["/logs/my flight.ulg"]);
  });

  it("takes a limited number", () => {
    expect(list(...Array.from({ length: 200 }, (_one, index) => `${index}.gpx`))).toHaveLength(50);
  });
});

describe("withoutFilesAndLinks", () => {
  const without = (...argv: string[]) => withoutFilesAndLinks(argv, "/data", ["/app", "/app/out/main/index.js"]);

  it("leaves options, their values and the app itself", () => {
    const options = ["/app", "--data", "recording", "--port", "7420", "--demo", "--no-sandbox"];
    expect(without(...options, "a.gpx", "fieldstation://page/live")).toEqual(options);
    expect(without("a.gpx", "--port=7420", "--", "b.gpx")).toEqual(["--port=7420", "--"]);
  });
});
