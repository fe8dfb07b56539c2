import { expect, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { systemIds } from "../kernel/ids.ts";
import { openTempStore } from "../storage/temp-store.fixture.ts";
import { addClient, builtInClients, secretHash } from "./clients.ts";
import { findStoredClient, listStoredClients } from "./clients.store.ts";

const add = (store: ReturnType<typeof openTempStore>, client: Parameters<typeof addClient>[1]) =>
  addClient({ db: store.store.writer, clock: systemClock, ids: systemIds }, client);

test("a loopback app is native and public, a web application is not native", () => {
  using temp = openTempStore();
  const native = add(temp, { name: " Tool ", redirectUris: ["http://127.0.0.1/cb", "com.example.tool:/cb"] });
  const web = add(temp, { name: "Web", redirectUris: ["https://a.example/cb"], confidential: true });
  if (native.kind !== "added" || web.kind !== "added") throw new Error("not added");
  expect(native.clientSecret).toBeUndefined();
  expect(findStoredClient(temp.store.reader, native.clientId)?.metadata).toMatchObject({
    client_name: "Tool",
    application_type: "native",
    token_endpoint_auth_method: "none",
  });
  expect(web.clientSecret).toMatch(/^[\w-]{43}$/);
  expect(findStoredClient(temp.store.reader, web.clientId)?.metadata).toMatchObject({
    application_type: "web",
    token_endpoint_auth_method: "client_secret_basic",
    client_secret: secretHash(web.clientSecret ?? ""),
  });
  expect(listStoredClients(temp.store.reader)).toHaveLength(2);
  expect(findStoredClient(temp.store.reader, "nobody")).toBeUndefined();
});

test.each([
  ["without a name", " ", ["https://a.example/"]],
  ["with a name that is too long", "x".repeat(101), ["https://a.example/"]],
  ["without a redirect URI", "A", []],
  ["with plain http", "A", ["http://a.example/"]],
  ["with a URL fragment", "A", ["https://a.example/#x"]],
  ["with a script for an address", "A", ["javascript:alert(1)"]],
  ["with data for an address", "A", ["data:text/html,x"]],
  ["with a name in the address", "A", ["https://user@a.example/"]],
  ["with a password in the address", "A", ["https://:secret@a.example/"]],
  ["with a wildcard in the host", "A", ["https://*.a.example/cb"]],
  ["with a wildcard in the path", "A", ["https://a.example/*"]],
  ["with something that is no address", "A", ["callback"]],
  ["with one wrong address of two", "A", ["https://a.example/", "http://b.example/"]],
])("a client %s is refused and not kept", (_what, name, redirectUris) => {
  using temp = openTempStore();
  expect(add(temp, { name, redirectUris })).toMatchObject({ kind: "invalid" });
  expect(listStoredClients(temp.store.reader)).toEqual([]);
});

test("the test client exists only when enabled", () => {
  const ids = (hasTestClient: boolean) =>
    builtInClients("http://127.0.0.1:7420/realms/dcp", hasTestClient).map(({ client_id: id }) => id);
  expect(ids(false)).toEqual(["fieldstation"]);
  expect(ids(true)).toEqual(["fieldstation", "service-integration-test"]);
});
