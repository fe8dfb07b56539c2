import * as openid from "openid-client";
import type { PeerCredential } from "../features/sync/index.ts";
import { SECOND_MS } from "../kernel/clock.ts";
import type { Clock } from "../kernel/clock.ts";
import type { OidcClient, ProviderOfPeer } from "./sync.deps.ts";

/** The realm of the cloud service, and of every station; an issuer that names a realm is used unchanged. */
const REALM = "/realms/dcp";
const CLIENT_ID = "fieldstation";
const SCOPE = "openid profile email offline_access";
/** A provider should state the lifetime of its tokens (RFC 6749, 5.1); where it does not, they are renewed soon. */
const DEFAULT_LIFETIME_S = 60;
/**
 * The id token, which is valid for a time by the provider's clock, is not used: the peer says whose account it is. So
 * the clock of this computer may be wrong by any time, such as after days without a network.
 */
const ANY_CLOCK_S = 1e10;

/** The provider cannot answer now; the sign-in still counts (RFC 6749, 4.1.2.1 and 5.2; RFC 6585, 4). */
function isTemporary({ error, status }: openid.ResponseBodyError): boolean {
  return status === 429 || error === "temporarily_unavailable" || error === "server_error";
}

type Tokens = Extract<PeerCredential, { readonly kind: "oidc" }>;

/** Signs in at a peer's OpenID Connect provider with a code on another device (RFC 8628), and renews access tokens. */
export function createOidcClient(clock: Clock): OidcClient {
  async function discover(peer: ProviderOfPeer): Promise<openid.Configuration> {
    const base = (peer.authUrl ?? peer.baseUrl).replace(/\/+$/, "");
    const issuer = new URL(base.includes("/realms/") ? base : `${base}${REALM}`);
    const isPlain = issuer.protocol === "http:";
    const metadata = { [openid.clockTolerance]: ANY_CLOCK_S };
    return openid.discovery(issuer, peer.clientId ?? CLIENT_ID, metadata, openid.None(), {
      ...(isPlain ? { execute: [openid.allowInsecureRequests] } : {}),
    });
  }

  function toTokens(response: openid.TokenEndpointResponse, refreshToken: string): Tokens {
    const lifetimeS = response.expires_in ?? DEFAULT_LIFETIME_S;
    return {
      kind: "oidc",
      accessToken: response.access_token,
      refreshToken: response.refresh_token ?? refreshToken,
      expiresMs: clock.now() + lifetimeS * SECOND_MS,
    };
  }

  return {
    async refresh(peer, refreshToken) {
      try {
        return toTokens(await openid.refreshTokenGrant(await discover(peer), refreshToken), refreshToken);
      } catch (error) {
        return error instanceof openid.ResponseBodyError && !isTemporary(error) ? "refused" : "unreachable";
      }
    },
    async startDeviceGrant(peer, signal) {
      const configuration = await discover(peer);
      const started = await openid.initiateDeviceAuthorization(configuration, { scope: SCOPE });
      return {
        userCode: started.user_code,
        verificationUri: started.verification_uri,
        verificationUriComplete: started.verification_uri_complete ?? null,
        expiresMs: clock.now() + started.expires_in * SECOND_MS,
        completed: openid
          .pollDeviceAuthorizationGrant(configuration, started, undefined, { signal })
          .then((response) => toTokens(response, "")),
      };
    },
  };
}
