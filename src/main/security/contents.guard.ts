import type { App, WebContents } from "electron";
import { isTrustedPage, type TrustedPages } from "./content.rules.ts";

export interface ContentsGuard {
  readonly trust: () => TrustedPages;
  /** Opens an address in the person's own browser if the rules allow it. */
  readonly openLink: (address: string, trust: TrustedPages) => Promise<boolean>;
}

/** No page of this app ever opens a window, leaves the station, or embeds a webview. */
export function guardContents(app: App, guard: ContentsGuard): void {
  app.on("web-contents-created", (_event, contents) => guardOne(contents, guard));
}

function guardOne(contents: WebContents, { trust, openLink }: ContentsGuard): void {
  contents.setWindowOpenHandler(({ url }) => {
    void openLink(url, trust());
    return { action: "deny" };
  });
  contents.on("will-navigate", (event) => {
    if (isTrustedPage(event.url, trust())) return;
    event.preventDefault();
    void openLink(event.url, trust());
  });
  contents.on("will-redirect", (event) => {
    if (!isTrustedPage(event.url, trust())) event.preventDefault();
  });
  contents.on("will-attach-webview", (event) => event.preventDefault());
}
