import type { Instrument } from '../market/instruments.ts';
import { BEAT_MS } from '../market/market-clock.ts';
import { plainText } from '../numbers/decimal-text.ts';
import { hash32 } from '../numbers/random.ts';
import { createHabits, createTimeline, EIGHTEEN_MONTHS, NEWEST_AGE } from './habits.ts';
import { createOrderIdentifiers } from './order-identifiers.ts';
import { chooseOrphanedPlans, closablePosition, mayLookOrphaned, type OrphanCandidate } from './orphaned-plans.ts';
import { type PageRequest, pageOf } from './paging.ts';
import {
  describePlan,
  drawPastOutcome,
  PLACING_ORDER,
  type PlanDescription,
  type PlanOutcome,
  withAmount,
} from './plan-description.ts';
import type { Position } from './positions.ts';
import type { CurrentPlanRow, MarginMode, PastPlanRow, PlanTerms } from './wire-rows.ts';

/** Beats for which a closed plan whose order is placed slowly shows `implement_status` 1. */
const PLACING_BEATS = 5;

/** Seconds before the start after which all open plans were created. The last stretch of orders is longer, so that their positions are known. */
const OPEN_SINCE = 20 * 24 * 60 * 60;

export interface PlanLedgerOptions {
  readonly seed: number;
  /** Number of closed plans at the start. `openCount` is the number of open ones. */
  readonly historyLength: number;
  readonly openCount: number;
  /** Unix seconds of the start. */
  readonly anchorSeconds: number;
  readonly instruments: readonly Instrument[];
  /** Positions of the account shortly before the start, open and closed ones. */
  readonly positions: readonly Position[];
}

export interface OpenPlan extends PlanDescription {
  readonly sequence: number;
  readonly instrument: Instrument;
  readonly marginMode: MarginMode;
  readonly outcome: PlanOutcome | undefined;
  /** Beat at which the price reached the trigger. The plan leaves the list one beat later. */
  triggeredAt: number | undefined;
}

interface ClosedPlan extends PlanDescription {
  readonly outcome: PlanOutcome;
  readonly closedAt: number;
  /** True if placing its order takes `PLACING_BEATS`. */
  readonly placedSlowly: boolean;
}

export interface Placement {
  readonly instrument: number;
  readonly marginMode: MarginMode;
  /** Unix seconds. */
  readonly created: number;
  readonly beat: number;
  /** Default: derived from the seed. */
  readonly description?: PlanDescription;
  /** Outcome after the trigger. Default: derived from the seed. */
  readonly outcome?: PlanOutcome;
}

interface Entry {
  /** Index of the instrument in the list of futures. */
  readonly instrument: number;
  readonly marginMode: MarginMode;
  /** Creation in seconds after the anchor by the server's clock, for `ctime`. */
  readonly created: number;
  /** Creation in seconds after the anchor in market time, which may run faster than the clock. */
  readonly marketSeconds: number;
}

type PlanQuery = PageRequest & { readonly marginMode: MarginMode; readonly instrument: number | undefined };

/**
 * All plan orders of the account, open and closed, in one sequence by creation. A plan that closes appears in the
 * history at the place of its creation.
 */
export class PlanLedger {
  readonly #options: PlanLedgerOptions;
  /** Those of the history are made when they are read. */
  readonly #entries: Entry[];
  readonly #timeline: readonly number[];
  readonly #identifiers;
  readonly #habits;
  readonly #initialLength: number;
  readonly #open = new Map<number, OpenPlan>();
  readonly #closed = new Map<number, ClosedPlan>();

