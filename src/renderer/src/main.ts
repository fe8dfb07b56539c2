import "./api/zod-config.ts";
// Before the router: it removes the code of a sign-in from the address.
import "./api/session.ts";
import { createPinia } from "pinia";
import { createApp } from "vue";
import { router } from "./shell/router.ts";
import AppRoot from "./shell/AppRoot.vue";
import { i18n } from "./text/index.ts";
import "./ui/tokens.css";
import "./ui/base.css";
import "./ui/print.css";

createApp(AppRoot).use(createPinia()).use(router).use(i18n).mount("#app");
