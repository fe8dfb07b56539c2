import { createRouter, createWebHashHistory } from "vue-router";
import type { TextKey } from "../text/index.ts";
import LivePage from "./LivePage.vue";

declare module "vue-router" {
  interface RouteMeta {
    readonly title: TextKey;
  }
}

/** The address lives behind `#`: the same files work in the desktop window and below any path of a station. */
export const router = createRouter({
  history: createWebHashHistory(),
  routes: [
    { path: "/", name: "live", component: LivePage, meta: { title: "nav.live" } },
    { path: "/log", name: "log", component: () => import("./LogPage.vue"), meta: { title: "nav.log" } },
    {
      path: "/sources",
      name: "sources",
      component: () => import("../features/sources/SourcesPage.vue"),
      meta: { title: "nav.sources" },
    },
    {
      path: "/settings",
      name: "settings",
      component: () => import("../features/settings/SettingsPage.vue"),
      meta: { title: "nav.settings" },
    },
    { path: "/:unknown(.*)*", redirect: { name: "live" } },
  ],
});
