import { type Credentials, demoCredentials } from './credentials.ts';
import type { Interceptor } from './service/interceptor.ts';

/** Sort order of the signed parts (docs/service.md 10.1). `any` accepts both orders. */
export type SigningVariant = 'bytewise' | 'case-insensitive' | 'any';

export interface DemoExchangeOptions {
  /** Port on 127.0.0.1. 0 selects a free one. Default 0. */
  readonly port?: number;
  /** Seed of all simulated data. Default 1. */
  readonly seed?: number;
  /** Number of orders in the history at the start, both margin modes together, 0 to 200,000. Default 12,000. */
  readonly orders?: number;
  /** Number of closed plan orders at the start, 0 to 200,000. Default 2,400. */
  readonly plans?: number;
  /**
   * Number of open plan orders at the start, which new plan orders keep up, 0 to 5,000. Default 64. With 0 the account
   * places none.
   */
  readonly openPlans?: number;
  /** True if plan orders are added that show what a trader uses them for. Default false: all are drawn. */
  readonly tellsStory?: boolean;
  /** Orders that the account places per minute of market time, 0 to 30. Default 3. */
  readonly ordersPerMinute?: number;
  /** Delay of every reply in milliseconds. Default 0. */
  readonly latencyMs?: number;
  /** Maximum requests per window, for each key and for each endpoint. Default 100. */
  readonly requestsPerWindow?: number;
  /** Window of the rate limit in milliseconds. Default 10,000. */
  readonly windowMs?: number;
  /** Default `any`. The real service accepts one of the two orders; which one is not published. */
  readonly signingVariant?: SigningVariant;
  /**
   * The server's clock in epoch milliseconds, for `Date`, nonces, rate limit and `ctime`. Default: the system's clock.
   */
  readonly now?: () => number;
  /** Speed of market time relative to the clock, 0 to 10,000. Default 1. With 0 the market stands still. */
  readonly timeScale?: number;
  /** Seconds that the server's clock is ahead of `now`, -86,400,000 to 86,400,000. Default 0. */
  readonly clockSkewSeconds?: number;
  /** Can replace every reply before it is sent. Default: replies are sent unchanged. */
  readonly interceptor?: Interceptor;
  /**
   * The account's token (printable ASCII without spaces) and secret key, both not empty. Default: `demoCredentials`.
   */
  readonly credentials?: Credentials;
  /** Certificate and key in PEM for https. Default: http. */
  readonly tls?: { readonly cert: string; readonly key: string };
}

type OptionsWithDefaults = Omit<DemoExchangeOptions, 'interceptor' | 'tls' | 'clockSkewSeconds'>;

/** All options with their defaults. `now` includes the clock's skew. */
export interface ResolvedOptions extends Required<OptionsWithDefaults> {
  readonly interceptor: DemoExchangeOptions['interceptor'];
  readonly tls: DemoExchangeOptions['tls'];
}

/** Fills in the defaults. Throws a RangeError that names the option whose value is out of range. */
export function resolveOptions(options: DemoExchangeOptions): ResolvedOptions {
  return {
    port: integerOption('port', options.port ?? 0, 0, 65_535),
    seed: integerOption('seed', options.seed ?? 1, 0, 0xffff_ffff),
    orders: integerOption('orders', options.orders ?? 12_000, 0, 200_000),
    plans: integerOption('plans', options.plans ?? 2400, 0, 200_000),
    openPlans: integerOption('openPlans', options.openPlans ?? 64, 0, 5000),
    tellsStory: options.tellsStory ?? false,
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
  // The messages quote neither value, because messages can end up in logs.
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
