import { expect, it } from "vitest";
import { z } from "zod";
import type { Route } from "../../contracts/route.ts";
import { LOCAL_OPERATOR } from "../../kernel/principal.ts";
import { createHandlerCaller } from "./call-handler.ts";

const route: Route = {
  method: "post",
  path: "/things/{id}",
  tag: "Things",
  summary: "",
  description: "",
  who: "user",
  params: z.object({ id: z.uuid() }),
  query: z.object({ limit: z.coerce.number().int().min(1).default(5) }),
  body: z.object({ name: z.string() }),
  replies: { 200: z.unknown() },
};
const id = "0191c5a0-0000-7000-8000-000000000001";
const call = createHandlerCaller(route);

it("a handler gets the parsed input, and its reply comes as over the network", async () => {
  const handler = (input: object) => ({ status: 200, body: { ...input, nothing: undefined, at: new Date(0) } });
  expect(await call(handler, { params: { id }, query: { limit: "7" }, body: { name: "a" } }, LOCAL_OPERATOR)).toEqual({
    status: 200,
    body: expect.objectContaining({
      params: { id },
      query: { limit: 7 },
      body: { name: "a" },
      principal: LOCAL_OPERATOR,
      at: "1970-01-01T00:00:00.000Z",
    }),
  });
});

it("all that is wrong with the input is refused at once, and the handler is not called", async () => {
  const handler = () => {
    throw new Error("called");
  };
  const { status, body } = await call(
    handler,
    { params: { id: "1" }, query: { limit: "0" }, body: {} },
    LOCAL_OPERATOR,
  );
  expect(status).toBe(400);
  expect((body as { messages: readonly string[] }).messages.map((message) => message.split(":")[0])).toEqual([
    "id",
    "limit",
    "name",
  ]);
});

it("the records of a stream come as one list", async () => {
  async function* records() {
    yield [1, 2];
    yield [3];
  }
  const reply = await call(
    () => ({ status: 200, records: records() }),
    { params: { id }, body: { name: "a" } },
    LOCAL_OPERATOR,
  );
  expect(reply).toEqual({ status: 200, body: [1, 2, 3] });
});
