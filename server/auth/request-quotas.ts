import { RateLimiterMemory } from "rate-limiter-flexible";
import { isLoopbackAddress } from "../kernel/loopback.ts";
import { consume } from "./rate-limit.ts";

/**
 * The limits on the requests of one person, or one other computer. The defaults do not restrict any receiver or
 * console.
 */
export type QuotaLimits = {
  /** For one person; an address has twice as many. Pushes and uploads are not counted. */
  readonly requestsPerMinute: number;
  /** Sent by one person in a minute, pushes and uploads included; by an address twice as much. */
  readonly megabytesPerMinute: number;
  /** Time that the thread for exports may spend for one person in an hour. */
  readonly exportSecondsPerHour: number;
};

export const DEFAULT_QUOTA_LIMITS: QuotaLimits = {
  requestsPerMinute: 300_000,
  megabytesPerMinute: 6000,
  exportSecondsPerHour: 1800,
};

export type QuotaCaller = {
  /** Undefined for a caller without a credential. */
  readonly userId?: string | undefined;
  /** The other end of the connection; loopback is not counted, because a proxy there stands for many computers. */
  readonly address?: string | undefined;
};

export type RequestQuotas = {
  /** Counts a request; if there is no room for it, the seconds after which there will be. */
  readonly admit: (caller: QuotaCaller, isCounted: boolean) => Promise<number | undefined>;
  /** Counts what was received for a request. */
  readonly received: (caller: QuotaCaller, bytes: number) => void;
  /** Whether a person may start another export; if not, after how many seconds. */
  readonly admitExport: (userId: string) => Promise<number | undefined>;
  readonly exported: (userId: string, ms: number) => void;
};

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const KILOBYTE = 1000;
/** Many people may share the address of an office. */
const OF_ADDRESS = 2;

/** Counts in memory; a window begins with its first request. The limiter uses the system clock, not the injected one. */
export function createRequestQuotas(limits: QuotaLimits = DEFAULT_QUOTA_LIMITS): RequestQuotas {
  const perMinute = (points: number) => new RateLimiterMemory({ points, duration: MINUTE_S });
  const requests = perMinute(limits.requestsPerMinute);
  const requestsOfAddress = perMinute(limits.requestsPerMinute * OF_ADDRESS);
  const kilobytes = perMinute(limits.megabytesPerMinute * KILOBYTE);
  const kilobytesOfAddress = perMinute(limits.megabytesPerMinute * KILOBYTE * OF_ADDRESS);
  const exportMs = new RateLimiterMemory({ points: limits.exportSecondsPerHour * 1000, duration: HOUR_S });

  return {
    async admit({ userId, address }, isCounted) {
      const network = networkOf(address);
      const waitsMs = [
        userId === undefined ? 0 : await waitOf(kilobytes, userId),
        network === undefined ? 0 : await waitOf(kilobytesOfAddress, network),
        userId === undefined || !isCounted ? 0 : await consume(requests, userId),
        network === undefined || !isCounted ? 0 : await consume(requestsOfAddress, network),
      ];
      return secondsOf(Math.max(...waitsMs));
    },
    received({ userId, address }, bytes) {
      const points = Math.round(bytes / KILOBYTE);
      if (points === 0) return;
      if (userId !== undefined) void kilobytes.penalty(userId, points);
      const network = networkOf(address);
      if (network !== undefined) void kilobytesOfAddress.penalty(network, points);
    },
    admitExport: async (userId) => secondsOf(await waitOf(exportMs, userId)),
    exported: (userId, ms) => void exportMs.penalty(userId, Math.round(ms)),
  };
}

function secondsOf(waitMs: number): number | undefined {
  return waitMs === 0 ? undefined : Math.ceil(waitMs / 1000);
}

/** Milliseconds until the count is reset; 0 while there is room. */
async function waitOf(limiter: RateLimiterMemory, key: string): Promise<number> {
  const used = await limiter.get(key);
  return used === null || used.consumedPoints < limiter.points ? 0 : Math.max(1, used.msBeforeNext);
}

/** The address, where it stands for one computer. */
function networkOf(address: string | undefined): string | undefined {
  return address === undefined || isLoopbackAddress(address) ? undefined : address;
}
