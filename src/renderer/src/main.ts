import { createPinia } from "pinia";
import { createApp } from "vue";
import { z } from "zod";
import { router } from "./shell/router.ts";
import AppShell from "./shell/AppShell.vue";
import { i18n } from "./text/index.ts";
import "./ui/tokens.css";
import "./ui/base.css";

// The content security policy forbids eval, which zod would otherwise compile its parsers with.
z.config({ jitless: true });

createApp(AppShell).use(createPinia()).use(router).use(i18n).mount("#app");