  constructor(options: PlanLedgerOptions) {
    const { seed, historyLength, openCount, positions } = options;
    this.#options = options;
    this.#initialLength = historyLength + openCount;
    this.#identifiers = createOrderIdentifiers('plan', seed);
    this.#habits = createHabits(hash32(seed, 61), this.#initialLength);
    this.#entries = new Array<Entry>(this.#initialLength);
    const recentCount = Math.min(openCount * 2, this.#initialLength);
    const before = createTimeline(hash32(seed, 62), this.#initialLength - recentCount, EIGHTEEN_MONTHS - OPEN_SINCE);
    const recent = createTimeline(hash32(seed, 64), recentCount, OPEN_SINCE - NEWEST_AGE);
    this.#timeline = [...before.map((time) => time - OPEN_SINCE), ...recent.map((time) => time - NEWEST_AGE)];
    // Every other one of the newest plans is open, so that open and closed plans interleave.
    const interleaved = Math.min(openCount, historyLength);
    const open = Array.from({ length: openCount }, (_, rank) => {
      return this.#initialLength - 1 - (rank < interleaved ? rank * 2 : rank + interleaved);
    });
    const candidates = open.map((sequence) => this.#candidate(sequence));
    const orphaned = chooseOrphanedPlans(candidates, positions);
    for (const sequence of open) {
      const orphan = orphaned.get(sequence);
      let subject = { ...this.#at(sequence), ...orphan };
      for (let again = 1; !orphan && mayLookOrphaned(subject, subject.created, positions); again++) {
        subject = { ...subject, instrument: this.#habits.instrumentOf(sequence + 97 * again) };
      }
      this.#entries[sequence] = subject;
      const instrument = this.#instrumentAt(sequence);
      const plan = describePlan(seed, sequence, instrument, instrument.path.ticksAt(0));
      const largest = closablePosition(plan, subject, positions)?.size ?? plan.amount;
      this.#open.set(sequence, {
        ...withAmount(plan, orphan?.amount ?? Math.min(plan.amount, largest), instrument),
        sequence,
        instrument,
        marginMode: subject.marginMode,
        outcome: undefined,
        triggeredAt: undefined,
      });
    }
  }

  get openCount(): number {
    return this.#open.size;
  }

  openPlans(): Iterable<OpenPlan> {
    return this.#open.values();
  }

  sequenceOf(identifier: string): number | undefined {
    const sequence = this.#identifiers.sequenceOf(identifier);
    return sequence !== undefined && sequence < this.#entries.length ? sequence : undefined;
  }

  /** Adds an open plan. Returns its identifier. */
  place({ created, beat, ...placement }: Placement): string {
    const { seed, anchorSeconds } = this.#options;
    const newest = this.#entries.length === 0 ? Number.NEGATIVE_INFINITY : this.#at(this.#entries.length - 1).created;
    const sequence = this.#entries.length;
    this.#entries.push({
      instrument: placement.instrument,
      marginMode: placement.marginMode,
      created: Math.max(newest, created - anchorSeconds),
      marketSeconds: Math.floor((beat * BEAT_MS) / 1000),
    });
    const instrument = this.#instrumentAt(sequence);
    const description =
      placement.description ?? describePlan(seed, sequence, instrument, instrument.path.ticksAt(beat));
    this.#open.set(sequence, {
      ...description,
      sequence,
      instrument,
      marginMode: placement.marginMode,
      outcome: placement.outcome,
      triggeredAt: undefined,
    });
    return this.#identifiers.identifierOf(sequence);
  }

  /** Adds an open plan with the account's habits. */
  placeUsual(created: number, beat: number): void {
    const sequence = this.#entries.length;
    this.place({
      instrument: this.#habits.instrumentOf(sequence),
      marginMode: this.#habits.marginModeOf(sequence),
      created,
      beat,
    });
  }

  /** Moves a plan from the open list to the history. */
  close(plan: OpenPlan, outcome: PlanOutcome, beat: number): void {
    this.#open.delete(plan.sequence);
    const { terms, amount, triggerTicks, rises } = plan;
    const placedSlowly = outcome.executed > 0 && hash32(this.#options.seed, 63, plan.sequence) % 3 === 0;
    this.#closed.set(plan.sequence, { terms, amount, triggerTicks, rises, outcome, closedAt: beat, placedSlowly });
  }

  pageOfCurrent(query: PlanQuery): CurrentPlanRow[] {
    const sequences = this.#page(query, (sequence) => this.#open.has(sequence));
    return sequences.flatMap((sequence) => {
      const plan = this.#open.get(sequence);
      if (plan === undefined) return [];
      return [{ ...this.#head(sequence), ...plan.terms, trigger_status: plan.triggeredAt === undefined ? 0 : 1 }];
    });
  }

  pageOfHistory(query: PlanQuery, beat: number): PastPlanRow[] {
    const sequences = this.#page(query, (sequence) => !this.#open.has(sequence));
    return sequences.map((sequence) => {
      const { terms, outcome } = this.#past(sequence, beat);
      return {
        ...this.#head(sequence),
        ...terms,
        implement_status: outcome.implementStatus,
        tactics_deal: plainText(outcome.executed, this.#instrumentAt(sequence).quantityDecimals),
      };
    });
  }

  #page(query: PlanQuery, belongs: (sequence: number) => boolean): number[] {
    return pageOf(this.#entries.length, query, (sequence) => {
      if (!belongs(sequence)) return false;
      const { instrument, marginMode } = this.#at(sequence);
      return marginMode === query.marginMode && (query.instrument ?? instrument) === instrument;
    });
  }

  /** Throws a RangeError if there is no such plan. */
  #at(sequence: number): Entry {
    const created = this.#timeline[sequence];
    if (created !== undefined) {
      this.#entries[sequence] ??= {
        instrument: this.#habits.instrumentOf(sequence),
        marginMode: this.#habits.marginModeOf(sequence),
        created,
        marketSeconds: created,
      };
    }
    const entry = this.#entries[sequence];
    if (entry === undefined) throw new RangeError(`no plan ${sequence}`);
    return entry;
  }

  #past(sequence: number, beat: number): { terms: PlanTerms; outcome: PlanOutcome } {
    const closed = this.#closed.get(sequence);
    if (closed === undefined) {
      const { terms, amount } = this.#describe(sequence);
      const recent = sequence >= this.#initialLength - Math.ceil(this.#initialLength / 20);
      return { terms, outcome: drawPastOutcome(this.#options.seed, sequence, amount, recent) };
    }
    const stillPlacing = closed.placedSlowly && beat < closed.closedAt + PLACING_BEATS;
    return {
      terms: closed.terms,
      outcome: stillPlacing ? { implementStatus: PLACING_ORDER, executed: 0 } : closed.outcome,
    };
  }

  #describe(sequence: number): PlanDescription {
    const instrument = this.#instrumentAt(sequence);
    const beat = Math.floor((this.#at(sequence).marketSeconds * 1000) / BEAT_MS);
    return describePlan(this.#options.seed, sequence, instrument, instrument.path.ticksAt(beat));
  }

  #head(sequence: number): { order_id: string; ctime: number; symbol: string } {
    return {
      order_id: this.#identifiers.identifierOf(sequence),
      ctime: this.#options.anchorSeconds + this.#at(sequence).created,
      symbol: this.#instrumentAt(sequence).symbol,
    };
  }

  #candidate(sequence: number): OrphanCandidate {
    return {
      sequence,
      created: this.#at(sequence).created,
      describe: (position) => {
        const instrument = this.#instrument(position);
        const ticks = instrument.path.ticksAt(0);
        const plan = describePlan(this.#options.seed, sequence, instrument, ticks);
        return { plan, distance: Math.abs(plan.triggerTicks / ticks - 1) };
      },
    };
  }

  #instrumentAt(sequence: number): Instrument {
    return this.#instrument(this.#at(sequence).instrument);
  }

  #instrument(position: number): Instrument {
    const found = this.#options.instruments[position];
    if (found === undefined) throw new RangeError(`no instrument ${position}`);
    return found;
  }
}
