import type { Notice } from "../contracts/live.ts";
import { type Clock, MAX_TIMER_MS, type Schedule, SECOND_MS } from "../kernel/clock.ts";
import type { Principal } from "../kernel/principal.ts";

/** How long before its token expires a client is warned, to renew it. */
export const WARNING_MS = 30 * SECOND_MS;

/** The actions of a session on its client. */
export type SessionConnection = {
  readonly notify: (notice: Notice) => void;
  readonly end: () => void;
};

/** Connected clients, their credentials and when these expire; independent of sockets. */
export type LiveSessions = {
  readonly open: (id: string, principal: Principal, connection: SessionConnection) => void;
  /** Continues a session with another credential of the same person. */
  readonly renew: (id: string, principal: Principal) => "renewed" | "other_user" | "gone";
  /** Removes the session of a client that disconnected. */
  readonly close: (id: string) => void;
  /** Ends sessions whose credential is no longer valid. */
  readonly end: (isEnded: (principal: Principal) => boolean) => void;
};

type Session = {
  readonly id: string;
  readonly connection: SessionConnection;
  principal: Principal;
  isWarned: boolean;
  cancel: () => void;
};

/**
 * Ends each session when its token expires, after a warning in time to renew it. The local operator has no token, so
 * that session does not end.
 */
export function createLiveSessions({ clock, schedule }: { clock: Clock; schedule: Schedule }): LiveSessions {
  const sessions = new Map<string, Session>();

  function watch(session: Session): void {
    const { expiresAtMs } = session.principal;
    if (expiresAtMs === undefined) return;
    const leftMs = expiresAtMs - clock.now();
    if (leftMs <= 0) return end(session, EXPIRED);
    if (leftMs <= WARNING_MS && !session.isWarned) {
      session.isWarned = true;
      session.connection.notify(expiring(leftMs));
    }
    const waitMs = session.isWarned ? leftMs : leftMs - WARNING_MS;
    // The time is checked again when the timer fires: it may be early, or the computer's clock may have been set.
    session.cancel = schedule(() => watch(session), Math.min(waitMs, MAX_TIMER_MS));
  }

  function close(id: string): void {
    sessions.get(id)?.cancel();
    sessions.delete(id);
  }

  function end({ id, connection }: Session, notice: Notice): void {
    close(id);
    connection.notify(notice);
    connection.end();
  }

  return {
    close,
    open(id, principal, connection) {
      const session: Session = { id, principal, connection, isWarned: false, cancel: () => undefined };
      sessions.set(id, session);
      watch(session);
    },
    renew(id, principal) {
      const session = sessions.get(id);
      if (session === undefined) return "gone";
      if (session.principal.userId !== principal.userId) return "other_user";
      session.cancel();
      session.principal = principal;
      session.isWarned = false;
      session.connection.notify(RENEWED);
      watch(session);
      return "renewed";
    },
    end(isEnded) {
      for (const session of [...sessions.values()]) if (isEnded(session.principal)) end(session, ENDED);
    },
  };
}

const EXPIRED: Notice = { type: "token_expired", msg: "The access token has expired; connect again with a new one." };
const RENEWED: Notice = { type: "token_renewed", msg: "The connection goes on with the new access token." };
const ENDED: Notice = { type: "session_ended", msg: "The sign-in behind this connection has ended." };

function expiring(leftMs: number): Notice {
  const msg = `The access token expires in ${Math.ceil(leftMs / SECOND_MS)} s; send another one with authenticate.`;
  return { type: "token_expiring", msg };
}
