import { EventEmitter } from "node:events";
import { strict } from "./strict.ts";

interface NotificationOptions {
  readonly title?: string;
  readonly body?: string;
  readonly silent?: boolean;
  readonly urgency?: "normal" | "critical" | "low";
}

/** Data only: a journey finds what was shown through `_shown`, and clicks by emitting `click`. */
class StandInNotification extends EventEmitter {
  readonly _options: NotificationOptions;

  constructor(options: NotificationOptions = {}) {
    super();
    this._options = options;
  }

  static get _shown(): readonly StandInNotification[] {
    return shown;
  }

  show(): void {
    shown.push(this);
  }
  /** Closed by the app; it stays in `_shown`. */
  close(): void {
    this.emit("close");
  }
}

const shown: StandInNotification[] = [];

export const Notification = strict("Notification", StandInNotification);
