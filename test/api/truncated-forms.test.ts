import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestStation, type TestStation } from "../support/station.ts";

// A process of its own: what this is about ended it.
let station: TestStation;
beforeAll(async () => void (station = await startTestStation()));
afterAll(() => station.stop());

const part = (name: string, about = '; filename="x"') =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${about}\r\nContent-Type: application/octet-stream\r\n\r\n`;

async function send(path: string, body: string) {
  const headers = { "Content-Type": "multipart/form-data; boundary=b" };
  const response = await fetch(station.url + path, { method: "POST", headers, body });
  const { messages } = (await response.json()) as { readonly messages: readonly string[] };
  return [response.status, messages] as const;
}

const UNREADABLE = [400, ["body: cannot be read with the encoding and length its headers state"]];

describe.each(["/station/v1/map-sets", "/station/v1/flight-imports", "/station/v1/evidence/verify"])(
  "a form to %s that is cut off",
  (path) => {
    it.each([
      ["in a file of another field", `${part("other")}hello`],
      ["in its file", `${part("file")}hello`],
      ["in a large file", `${part("file")}${"hello".repeat(100_000)}`],
      ["in a file after its file", `${part("file")}hello\r\n${part("file")}hello`],
      ["in the head of its file", part("file").slice(0, -1)],
      ["in a field", `--b\r\nContent-Disposition: form-data; name="note"\r\n\r\nhello`],
      ["before its first part", "hello"],
      ["at once", ""],
    ])("%s is refused, and the station goes on", async (_where, body) => {
      expect((await send(path, body))[0]).toBe(400);
      expect((await fetch(`${station.url}/station/v1/health`)).status).toBe(200);
    });
  },
);

it("a form that is cut off in its file is refused for that, not for what was read of it", async () => {
  expect(await send("/station/v1/map-sets", `${part("file")}hello`)).toEqual(UNREADABLE);
  expect(await send("/station/v1/map-sets", `${part("other")}hello`)).toEqual(UNREADABLE);
});
