import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { isoFromMs } from "../../server/kernel/clock.ts";

/** A flight in the shapes of the Standard Remote ID API 2.1.0 (ASTM F3411-22a). */
export type ServedFlight = {
  readonly flight: Readonly<Record<string, unknown>> & { readonly id: string };
  readonly details: Readonly<Record<string, unknown>>;
};

export type NetridServices = {
  readonly url: string;
  readonly requests: readonly { readonly path: string; readonly query: URLSearchParams; readonly atMs: number }[];
  /** The requests that the token endpoint received. */
  readonly grants: readonly URLSearchParams[];
  flights: readonly ServedFlight[];
  /** Responds with this status to every request whose path begins with `path`. */
  failing: { readonly path: string; readonly status: number } | undefined;
  readonly stop: () => Promise<void>;
};

export const SECRET = "netrid-secret";

/** A token endpoint, a DSS and a service in one real HTTP server. Its clock is `clockAheadMs` ahead of the station's. */
export async function startNetridServices(clockAheadMs = 0): Promise<NetridServices> {
  const requests: { path: string; query: URLSearchParams; atMs: number }[] = [];
  const grants: URLSearchParams[] = [];
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  const time = (timeMs: number) => ({ value: isoFromMs(timeMs), format: "RFC3339" });
  const services: NetridServices = {
    url,
    requests,
    grants,
    flights: [],
    failing: undefined,
    async stop() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams: query } = new URL(request.url ?? "/", url);
    requests.push({ path, query, atMs: Date.now() });
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    const { failing } = services;
    if (failing !== undefined && path.startsWith(failing.path)) return send(failing.status, { message: "failing" });
    if (path === "/token") {
      const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
      grants.push(form);
      const isRight = form.get("client_secret") === SECRET && form.get("grant_type") === "client_credentials";
      return isRight
        ? send(200, { access_token: `for-${form.get("audience")}`, token_type: "bearer", expires_in: 3600 })
        : send(401, { error: "invalid_client" });
    }
    if (request.headers.authorization !== "Bearer for-127.0.0.1") return send(401, { message: "no token" });
    if (path === "/rid/v2/dss/identification_service_areas") {
      const area = { id: "00000000-0000-4000-8000-0000000000d1", owner: "uss", version: "1" };
      const times = { time_start: time(Date.now() - 60_000), time_end: time(Date.now() + 3_600_000) };
      return send(200, { service_areas: [{ ...area, ...times, uss_base_url: `${url}/uss1/` }] });
    }
    if (path === "/uss1/uss/flights") {
      const flights = services.flights.map(({ flight }) => flight);
      return send(200, { timestamp: time(Date.now() + clockAheadMs), flights, no_isas_present: false });
    }
    const id = /^\/uss1\/uss\/flights\/([^/]+)\/details$/.exec(path)?.[1];
    const found = services.flights.find(({ flight }) => flight.id === decodeURIComponent(id ?? ""));
    return found === undefined ? send(404, { message: "no flight" }) : send(200, { details: found.details });
  }
  return services;
}

/** A flight with all fields of the standard. `stateMs`: time of its state by the service's clock. */
export function servedFlight(stateMs: number, changes: Readonly<Record<string, unknown>> = {}): ServedFlight {
  const id = "a3423213-356b-49c4-9b20-b7b21d38c1f2";
  return {
    flight: {
      id,
      aircraft_type: "Helicopter",
      simulated: false,
      current_state: {
        timestamp: { value: isoFromMs(stateMs), format: "RFC3339" },
        timestamp_accuracy: 0.5,
        operational_status: "Airborne",
        position: {
          lat: 47.0703,
          lng: 15.4302,
          alt: 410.5,
          accuracy_h: "HA3m",
          accuracy_v: "VA10m",
          extrapolated: false,
          pressure_altitude: -1000,
          height: { distance: 42, reference: "TakeoffLocation" },
        },
        track: 90,
        speed: 12.5,
        speed_accuracy: "SA3mps",
        vertical_speed: -1.5,
      },
      ...changes,
    },
    details: {
      id,
      uas_id: { serial_number: "1596F351901936310360", registration_id: "AT.12AB34", utm_id: id },
      operator_id: "AUT87astrdge12k8",
      operation_description: "survey",
      operator_location: {
        position: { lat: 47.0711, lng: 15.4322 },
        altitude: { value: 368, reference: "W84", units: "M" },
        altitude_type: "Dynamic",
      },
      eu_classification: { category: "Open", class: "Class1" },
    },
  };
}
