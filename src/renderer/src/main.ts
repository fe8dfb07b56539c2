import "./api/zod-config.ts";
import { createPinia } from "pinia";
import { createApp } from "vue";
import { router } from "./shell/router.ts";
import AppShell from "./shell/AppShell.vue";
import { i18n } from "./text/index.ts";
import "./ui/tokens.css";
import "./ui/base.css";

createApp(AppShell).use(createPinia()).use(router).use(i18n).mount("#app");
