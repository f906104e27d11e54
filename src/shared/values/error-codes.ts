/**
 * Whether and when a failed call is worth a retry. Three policies read it: requests (exchange/pacing), history sync and polls
 * (core/market).
 */
export type FailureKind =
  /** Ends without the user, usually within minutes. */
  | 'passing'
  /** Ends with one retry, which carries a new nonce and a corrected time. */
  | 'once'
  /** The response was not understood. A retry can succeed, but must not burden a service that stays this way. */
  | 'garbled'
  /** The service does not answer at the address, so the user must correct it. A network's login page passes without the user. */
  | 'address'
  /** The key is rejected or unavailable. Retries could lock the account or show the keychain's password prompt again. */
  | 'key'
  /** The same call fails each time. */
  | 'lasting';

/**
 * Every error code, with its kind. The page shows one text for each code (`renderer/text/en/failures.ts`: what happened, what to do
 * next). Code branches on the code or its kind, never on a message. The errno values are those of docs/service.md 10.2.
 */
export const failureKinds = {
  /** The computer has no network, or the exchange's address cannot be reached. `Failure.proxy` is set if the proxy prevents it. */
  offline: 'passing',
  /** The exchange did not respond in time. */
  timeout: 'passing',
  /** The TLS certificate is not trusted by this computer. */
  'untrusted-certificate': 'address',
  /** The server at an https address does not use TLS. */
  'no-tls': 'address',
  /** The exchange asked to slow down (HTTP 429 or 503). */
  throttled: 'passing',
  /** The exchange is busy and asks for a retry (errno 20507). */
  'service-busy': 'passing',
  /** The exchange rejected the signature (errno 20506). */
  'rejected-signature': 'key',
  /** The clock of this computer differs too much from the exchange's (errno 20520). */
  'clock-skew': 'once',
  /** The nonce was used before (errno 20519). */
  'nonce-used': 'once',
  /** The token is unknown, incomplete or not signed in (errno 401, 20521, 20522, 20523, 20525), or no credentials are stored. */
  'not-authenticated': 'key',
  /** The account is locked (errno 20524). */
  'account-locked': 'key',
  /** The key lacks the permission (errno 20401, 20530, 20526, 20515). */
  'no-permission': 'key',
  /** The key has expired (errno 20529). */
  'key-expired': 'key',
  /** The server responds, but does not know the path (HTTP 404, errno 404). */
  'wrong-address': 'address',
  /** Another server responds at the address: a web site, a proxy or a login page. */
  'not-this-service': 'address',
  /** The exchange redirected the request. Redirects are never followed. */
  'redirect-refused': 'address',
  /** A cache between here and the exchange answered a signed request with what it had kept. */
  'cached-response': 'passing',
  /** The exchange does not accept the parameters (errno 20501, 20503, 20505). */
  'invalid-request': 'lasting',
  /** The response is not in the service's format. */
  'bad-answer': 'garbled',
  /** The exchange reported a failure for which no other code exists. */
  'service-error': 'passing',
  /** The operating system's keychain cannot be used. `Failure.keychain` says why. */
  'keychain-unavailable': 'key',
  /** The input does not match the contract. */
  'invalid-input': 'lasting',
  /** The account does not exist. */
  'unknown-account': 'lasting',
  /** A local file could not be read or written. */
  'storage-failed': 'passing',
  /** The caller canceled the request. */
  canceled: 'lasting',
  /** The page cannot reach the host process. */
  'host-gone': 'lasting',
  /** The host runs, but the page is not of its session: the program was restarted. */
  'no-session': 'lasting',
  /** A bug in the program. */
  internal: 'passing',
} as const satisfies Record<string, FailureKind>;

export type ErrorCode = keyof typeof failureKinds;

/** True if the exchange gave no response. */
export function isUnreachable(code: ErrorCode): boolean {
  return code === 'offline' || code === 'timeout';
}

export const errorCodes = Object.keys(failureKinds) as readonly ErrorCode[];

/** Why the keychain cannot be used, or has no entry for an account. Each reason has its own advice for the user. */
export const keychainReasons = [
  /** No keychain service runs in this session. */
  'no-service',
  /** The keychain service ended or was restarted. Only a program started after it can reach it. */
  'service-restarted',
  /** The keychain is locked, and its password prompt was dismissed, left open or could not be shown. */
  'locked',
  /** The user or a system policy denied access. */
  'denied',
  /** The keychain did not respond in time. */
  'no-answer',
  /** The keychain has not responded to an earlier call, which keeps all others out. */
  'call-pending',
  /** KeePassXC has no open database, or none with a group for the Secret Service. */
  'no-database',
  /** keytar is not installed: it is an optional package. */
  'module-missing',
  /** A library that keytar needs (libsecret on Linux) or that KWallet needs (QCA's plugin for OpenSSL) is not installed. */
  'library-missing',
  /** keytar has no native part for this system, for example for Linux with musl. */
  'system-unsupported',
  /** The entry was not written by Orderglass, or is incomplete. */
  'damaged-entry',
  /** The keychain shows no entry of the account: it was deleted outside Orderglass, or the user denied access to it. */
  'entry-missing',
  /** The account's credentials were for an earlier session, at the user's wish. */
  'session-ended',
  /** Any other failure. `Failure.systemText` quotes the system. */
  'other',
] as const;

export type KeychainReason = (typeof keychainReasons)[number];

/** Why no server was reached at an address. Without a reason only the network can be named. */
export const unreachableReasons = [
  /** No address is known for the name of the host. */
  'unknown-host',
  /** The host refuses connections at the port. */
  'refused',
] as const;

export type UnreachableReason = (typeof unreachableReasons)[number];

/** Why a proxy prevents requests. Each reason has its own advice for the user. */
export const proxyReasons = [
  /** The proxy does not accept connections, or does not respond. */
  'unreachable',
  /** The proxy ends the connection without a response, as one does that is reached by HTTPS only. */
  'ended',
  /** This computer does not trust the certificate of a proxy that is reached by HTTPS. */
  'untrusted',
  /** The proxy's address begins with https://, but the proxy does not use TLS. */
  'no-tls',
  /** The server at the proxy's address opens no tunnels. */
  'no-proxy',
  /** The proxy requires a user name and a password. */
  'authentication',
  /** The proxy does not accept the user name or the password. */
  'wrong-password',
  /** The proxy requires a sign-in, but not by `Basic`. */
  'other-sign-in',
  /** The proxy does not allow the exchange's address. */
  'refused',
  /** The proxy could not connect to the exchange. */
  'exchange-unreachable',
  /** The address is not one of an HTTP proxy. */
  'unusable',
  /** The user name or password in the address has a % that is not followed by two hexadecimal digits. */
  'not-encoded',
] as const;

export type ProxyReason = (typeof proxyReasons)[number];

const passingProxyReasons: ReadonlySet<ProxyReason> = new Set(['unreachable', 'ended', 'exchange-unreachable']);

/** True if a proxy fails each request until the user acts. Retries could also lock the user's account at the proxy. */
export function isLastingAtProxy({ proxy }: { readonly proxy?: ProxyReason | undefined }): boolean {
  return proxy !== undefined && !passingProxyReasons.has(proxy);
}
