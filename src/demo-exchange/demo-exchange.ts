import type { PlanOutcome } from './account/plan-description.ts';
import { EXECUTION_FAILED, FULLY_EXECUTED, PARTIALLY_EXECUTED } from './account/plan-description.ts';
import { tellStory } from './account/story.ts';
import type { MarginMode, OrderRow, PlanTerms } from './account/wire-rows.ts';
import type { Instrument } from './market/instruments.ts';
import { plainText, unitsOf } from './numbers/decimal-text.ts';
import { type DemoExchangeOptions, resolveOptions } from './options.ts';
import { createHttpServer } from './service/http-server.ts';
import { type Traffic, TrafficRecord } from './service/traffic.ts';
import { World } from './world.ts';

interface NewOrder {
  readonly symbol: string;
  /** Default 1, isolated. */
  readonly marginMode?: MarginMode;
  /** Fixed fields of the row. The others are derived from the seed. Lists are paged by the derived ID, also if the row has another one. */
  readonly fields?: Partial<OrderRow>;
}

interface NewPlan {
  readonly symbol: string;
  /** Default 1, isolated. */
  readonly marginMode?: MarginMode;
  readonly triggerPrice: string;
  /** Default: from the current price, `rises-to` if the price is at the trigger. */
  readonly direction?: 'rises-to' | 'falls-to';
  /** Outcome after the trigger. Default `executed`. */
  readonly outcome?: 'executed' | 'partly-executed' | 'failed';
  /** Contracts as a decimal. Default: 10 smallest steps. */
  readonly amount?: string;
  /** Fixed fields of the row. */
  readonly fields?: Partial<Omit<PlanTerms, 'amount' | 'trigger_price'>>;
}

/** A running demo exchange. All members besides its address and credentials are for tests and demonstrations. */
export interface DemoExchange {
  /** `http://127.0.0.1:<port>`, with the option `tls` https. */
  readonly baseUrl: string;
  readonly port: number;
  readonly token: string;
  readonly secretKey: string;
  /** The received requests with the replies before any interception. */
  readonly traffic: Traffic;
  /** Closes all connections and the port. Can be called again. */
  close(): Promise<void>;
  /** Advances market time by milliseconds. The server's clock, for `Date` and nonces, does not change. */
  advance(ms: number): void;
  /** Adds the newest order. Returns its order_id. Throws a RangeError for an unknown future. */
  addOrder(order: NewOrder): string;
  /** Adds an open plan order. Returns its order_id. Throws a RangeError for an unknown symbol or an invalid decimal. */
  addPlan(plan: NewPlan): string;
  /**
   * Returns the last price of a future, or of a spot pair without a future. Throws a RangeError for an unknown symbol.
   */
  priceOf(symbol: string): string;
  /**
   * Sets the last price of a future and its spot pair. Plans that the price triggers show `trigger_status` 1
   * immediately and enter the history two seconds of market time later. Throws a RangeError for an unknown symbol or a
   * price that is finer than the symbol's precision.
   */
  setPrice(symbol: string, price: string): void;
}

/**
 * Starts a simulation of the service (docs/service.md) on 127.0.0.1. Rejects with a RangeError for an option out of
 * range, and with the system's error if the port is not available.
 */
export async function startDemoExchange(options: DemoExchangeOptions = {}): Promise<DemoExchange> {
  const resolved = resolveOptions(options);
  const world = new World(resolved);
  if (resolved.tellsStory) tellStory(world, Math.floor(resolved.now() / 1000));
  const traffic = new TrafficRecord();
  const server = createHttpServer(world, resolved, traffic);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(resolved.port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const { port } = address;
  let closing: Promise<void> | undefined;

  return {
    baseUrl: `${resolved.tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    port,
    ...resolved.credentials,
    traffic,
    close() {
      closing ??= new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      return closing;
    },
    advance(ms) {
      world.catchUp();
      world.clock.advance(ms);
      world.catchUp();
    },
    addOrder: (order) => addOrder(world, resolved.now, order),
    addPlan: (plan) => addPlan(world, resolved.now, plan),
    priceOf(symbol) {
      const instrument = world.futuresBySymbol.get(symbol) ?? world.spot.bySymbol.get(symbol);
      if (instrument === undefined) throw new RangeError(`${symbol} is not listed`);
      return plainText(instrument.path.ticksAt(world.catchUp()), instrument.priceDecimals);
    },
    setPrice(symbol, price) {
      const future = world.futuresBySymbol.get(symbol);
      const spot = world.spot.bySymbol.get(symbol);
      if (future !== undefined) world.setFuturesPrice(future, ticksOf(future, price));
      else if (spot !== undefined) world.setSpotPrice(spot, ticksOf(spot, price));
      else throw new RangeError(`${symbol} is not listed`);
    },
  };
}

function addOrder(world: World, now: () => number, { symbol, marginMode = 1, fields }: NewOrder): string {
  world.catchUp();
  return world.orders.append({
    instrument: futureOf(world, symbol).position,
    marginMode,
    created: Math.floor(now() / 1000),
    marketSeconds: world.marketSeconds,
    ...(fields === undefined ? {} : { fields }),
  });
}

function addPlan(world: World, now: () => number, plan: NewPlan): string {
  const beat = world.catchUp();
  const instrument = futureOf(world, plan.symbol);
  const { priceDecimals, quantityDecimals } = instrument;
  const triggerTicks = ticksOf(instrument, plan.triggerPrice);
  const amount = plan.amount === undefined ? 10 : unitsOf(plan.amount, quantityDecimals);
  if (amount === undefined || amount < 1) throw new RangeError(`${plan.amount} is no quantity of ${plan.symbol}`);
  const here = triggerTicks >= instrument.path.ticksAt(beat) ? 'rises-to' : 'falls-to';
  const rises = (plan.direction ?? here) === 'rises-to';
  return world.plans.place({
    instrument: instrument.position,
    marginMode: plan.marginMode ?? 1,
    created: Math.floor(now() / 1000),
    beat,
    outcome: outcomeOf(plan.outcome ?? 'executed', amount),
    description: {
      amount,
      triggerTicks,
      rises,
      terms: {
        price: '0',
        lever_rate: 10,
        type: 'buy-market',
        trigger_sign: rises ? '1' : '2',
        stop_profit_price: '',
        stop_loss_price: '',
        ...plan.fields,
        amount: plainText(amount, quantityDecimals),
        trigger_price: plainText(triggerTicks, priceDecimals),
      },
    },
  });
}

function outcomeOf(outcome: 'executed' | 'partly-executed' | 'failed', amount: number): PlanOutcome {
  if (outcome === 'executed') return { implementStatus: FULLY_EXECUTED, executed: amount };
  if (outcome === 'failed') return { implementStatus: EXECUTION_FAILED, executed: 0 };
  return { implementStatus: PARTIALLY_EXECUTED, executed: Math.ceil(amount / 2) };
}

function futureOf(world: World, symbol: string): Instrument {
  const instrument = world.futuresBySymbol.get(symbol);
  if (instrument === undefined) throw new RangeError(`${symbol} is no listed future`);
  return instrument;
}

function ticksOf(instrument: Instrument, price: string): number {
  const ticks = unitsOf(price, instrument.priceDecimals);
  if (ticks !== undefined && ticks >= 1) return ticks;
  throw new RangeError(`${price} is no price of ${instrument.symbol}: it has ${instrument.priceDecimals} decimals`);
}
