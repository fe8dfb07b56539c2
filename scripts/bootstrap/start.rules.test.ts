import { describe, expect, test } from "vitest";
import {
  findAddress,
  electronArguments,
  openCommand,
  splitStartArguments,
  findNoWindowReason,
} from "./start.rules.mjs";

describe("the arguments of npm start", () => {
  test("are forwarded to the station unchanged", () => {
    const { forwarded } = splitStartArguments(["--demo", "--data", "my folder", "--port", "9000"]);
    expect(forwarded).toEqual(["--demo", "--data", "my folder", "--port", "9000"]);
  });

  test("are not forwarded where they choose how to show the console", () => {
    expect(splitStartArguments(["--browser", "--demo", "--no-open"])).toEqual({
      inBrowser: true,
      open: false,
      forwarded: ["--demo"],
    });
  });

  test("show a window and open the browser by default", () => {
    expect(splitStartArguments([])).toEqual({ inBrowser: false, open: true, forwarded: [] });
  });
});

test("Electron gets the app and the arguments, and as root on Linux no sandbox", () => {
  expect(electronArguments({ platform: "linux", isRoot: false }, ["--demo"])).toEqual([".", "--demo"]);
  expect(electronArguments({ platform: "linux", isRoot: true }, ["--demo"])).toEqual(["--no-sandbox", ".", "--demo"]);
  expect(electronArguments({ platform: "darwin", isRoot: true }, [])).toEqual(["."]);
});

test("a window needs a display on Linux only", () => {
  expect(findNoWindowReason({ platform: "linux", env: {} })).toBe("there is no display");
  expect(findNoWindowReason({ platform: "linux", env: { DISPLAY: "" } })).toBe("there is no display");
  expect(findNoWindowReason({ platform: "linux", env: { DISPLAY: ":0" } })).toBeUndefined();
  expect(findNoWindowReason({ platform: "linux", env: { WAYLAND_DISPLAY: "wayland-0" } })).toBeUndefined();
  expect(findNoWindowReason({ platform: "win32", env: {} })).toBeUndefined();
});

test("each system opens an address in its own way", () => {
  const address = "http://127.0.0.1:8050/";
  expect(openCommand("linux", address)).toEqual(["xdg-open", address]);
  expect(openCommand("darwin", address)).toEqual(["open", address]);
  expect(openCommand("win32", address).at(-1)).toBe(address);
});

test("the address is found in the first line of a station", () => {
  expect(findAddress('{"kind":"listening","url":"http://127.0.0.1:8050","pid":12}')).toBe("http://127.0.0.1:8050");
  expect(findAddress('{"kind":"failed","reason":"the port is taken"}')).toBeUndefined();
});
