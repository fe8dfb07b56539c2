import type { Session } from "electron";
import {
  findPolicy,
  isAllowedRequest,
  isGrantedPermission,
  listImageSources,
  strictPolicy,
  type TrustedPages,
} from "./content.rules.ts";

/** Restricts the session of the window to the station: permissions, devices and requests. */
export function guardSession(session: Session, trust: () => TrustedPages): void {
  let imageSources: readonly string[] = [];

  session.setPermissionRequestHandler((contents, permission, answer) =>
    answer(isGrantedPermission(permission, contents.getURL(), trust())),
  );
  session.setPermissionCheckHandler((_contents, permission, origin) =>
    isGrantedPermission(permission, origin, trust()),
  );
  session.setDevicePermissionHandler(() => false);
  // Its dictionaries would be fetched from outside.
  session.setSpellCheckerEnabled(false);

  session.webRequest.onBeforeRequest((details, answer) =>
    answer({ cancel: !isAllowedRequest(details, trust(), imageSources) }),
  );
  session.webRequest.onHeadersReceived((details, answer) => {
    if (details.resourceType !== "mainFrame") return answer({});
    const headers = details.responseHeaders ?? {};
    const policy = findPolicy(headers);
    imageSources = listImageSources(policy ?? strictPolicy);
    if (policy !== undefined) return answer({});
    answer({ responseHeaders: { ...headers, "Content-Security-Policy": [strictPolicy] } });
  });
}
