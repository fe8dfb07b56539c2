import { html } from "../html.ts";

/**
 * The sentences of the provider's pages. The other languages have the same sentences: a missing one does not compile.
 */
export const en = {
  language: "en",
  toConsole: "To the console",
  goOn: "Continue",
  goBack: "Go back to the application and start again.",
  unknownAccount: "unknown account",
  anApplication: "The application",
  signIn: {
    title: "Sign in",
    titleProblem: "Sign in: not signed in yet",
    to: (client: string) => html`to continue to <strong>${client}</strong>`,
    email: "E-mail address",
    password: "Password",
    remember: "Keep me signed in on this computer",
    submit: "Sign in",
    cancel: "Cancel",
    // The same sentence for a wrong address and for a wrong password.
    refused: "The e-mail address or the password is wrong.",
    incomplete: "Enter your e-mail address and your password.",
    limited: (wait: string) => `Too many attempts. Try again in ${wait}.`,
    expired: "This sign-in has expired",
    foreign: "This form was not sent from this station",
  },
  choosePassword: {
    title: "Choose a password",
    titleProblem: "Choose a password: not chosen yet",
    text: "An administrator generated the password that you have just used; it can be used only once. Twelve characters or more are hard to guess.",
    password: "New password",
    repeat: "New password once more",
    submit: "Continue",
    missing: "Enter a password.",
    long: "A password has at most 128 characters.",
    differs: "The two passwords differ.",
    same: "Choose a password other than the one that you were given.",
  },
  secondFactor: {
    title: "Second factor",
    titleProblem: "Second factor: not signed in yet",
    appText: "Enter the six digits that your authenticator app shows.",
    code: "Code",
    recoveryCode: "Recovery code",
    recoveryHint:
      "A recovery code works as well. If you have lost both, an administrator can remove the second factor.",
    orRecovery: "Without the passkey, enter one of your recovery codes.",
    onlyRecovery:
      "Your passkeys belong to another address of this station and cannot be used here. Enter one of your recovery codes.",
    passkey: "Use a passkey",
    passkeyProblem: "The browser did not provide a passkey. Try again, or enter a code.",
    refused: "This code is wrong, or was used already.",
    refusedPasskey: "This passkey does not belong to this account. Try again, or enter a code.",
    setUp: {
      title: "Set up a second factor",
      text: "Administrators of this station must have one. Scan this picture with an authenticator app on your phone, then enter the code that it shows.",
      picture: "QR code with the secret for the authenticator app",
      secret: "Or type this secret into the app:",
      code: "Code that the app shows",
    },
    recovery: {
      title: "Recovery codes",
      text: "Each can be used once to sign in without your phone. Keep them on paper or in a password manager: they are shown only now.",
      submit: "I have kept them",
    },
  },
  consent: {
    title: (client: string) => `Allow ${client}?`,
    signedInAs: (account: string) => html`You are signed in as <strong>${account}</strong>.`,
    asks: (client: string, id: string) => html`<strong>${client}</strong> (<code>${id}</code>) asks to`,
    scopes: {
      openid: "see and change everything your account can, on this station",
      offline_access: "do so while you are away, until you sign it out",
      profile: "know your name",
      email: "know your e-mail address",
    },
    otherDevice: "It runs on another device.",
    thisComputer: (host: string) => `It runs on this computer (${host}).`,
    redirected: (host: string) => `You will be redirected to ${host}.`,
    redirectedApp: (protocol: string) => `You will be redirected to the app of ${protocol}.`,
    onlyYou: "Allow it only if you started this yourself.",
    allow: "Allow",
    refuse: "Do not allow",
    switch: "Use another account",
  },
  device: {
    title: "Connect a device",
    titleProblem: "Connect a device: not connected yet",
    hint: "Enter the code that the device shows, eight letters.",
    code: "Code",
    confirmTitle: "Is this your device?",
    confirmText: (client: string) =>
      html`<strong>${client}</strong> on another device asks to be connected. It must show this code:`,
    confirmHint: "If it shows another code, or if you have no such device, do not connect it.",
    connect: "Connect",
    refuse: "Do not connect",
    connected: "Device connected",
    connectedText: (client: string) =>
      html`<strong>${client}</strong> continues automatically in a few seconds. You can close this page.`,
    notConnected: "Device not connected",
    notConnectedText: "The device was not given access. You can close this page.",
    problems: {
      NoCodeError: "Enter the code.",
      NotFoundError: "No device shows this code. Check the code.",
      ExpiredError: "This code has expired. Get a new one from the device.",
      AlreadyUsedError: "This code was used already. Get a new one from the device.",
    },
  },
  signOut: {
    title: "Sign out?",
    text: "This browser will be signed out of the station.",
    submit: "Sign out",
    stay: "Stay signed in",
    done: "Signed out",
    already: "This browser is not signed in.",
    doneText: "This browser is signed out of the station.",
    otherTitle: "Change the account?",
    otherText: "Another account is signed in in this browser. It will be signed out.",
  },
  errors: {
    details: "For the administrator of the application:",
    invalid_client: ["Unknown application", "This station does not know the application that sent you here."],
    invalid_redirect_uri: [
      "Unknown redirect address",
      "The application named a redirect address that is not registered for it.",
    ],
    access_denied: ["Not allowed", "The application was not given access."],
    server_error: ["Something went wrong", "The station could not do this. Its log has the reason."],
    notStored: "Nothing can be stored",
    other: "This did not work",
    tooMany: "Too many attempts",
    tooManyText: (wait: string) => `Too many attempts came from here. Try again in ${wait}.`,
  },
} as const;

type Widened<T> = T extends (...args: infer A) => infer R
  ? (...args: A) => R extends string ? string : R
  : T extends string
    ? string
    : { readonly [K in keyof T]: Widened<T[K]> };

export type PageText = Widened<typeof en>;
