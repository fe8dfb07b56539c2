import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { startStationInProcess } from "../support/station-in-process.ts";

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A gpsd whose receiver has a fix. */
async function serveGpsd(): Promise<string> {
  const report = { class: "TPV", mode: 3, lat: 50.3, lon: 14.7, altMSL: 353.4 };
  const gpsd = createTcpServer((client) => {
    client.on("error", () => client.destroy());
    client.on("data", () => client.write(`${JSON.stringify(report)}\n`));
  }).listen(0, "127.0.0.1");
  await once(gpsd, "listening");
  onTestFinished(() => void gpsd.close());
  return `gpsd://127.0.0.1:${(gpsd.address() as AddressInfo).port}`;
}

/** A receiver of ADS-B that receives one helicopter. */
const serveAdsb = () =>
  serve((_, response) => {
    const aircraft = [{ hex: "440123", lat: 50.3, lon: 14.7, alt_geom: 1476.4, seen: 0, seen_pos: 0 }];
    response.end(JSON.stringify({ now: Date.now() / 1000, messages: 1, aircraft }));
  });

it("a webhook gets the position of the station, and aircraft with a crew inside its filter", async () => {
  await using station = await startStationInProcess();
  await station.register("root@example.org");
  const token = (await station.signIn("root@example.org")).access_token;
  const add = async (path: string, body: unknown) => {
    const answer = await station.call("POST", `/station/v1/${path}`, { token, body });
    expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  };
  const delivered = new Map<string, unknown>();
  const hook = (path: string) =>
    serve((request, response) => {
      void request.toArray().then((parts: Buffer[]) => {
        const { event, data } = JSON.parse(Buffer.concat(parts).toString()) as { event: string; data: unknown };
        delivered.set(`${path} ${event}`, data);
        response.end();
      });
    });
  const events = ["traffic", "position"];
  for (const [name, bbox] of [
    ["here", "14,50,15,51"],
    ["elsewhere", "16,50,17,51"],
  ] as const) {
    const settings = { kind: "webhook", url: await hook(name), secret: "a secret", events };
    await add("outputs", { name, settings, filter: { bbox } });
  }
  await add("sources", { name: "GNSS", settings: { kind: "position", url: await serveGpsd() } });
  await add("sources", { name: "Roof", settings: { kind: "adsb", url: `${await serveAdsb()}/aircraft.json` } });
  await expect.poll(() => [...delivered.keys()].toSorted()).toEqual(["here position", "here traffic"]);
  expect(delivered.get("here traffic")).toMatchObject({ icao: "440123", latitude: 50.3 });
  expect(delivered.get("here position")).toMatchObject({ position: { latitude: 50.3, longitude: 14.7 } });
});
