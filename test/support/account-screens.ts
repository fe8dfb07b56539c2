import type { Screen, Step } from "./screens.ts";

/** Of the people whose pages are shown (test/pictures/picture-stations.ts). */
const PASSWORD = "correct horse battery";

export const TOKENS = { address: "#/tokens", shown: "[data-testid=new-token]", who: "signed in" } as const;
const PROFILE = { address: "#/profile", shown: "[data-testid=second-factor] .factor", who: "signed in" } as const;
const ACCOUNTS = {
  address: "#/administration/accounts",
  shown: "[data-testid=accounts] li",
  who: "signed in",
} as const;

const MAKE_TOKEN: readonly Step[] = [
  "[data-testid=new-token]",
  { fill: "[data-testid=token-name]", text: "Duty officer's script" },
  { fill: "[data-testid=token-password]", text: PASSWORD },
];

/** Dialogs over the pages of a person and of accounts, and the steps of a first run. */
export const ACCOUNT_SCREENS: readonly Screen[] = [
  { ...TOKENS, name: "tokens-new", steps: MAKE_TOKEN.slice(0, 2), result: "[data-testid=token-password]" },
  {
    ...TOKENS,
    name: "tokens-made",
    steps: [...MAKE_TOKEN, "[data-testid=make-token]"],
    result: "[data-testid=token-done]",
  },
  {
    ...TOKENS,
    name: "tokens-revoke",
    steps: [...MAKE_TOKEN, "[data-testid=make-token]", "[data-testid=token-done]", "[data-testid=tokens] li button"],
    result: "[data-testid=confirm]",
  },
  {
    ...PROFILE,
    name: "profile-deactivate",
    steps: ["[data-testid=deactivate]"],
    result: "[data-testid=deactivate-typed]",
  },
  {
    ...PROFILE,
    name: "profile-password",
    steps: [{ fill: "[data-testid=new-password]", text: "short" }, "[data-testid=change-password]"],
    result: "form [aria-invalid=true]",
  },
  {
    ...PROFILE,
    name: "second-factor",
    steps: ["[data-testid=add-app]"],
    result: "[data-testid=second-factor-password]",
  },
  {
    ...PROFILE,
    name: "second-factor-scan",
    steps: [
      "[data-testid=add-app]",
      { fill: "[data-testid=second-factor-password]", text: PASSWORD },
      "[data-testid=second-factor-go-on]",
    ],
    result: "[data-testid=second-factor-code]",
  },
  { ...ACCOUNTS, name: "accounts-add", steps: ["[data-testid=add-account]"], result: "[data-testid=account-email]" },
  {
    ...ACCOUNTS,
    name: "accounts-disable",
    steps: ["[data-account='bob@station.example'] [data-testid=account-disable]"],
    result: "[data-testid=confirm]",
  },
  {
    ...ACCOUNTS,
    name: "accounts-password",
    steps: ["[data-account='bob@station.example'] [data-testid=account-resetPassword]", "[data-testid=confirm]"],
    result: "[data-testid=password-done]",
  },
  {
    name: "first-account-problems",
    address: "",
    shown: "[data-testid=first-account]",
    steps: ["[data-testid=make-account]"],
    result: "[aria-invalid=true]",
    who: "nobody yet",
  },
  {
    name: "welcome-place",
    address: "#/welcome",
    shown: "[data-testid=save-position]",
    steps: [{ fill: ".card .input >> nth=0", text: "Leib" }],
    result: ".choices",
    who: "signed in",
  },
  {
    name: "welcome-cloud",
    address: "#/welcome",
    shown: "[data-testid=save-position]",
    steps: ["[data-testid=first-cloud-add]"],
    result: "[role=dialog] [data-testid=save-peer]",
    who: "signed in",
  },
  {
    name: "welcome-sources",
    address: "#/welcome",
    shown: "[data-testid=save-position]",
    steps: ["[data-testid=skip-position]"],
    result: "[data-testid=to-sources]",
    who: "signed in",
  },
];
