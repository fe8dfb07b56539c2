import { useRouter, type RouteLocationRaw } from "vue-router";
import { useText } from "../text/index.ts";
import { useToasts } from "../ui/toasts.store.ts";
import { isDesktop } from "./desktop-bridge.ts";

/** A page of the console, and the link `fieldstation://…` that leads to it. */
export interface LinkedPlace {
  readonly route: RouteLocationRaw;
  readonly deepLink: string;
}

/** The link to a page for another person: the address of the console in the desktop is of use on that computer only. */
export function usePageLink(): (place: LinkedPlace) => string {
  const router = useRouter();
  return ({ route, deepLink }) =>
    isDesktop ? deepLink : new URL(router.resolve(route).href, window.location.href).href;
}

/** Copies the link to a page and says so. */
export function useCopyLink(): (place: LinkedPlace) => Promise<void> {
  const { t } = useText();
  const toasts = useToasts();
  const linkOf = usePageLink();
  return async (place) => {
    try {
      await navigator.clipboard.writeText(linkOf(place));
    } catch {
      // Refused by the browser, for example outside of a secure context.
      toasts.show(t("common.linkNotCopied"), "danger");
      return;
    }
    toasts.show(t("common.linkCopied"));
  };
}
