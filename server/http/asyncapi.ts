import { LIVE_PATH, liveCommands, liveEvents } from "../contracts/live.ts";
import type { ApiAbout } from "./api-about.ts";
import { type JsonObject, createComponents, toJsonSchema } from "./json-schema.ts";

/** The live stream as an AsyncAPI 3.0 document. */
export function buildAsyncApi(about: ApiAbout): JsonObject {
  const components = createComponents();
  const sent = Object.entries(liveEvents).map(([name, { payload, summary }]) => {
    const one = toJsonSchema(payload, components, "output", "draft-7");
    // A notice is always sent alone; records alone, or in arrays to a client that requested batches.
    const schema = name === "notice" ? one : { oneOf: [one, { type: "array", minItems: 1, items: one }] };
    return [name, message(name, summary, schema)] as const;
  });
  const taken = Object.entries(liveCommands).map(
    ([name, { payload, summary }]) =>
      [name, message(name, summary, toJsonSchema(payload, components, "input", "draft-7"))] as const,
  );
  const url = new URL(about.baseUrl());
  const referTo = (place: string) => (name: string) => ({ $ref: `#/${place}/${name}` });
  const names = [...sent, ...taken].map(([name]) => name);

  return {
    asyncapi: "3.0.0",
    info: {
      title: "Fieldstation live",
      version: about.version,
      description: INTRODUCTION,
      license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
    },
    defaultContentType: "application/json",
    servers: {
      station: {
        host: url.host,
        protocol: url.protocol === "https:" ? "wss" : "ws",
        description: "Socket.IO 5 over Engine.IO 4 (clients of version 3 and 4); give the host and the path apart.",
        security: [referTo("components/securitySchemes")("bearer")],
      },
    },
    channels: {
      live: {
        address: LIVE_PATH,
        description: "One Socket.IO connection, default namespace.",
        messages: Object.fromEntries(names.map((name) => [name, referTo("components/messages")(name)])),
        bindings: { ws: { method: "GET", query: HANDSHAKE_QUERY, bindingVersion: "0.1.0" } },
      },
    },
    operations: {
      sendUpdates: operation("send", "What the station sends.", Object.keys(liveEvents)),
      receiveCommands: operation("receive", "What a client sends.", Object.keys(liveCommands)),
    },
    components: {
      schemas: Object.fromEntries(components.schemas),
      messages: Object.fromEntries([...sent, ...taken]),
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description:
            "An access token of OpenID Connect, as `auth` of the client (a text, or `{ token }`) or as an `Authorization` header. Personal access tokens are not taken here. Callers on the computer of a station that was started with `--local-operator` need none.",
        },
      },
    },
  };
}

const INTRODUCTION = `Live updates only; history comes from the REST API (\`/openapi.json\`).

After connecting send \`viewport\`; without one nothing is sent but \`sync\`. Send it again when the region changes, debounced: more
than 20 a second over 5 seconds ends the connection. A refused viewport is answered with a \`notice\` and leaves the one
before in force. A connection that cannot keep up gets the newest record of each operation and kind, and a \`notice\`
\`records_skipped\`.

A client gets what its person may read. When an operation was deleted, or is private from now on, comes a \`notice\`
\`operation_removed\` with its \`operation_id\`: it is not there any more for this client, and nothing of it is sent.

A connection ends with its access token, after \`token_expired\`. 30 seconds before comes a \`notice\` \`token_expiring\`: send
\`authenticate\` with a new token of the same person, and \`token_renewed\` says that the connection goes on. A token that
cannot be used is answered with \`unauthenticated\`, one of somebody else with \`other_user\`; neither changes anything. When
the person signs out, or changes the password, the connection ends at once, after \`session_ended\`.`;

const HANDSHAKE_QUERY: JsonObject = {
  type: "object",
  properties: {
    batch: {
      type: "string",
      enum: ["0", "1"],
      description: "`1`: records come in arrays, one event per kind every 100 ms at most.",
    },
  },
};

function message(name: string, summary: string, payload: JsonObject): JsonObject {
  return { name, title: name, summary, contentType: "application/json", payload };
}

function operation(action: "send" | "receive", summary: string, names: readonly string[]): JsonObject {
  return {
    action,
    summary,
    channel: { $ref: "#/channels/live" },
    messages: names.map((name) => ({ $ref: `#/channels/live/messages/${name}` })),
  };
}
