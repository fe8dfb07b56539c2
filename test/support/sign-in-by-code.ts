import type { Page } from "playwright-core";
import { openPageIn } from "./browser.ts";
import { signIn } from "./console.ts";
import type { Person } from "./signed-in.ts";

/** Adds a peer whose sign-in by code is shown then. */
export async function addPeerByCode(page: Page, url: string, name: string): Promise<void> {
  await page.getByTestId("peer-address").fill(url);
  await page.getByText("By code", { exact: true }).click();
  await page.getByTestId("peer-name").fill(name);
  await page.getByTestId("save-peer").click();
}

/** Signs in on the page of the peer that the code leads to, as with a phone, and allows it. */
export async function approveSignIn(page: Page, person: Person): Promise<void> {
  const address = (await page.getByTestId("sign-in-page").getAttribute("href")) ?? "";
  const { page: phone } = await openPageIn(page.context());
  await phone.goto(address);
  await phone.getByRole("button", { name: "Continue" }).click();
  await phone.getByRole("button", { name: "Connect", exact: true }).click();
  await signIn(phone, person);
  await phone.getByRole("button", { name: "Allow", exact: true }).click();
}
