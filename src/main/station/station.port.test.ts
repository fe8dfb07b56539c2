import { createServer, type AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { choosePort } from "./station.port.ts";

describe("choosePort", () => {
  it("takes another port and says so when the preferred one is taken", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const taken = (other.address() as AddressInfo).port;
    const choice = await choosePort(taken);
    expect(choice.port).not.toBe(taken);
    expect(choice.notice).toContain(`Port ${taken} is used by another program`);
    await new Promise((resolve) => other.close(resolve));
    expect(await choosePort(taken)).toEqual({ port: taken });
  });
});
