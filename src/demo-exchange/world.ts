import { OrderLedger } from './account/order-ledger.ts';
import { drawTriggeredOutcome, FULLY_EXECUTED, PLAN_CANCELED, type PlanOutcome } from './account/plan-description.ts';
import { type OpenPlan, PlanLedger } from './account/plan-ledger.ts';
import type { OrderRow } from './account/wire-rows.ts';
import { type Instrument, listFutures, listSpot } from './market/instruments.ts';
import { BEAT_MS, MarketClock } from './market/market-clock.ts';
import { TickerBoard } from './market/ticker-board.ts';
import { plainText } from './numbers/decimal-text.ts';
import { hash32, RandomStream } from './numbers/random.ts';
import type { ResolvedOptions } from './options.ts';

const BEATS_PER_MINUTE = 60_000 / BEAT_MS;
/** Trades at once in each margin mode: the demo account holds eight positions at the start. */
const STORY_TRADES = 4;

/**
 * The market and the account. No timer runs: each access first simulates all beats since the last access. The same seed
 * and clock give the same world, however often it is read.
 */
export class World {
  readonly futures: readonly Instrument[];
  readonly futuresBySymbol: ReadonlyMap<string, Instrument>;
  readonly futuresBoard: TickerBoard;
  readonly orders: OrderLedger;
  readonly plans: PlanLedger;
  readonly clock: MarketClock;
  readonly #options: ResolvedOptions;
  #spot: { readonly bySymbol: ReadonlyMap<string, Instrument>; readonly board: TickerBoard } | undefined;

  constructor(options: ResolvedOptions) {
    const { seed } = options;
    this.#options = options;
    this.clock = new MarketClock(options.now, options.timeScale);
    const anchorSeconds = Math.floor(this.clock.anchorMs / 1000);
    const futures = listFutures(seed);
    this.futures = futures;
    this.futuresBySymbol = new Map(futures.map((instrument) => [instrument.symbol, instrument]));
    this.futuresBoard = new TickerBoard(futures);
    this.orders = new OrderLedger({
      seed,
      historyLength: options.orders,
      anchorSeconds,
      instruments: futures,
      mostTrades: options.tellsStory ? STORY_TRADES : undefined,
      ordersPerMinute: options.ordersPerMinute,
    });
    this.plans = new PlanLedger({
      seed,
      historyLength: options.plans,
      openCount: options.openPlans,
      anchorSeconds,
      instruments: futures,
      positions: this.orders.positionsAtStart(),
    });
  }

  /** The spot market, made when a client or a set price first needs it. */
  get spot(): { readonly bySymbol: ReadonlyMap<string, Instrument>; readonly board: TickerBoard } {
    if (this.#spot === undefined) {
      const spot = listSpot(this.#options.seed);
      const bySymbol = new Map(spot.map((instrument) => [instrument.symbol, instrument]));
      this.#spot = { bySymbol, board: new TickerBoard(spot) };
    }
    return this.#spot;
  }

  /** Seconds of market time since the start. */
  get marketSeconds(): number {
    return secondsAt(this.clock.beat);
  }

  /** Simulates the beats since the last call. Returns the current beat. */
  catchUp(): number {
    this.clock.catchUp((beat, clockMs) => this.#live(beat, Math.floor(clockMs / 1000)));
    return this.clock.beat;
  }

  /**
   * Sets a future's last price in ticks, moves its spot pair by the same share, and marks the plans that the price
   * triggers.
   */
  setFuturesPrice(instrument: Instrument, ticks: number): void {
    const beat = this.catchUp();
    const before = instrument.path.ticksAt(beat);
    this.futuresBoard.movePrice(instrument.symbol, beat, ticks);
    const spot = this.spot.bySymbol.get(instrument.symbol);
    if (spot !== undefined) {
      this.setSpotPrice(spot, Math.max(1, Math.round((spot.path.ticksAt(beat) * ticks) / before)));
    }
    this.#markTriggered(beat);
  }

  setSpotPrice(instrument: Instrument, ticks: number): void {
    this.spot.board.movePrice(instrument.symbol, this.catchUp(), ticks);
  }

  #live(beat: number, clockSeconds: number): void {
    const { seed, openPlans, ordersPerMinute } = this.#options;
    const random = new RandomStream(hash32(seed, 71, beat));
    this.#carryOutTriggered(beat, clockSeconds);
    this.#markTriggered(beat);
    if (random.chance(ordersPerMinute / BEATS_PER_MINUTE)) this.orders.appendUsual(clockSeconds, secondsAt(beat));
    const missing = openPlans - this.plans.openCount;
    if (random.chance(missing > 0 ? 0.25 : 0.01) && openPlans > 0 && missing > -4) {
      this.plans.placeUsual(clockSeconds, beat);
    }
    if (random.chance(0.004) && missing < 4) this.#cancelOne(random, beat);
  }

  #markTriggered(beat: number): void {
    for (const plan of this.plans.openPlans()) {
      if (plan.triggeredAt !== undefined) continue;
      const last = plan.instrument.path.ticksAt(beat);
      if (plan.rises ? last >= plan.triggerTicks : last <= plan.triggerTicks) plan.triggeredAt = beat;
    }
  }

  #carryOutTriggered(beat: number, clockSeconds: number): void {
    for (const plan of this.plans.openPlans()) {
      if (plan.triggeredAt === undefined) continue;
      const outcome = plan.outcome ?? drawTriggeredOutcome(this.#options.seed, plan.sequence, plan.amount);
      this.plans.close(plan, outcome, beat);
      if (outcome.executed > 0) this.#appendOrderOf(plan, outcome, beat, clockSeconds);
    }
  }

  #appendOrderOf(plan: OpenPlan, outcome: PlanOutcome, beat: number, clockSeconds: number): void {
    const { instrument, terms, marginMode } = plan;
    const isMarket = terms.price === '0';
    this.orders.append({
      instrument: instrument.position,
      marginMode,
      created: clockSeconds,
      marketSeconds: secondsAt(beat),
      fields: {
        price: terms.price,
        price_avg: isMarket ? plainText(instrument.path.ticksAt(beat), instrument.priceDecimals) : terms.price,
        lever_rate: terms.lever_rate,
        amount: terms.amount,
        deal_amount: plainText(outcome.executed, instrument.quantityDecimals),
        type: terms.type,
        status: outcome.implementStatus === FULLY_EXECUTED ? 3 : 5,
        contract_type: 'open',
        profit: '0',
      } satisfies Partial<OrderRow>,
    });
  }

  #cancelOne(random: RandomStream, beat: number): void {
    const waiting = [...this.plans.openPlans()].filter((plan) => plan.triggeredAt === undefined);
    const plan = waiting[random.integer(0, waiting.length - 1)];
    if (plan !== undefined) this.plans.close(plan, { implementStatus: PLAN_CANCELED, executed: 0 }, beat);
  }
}

function secondsAt(beat: number): number {
  return Math.floor((beat * BEAT_MS) / 1000);
}
