import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserPath, openPage, useBrowser, type WatchedPage } from "../../support/browser.ts";
import { walkByKeyboard } from "../../support/keyboard-walk.ts";

const BUTTONS = `<button>One</button> <button>Two</button> <button>Three</button>`;

/** The other journeys rely on it to find elements that trap the focus, or have it while they are invisible. */
describe.skipIf(browserPath === undefined)("a walk by keyboard", () => {
  let opened: WatchedPage;

  beforeAll(async () => {
    opened = await openPage(await useBrowser());
  });
  afterAll(() => opened?.context.close());

  it.each([
    { page: "is round on a plain page", body: BUTTONS, isRound: true, unseen: [] },
    {
      page: "names what is below something else",
      body: `${BUTTONS}<p style="position: fixed; inset: 0; background: white">Over all</p>`,
      isRound: true,
      unseen: ["One", "Two", "Three"],
    },
    {
      page: "never comes round where the focus is held",
      body: `${BUTTONS}<input onkeydown="event.preventDefault()" aria-label="Trap">`,
      isRound: false,
      unseen: [],
    },
  ])("$page", async ({ body, isRound, unseen }) => {
    await opened.page.setContent(body);
    expect(await walkByKeyboard(opened.page)).toEqual({ isRound, unseen });
  });
});
