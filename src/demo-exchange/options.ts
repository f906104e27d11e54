import { type Credentials, demoCredentials } from './credentials.ts';
import type { Interceptor } from './service/interceptor.ts';

/** How the signature's parts are sorted: see venue-notes. `any` accepts either. */
export type SigningVariant = 'bytewise' | 'case-insensitive' | 'any';

export interface DemoExchangeOptions {
  /** 0 (default) takes a free port. The host is always 127.0.0.1. */
  readonly port?: number;
  /** Everything that is made up follows from it. Default 1. */
  readonly seed?: number;
  /** Orders in the history at the start, both margin modes together, 0 to 2,000,000. Default 12,000. */
  readonly orders?: number;
  /** Plan orders that are over at the start, 0 to 200,000. Default 2,400. */
  readonly plans?: number;
  /** Plan orders that wait at the start and that are kept up, 0 to 5,000. Default 64; with 0 none is ever placed. */
  readonly openPlans?: number;
  /** Orders that arrive by themselves, per minute of market time, 0 to 30. Default 3. */
  readonly ordersPerMinute?: number;
  /** Delay of every answer in milliseconds. Default 0. */
  readonly latencyMs?: number;
  /** Requests that a key, and an endpoint, may have in a window. Default 100. */
  readonly requestsPerWindow?: number;
  /** Length of the rate limit's window in milliseconds. Default 10,000. */
  readonly windowMs?: number;
  /** Default `any`. The real service takes one of the two, and which one is not published. */
  readonly signingVariant?: SigningVariant;
  /** The server's clock, epoch milliseconds: the `Date` header, the nonces, the rate limit, `ctime`. Default: the system's. */
  readonly now?: () => number;
  /** How fast the market's time runs against the clock, 0 to 10,000. Default 1; with 0 the market stands still. */
  readonly timeScale?: number;
  /**
   * Seconds that the server's clock is ahead of `now`, -86,400,000 to 86,400,000: the `Date` header and the check of
   * nonces agree with each other and not with the client. Default 0.
   */
  readonly clockSkewSeconds?: number;
  /** Sees every reply before it is sent and can replace it. Default: every reply is sent unchanged. */
  readonly interceptor?: Interceptor;
  /**
   * The one account's token and secret key: the token 1 or more printable ASCII characters without spaces, the secret key 1 or
   * more characters. Default: those of the demo account.
   */
  readonly credentials?: Credentials;
  /** A certificate and its key in PEM: https in place of http. Default: none. */
  readonly tls?: { readonly cert: string; readonly key: string };
}

type OptionsWithDefaults = Omit<DemoExchangeOptions, 'interceptor' | 'tls' | 'clockSkewSeconds'>;

/** All options; the clock's skew is in `now`. */
export interface ResolvedOptions extends Required<OptionsWithDefaults> {
  readonly interceptor: DemoExchangeOptions['interceptor'];
  readonly tls: DemoExchangeOptions['tls'];
}

/** Fills in the defaults. Throws a RangeError that names the option where a value is outside its range. */
export function resolveOptions(options: DemoExchangeOptions): ResolvedOptions {
  return {
    port: integerOption('port', options.port ?? 0, 0, 65_535),
    seed: integerOption('seed', options.seed ?? 1, 0, 0xffff_ffff),
    orders: integerOption('orders', options.orders ?? 12_000, 0, 2_000_000),
    plans: integerOption('plans', options.plans ?? 2400, 0, 200_000),
    openPlans: integerOption('openPlans', options.openPlans ?? 64, 0, 5000),
    ordersPerMinute: numberOption('ordersPerMinute', options.ordersPerMinute ?? 3, 0, 30),
    latencyMs: numberOption('latencyMs', options.latencyMs ?? 0, 0, 600_000),
    requestsPerWindow: integerOption('requestsPerWindow', options.requestsPerWindow ?? 100, 1, 1_000_000_000),
    windowMs: numberOption('windowMs', options.windowMs ?? 10_000, 1, 86_400_000),
    signingVariant: options.signingVariant ?? 'any',
    now: skewedClock(options.now ?? Date.now, options.clockSkewSeconds ?? 0),
    timeScale: numberOption('timeScale', options.timeScale ?? 1, 0, 10_000),
    credentials: credentialsOption(options.credentials ?? demoCredentials),
    interceptor: options.interceptor,
    tls: options.tls,
  };
}

function credentialsOption({ token, secretKey }: Credentials): Credentials {
  // Neither is in the message: it may end up anywhere.
  if (!/^[\x21-\x7e]+$/.test(token)) throw new RangeError('credentials.token must be printable ASCII without spaces');
  if (secretKey === '') throw new RangeError('credentials.secretKey must not be empty');
  return { token, secretKey };
}

function skewedClock(now: () => number, seconds: number): () => number {
  const skewMs = 1000 * numberOption('clockSkewSeconds', seconds, -86_400_000, 86_400_000);
  return skewMs === 0 ? now : () => now() + skewMs;
}

function numberOption(name: string, value: number, low: number, high: number): number {
  if (value >= low && value <= high) return value;
  throw new RangeError(`${name} must be from ${low} to ${high}, not ${value}`);
}

function integerOption(name: string, value: number, low: number, high: number): number {
  if (Number.isInteger(value)) return numberOption(name, value, low, high);
  throw new RangeError(`${name} must be a whole number from ${low} to ${high}, not ${value}`);
}
