import { createRouter, createWebHashHistory } from "vue-router";
import type { TextKey } from "../text/index.ts";
import LivePage from "./LivePage.vue";

declare module "vue-router" {
  interface RouteMeta {
    readonly title: TextKey;
    /** Whether the page is a form for the `id` in its address: then it is created anew when the id changes. */
    readonly isFormOfId?: boolean;
  }
}

/** Pages are addressed behind `#`: the same files work in the desktop window and below any path of a station. */
export const router = createRouter({
  history: createWebHashHistory(),
  routes: [
    { path: "/", name: "live", component: LivePage, meta: { title: "nav.live" } },
    { path: "/log", name: "log", component: () => import("./LogPage.vue"), meta: { title: "nav.log" } },
    {
      path: "/evidence",
      name: "evidence",
      component: () => import("../features/evidence/EvidencePage.vue"),
      meta: { title: "evidence.title" },
    },
    {
      path: "/alerts",
      children: [
        {
          path: "",
          name: "alerts",
          component: () => import("../features/alerts/AlertsPage.vue"),
          meta: { title: "nav.alerts" },
        },
        {
          path: "rules/:id?",
          name: "alert-rule",
          component: () => import("../features/alerts/AlertRulePage.vue"),
          meta: { title: "alertRules.editTitle", isFormOfId: true },
        },
      ],
    },
    {
      path: "/flights",
      children: [
        {
          path: "",
          name: "flights",
          component: () => import("../features/flights/FlightsPage.vue"),
          meta: { title: "nav.flights" },
        },
        {
          path: "plan/:id?",
          name: "plan",
          component: () => import("./PlanPage.vue"),
          meta: { title: "flights.planning.title", isFormOfId: true },
        },
        {
          path: ":id/report",
          name: "flight-report",
          component: () => import("./FlightReportPage.vue"),
          meta: { title: "flights.report.title" },
        },
        {
          path: ":id/compare/:other?",
          name: "flight-compare",
          component: () => import("./FlightComparePage.vue"),
          meta: { title: "flights.compare.title" },
        },
        {
          path: ":id",
          name: "flight",
          component: () => import("./FlightPage.vue"),
          meta: { title: "nav.flights" },
        },
      ],
    },
    {
      path: "/aircraft",
      name: "aircraft",
      component: () => import("../features/aircraft/AircraftPage.vue"),
      meta: { title: "nav.aircraft" },
    },
    {
      path: "/devices",
      children: [
        {
          path: "",
          name: "devices",
          component: () => import("../features/devices/DevicesPage.vue"),
          meta: { title: "nav.devices" },
        },
        {
          path: "set-up",
          name: "setup",
          component: () => import("../features/setup/SetupPage.vue"),
          meta: { title: "setup.title" },
        },
        {
          path: "set-up/many",
          name: "setup-batch",
          component: () => import("../features/setup/BatchPage.vue"),
          meta: { title: "setup.batch.title" },
        },
        {
          path: ":id",
          name: "device",
          component: () => import("../features/devices/DevicePage.vue"),
          meta: { title: "nav.devices" },
        },
      ],
    },
    {
      path: "/sources",
      name: "sources",
      component: () => import("../features/sources/SourcesPage.vue"),
      meta: { title: "nav.sources" },
    },
    {
      path: "/outputs",
      name: "outputs",
      component: () => import("../features/outputs/OutputsPage.vue"),
      meta: { title: "nav.outputs" },
    },
    {
      path: "/sync",
      name: "sync",
      component: () => import("../features/sync/SyncPage.vue"),
      meta: { title: "nav.sync" },
    },
    {
      path: "/settings",
      name: "settings",
      component: () => import("../features/settings/SettingsPage.vue"),
      meta: { title: "nav.settings" },
    },
    {
      path: "/profile",
      name: "profile",
      component: () => import("../features/account/ProfilePage.vue"),
      meta: { title: "account.profile.title" },
    },
    {
      path: "/tokens",
      name: "tokens",
      component: () => import("../features/account/TokensPage.vue"),
      meta: { title: "account.tokens.title" },
    },
    {
      path: "/sessions",
      name: "sessions",
      component: () => import("../features/account/SessionsPage.vue"),
      meta: { title: "account.sessions.title" },
    },
    {
      path: "/administration",
      name: "administration",
      redirect: { name: "accounts" },
      children: [
        {
          path: "accounts",
          name: "accounts",
          component: () => import("../features/administration/AccountsPage.vue"),
          meta: { title: "administration.accounts.title" },
        },
        {
          path: "audit",
          name: "audit",
          component: () => import("../features/administration/AuditPage.vue"),
          meta: { title: "administration.audit.title" },
        },
      ],
    },
    {
      path: "/first-account",
      name: "first-account",
      component: () => import("../features/account/FirstAccountPage.vue"),
      meta: { title: "account.first.title" },
    },
    {
      path: "/welcome",
      name: "welcome",
      component: () => import("./WelcomePage.vue"),
      meta: { title: "account.first.placeTitle" },
    },
    {
      path: "/signed-in-beside",
      name: "signed-in-beside",
      component: () => import("../features/account/SignedInNewWindow.vue"),
      meta: { title: "account.signIn.newWindowTitle" },
    },
    { path: "/:unknown(.*)*", redirect: { name: "live" } },
  ],
});
