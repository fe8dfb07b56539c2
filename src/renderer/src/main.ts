import "./api/zod-config.ts";
// Before the router: it removes the code of a sign-in from the address.
import "./api/session.ts";
import { createPinia } from "pinia";
import { createApp } from "vue";
import { followFailedPages } from "./shell/failed-page.ts";
import { router } from "./shell/router.ts";
import AppRoot from "./shell/AppRoot.vue";
import { i18n, showLanguage } from "./text/index.ts";
import { usePreferences } from "./ui/preferences.store.ts";
import "./ui/tokens.css";
import "./ui/base.css";
import "./ui/controls.css";
import "./ui/print.css";

followFailedPages(router);
const app = createApp(AppRoot).use(createPinia()).use(router).use(i18n);

// The first page is shown in the person's language, or in English if its sentences cannot be loaded.
void showLanguage(usePreferences().language)
  .catch(() => undefined)
  .then(() => app.mount("#app"));
