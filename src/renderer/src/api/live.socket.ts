import { io } from "socket.io-client";
import { z } from "zod";
import { watch } from "vue";
import {
  LIVE_PATH,
  type LiveEvent,
  liveEvents,
  type LiveEventName,
  Notice,
} from "../../../../server/contracts/live.ts";
import { session } from "./session.ts";
import { fastParserOf } from "./shape-check.ts";

export type LiveState = "connecting" | "connected" | "reconnecting" | "offline";

/** Callbacks for the live stream; every record is parsed by its contract first. */
export type LiveListeners = {
  readonly [N in LiveEventName]: (records: readonly LiveEvent<N>[]) => void;
} & {
  /** Also called again after every reconnection, with `resumed` true. */
  readonly connected: (resumed: boolean) => void;
  /** An attempt to connect has failed. */
  readonly unconnected: () => void;
  readonly state: (state: LiveState) => void;
  /** The connection was lost: when the station last sent something, Unix milliseconds on this computer's clock. */
  readonly lost: (lastMessageMs: number) => void;
};

export interface LiveSocket {
  /** Sets the region of interest, `lon_min,lat_min,lon_max,lat_max`; sent again by itself after an outage. */
  setViewport(viewport: string): void;
  isConnected(): boolean;
  close(): void;
}

/** After this long without an answer the console shows "offline" instead of "reconnecting". It keeps trying. */
const OFFLINE_AFTER_MS = 12_000;
const REFUSED_WAIT_MS = 2_000;

/** Opens the only live connection of the console. It reconnects by itself for as long as it is not closed. */
export function openLiveSocket(listeners: LiveListeners): LiveSocket {
  let viewport: string | undefined;
  let wasConnected = false;
  let offlineTimer: ReturnType<typeof setTimeout> | undefined;
  let token: string | undefined;
  let isClosed = false;
  let lastMessageMs = 0;
  const socket = io({
    path: LIVE_PATH,
    autoConnect: false,
    auth: (send) => {
      void session.authorization().then((authorization) => {
        token = authorization.kind === "token" ? authorization.token : undefined;
        send(token === undefined ? {} : { token });
      });
    },
    query: { batch: "1" },
    transports: ["websocket", "polling"],
    reconnectionDelay: 500,
    reconnectionDelayMax: 4_000,
  });

  const noteMessage = (): void => {
    lastMessageMs = Date.now();
  };
  const showLost = (): void => {
    listeners.state(wasConnected ? "reconnecting" : "connecting");
    offlineTimer ??= setTimeout(() => listeners.state("offline"), OFFLINE_AFTER_MS);
  };
  showLost();
  socket.io.on("ping", noteMessage);
  socket.onAny(noteMessage);
  socket.on("connect", () => {
    noteMessage();
    clearTimeout(offlineTimer);
    offlineTimer = undefined;
    listeners.state("connected");
    if (viewport !== undefined) socket.emit("viewport", viewport);
    listeners.connected(wasConnected);
    wasConnected = true;
  });
  socket.on("disconnect", (reason) => {
    // A ping timeout is noticed long after the station's last message, any other disconnection at once.
    if (reason !== "io client disconnect") listeners.lost(reason === "ping timeout" ? lastMessageMs : Date.now());
    showLost();
    // The library does not reconnect by itself when the server has closed the connection.
    if (reason === "io server disconnect") setTimeout(reconnect, REFUSED_WAIT_MS);
  });
  const stopWatching = watch(session.state, reconnect, { immediate: true });
  socket.on("connect_error", () => {
    listeners.unconnected();
    // The library tries again after any failure except a refusal by the station.
    if (socket.active) return;
    void renewAuthorization().then(() => setTimeout(reconnect, REFUSED_WAIT_MS));
  });
  socket.on("notice", (notice: unknown) => {
    if (Notice.safeParse(notice).data?.type === "token_expiring") void sendNewToken();
  });
  for (const name of Object.keys(liveEvents) as LiveEventName[]) listen(name);

  function listen<N extends LiveEventName>(name: N): void {
    const parse = fastParserOf<z.ZodType>(z.array(liveEvents[name].payload));
    const notify = listeners[name] as (records: readonly unknown[]) => void;
    socket.on(name as string, (payload: unknown) => {
      notify(parse(Array.isArray(payload) ? payload : [payload]) as readonly unknown[]);
    });
  }

  /** Connects unless nobody is signed in: the station would refuse that. */
  function reconnect(): void {
    const { kind } = session.state.value;
    if (isClosed) return;
    if (kind === "signed-out") socket.disconnect();
    else if (kind !== "starting" && !socket.active) socket.connect();
  }

  async function renewAuthorization(): Promise<void> {
    if (token === undefined) await session.refreshState();
    else await session.authorization(token);
  }

  /** Sends a newer token: the station closes the connection when the old one expires. */
  async function sendNewToken(): Promise<void> {
    const next = await session.authorization(token);
    if (next.kind !== "token" || !socket.connected) return;
    token = next.token;
    socket.emit("authenticate", token);
  }

  return {
    setViewport(next) {
      if (next === viewport) return;
      viewport = next;
      if (socket.connected) socket.emit("viewport", next);
    },
    isConnected: () => socket.connected,
    close() {
      isClosed = true;
      stopWatching();
      clearTimeout(offlineTimer);
      socket.io.off("ping", noteMessage);
      socket.close();
    },
  };
}
