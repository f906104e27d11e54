import type { Instrument } from '../market/instruments.ts';
import { BEAT_MS } from '../market/market-clock.ts';
import { plainText } from '../numbers/decimal-text.ts';
import { hash32 } from '../numbers/random.ts';
import { createHabits, createTimeline } from './habits.ts';
import { createOrderIdentifiers } from './order-identifiers.ts';
import { chooseOrphanedPlans, closablePosition, type OrphanCandidate } from './orphaned-plans.ts';
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
import { SequenceIndex } from './sequence-index.ts';
import type { CurrentPlanRow, MarginMode, PastPlanRow, PlanTerms } from './wire-rows.ts';

/** Beats for which a closed plan whose order is placed slowly shows `implement_status` 1. */
const PLACING_BEATS = 5;

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

type PlanQuery = PageRequest & { readonly marginMode: MarginMode; readonly instrument: number | undefined };

/**
 * All plan orders of the account, open and closed, in one sequence by creation. A plan that closes appears in the
 * history at the place of its creation.
 */
export class PlanLedger {
  readonly #options: PlanLedgerOptions;
  readonly #index: SequenceIndex;
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
    this.#index = new SequenceIndex();
    const timeline = createTimeline(hash32(seed, 62), this.#initialLength);
    // Every other one of the newest plans is open, so that open and closed plans interleave.
    const interleaved = Math.min(openCount, historyLength);
    const open = Array.from({ length: openCount }, (_, rank) => {
      return this.#initialLength - 1 - (rank < interleaved ? rank * 2 : rank + interleaved);
    });
    const candidates = open.map((sequence) => this.#candidate(sequence, timeline[sequence] ?? 0));
    const orphaned = chooseOrphanedPlans(candidates, positions);
    for (const created of timeline) {
      const sequence = this.#index.length;
      this.#index.push({
        instrument: orphaned.get(sequence)?.instrument ?? this.#habits.instrumentOf(sequence),
        marginMode: orphaned.get(sequence)?.marginMode ?? this.#habits.marginModeOf(sequence),
        created,
        marketSeconds: created,
      });
    }
    for (const sequence of open) {
      const instrument = this.#instrumentAt(sequence);
      const subject = this.#index.at(sequence);
      const plan = describePlan(seed, sequence, instrument, instrument.path.ticksAt(0));
      const largest = closablePosition(plan, subject, positions)?.size ?? plan.amount;
      const amount = orphaned.get(sequence)?.amount ?? Math.min(plan.amount, largest);
      this.#open.set(sequence, {
        ...withAmount(plan, amount, instrument),
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
    return sequence !== undefined && sequence < this.#index.length ? sequence : undefined;
  }

  /** Adds an open plan. Returns its identifier. */
  place({ created, beat, ...placement }: Placement): string {
    const { seed, anchorSeconds } = this.#options;
    const newest = this.#index.length === 0 ? Number.NEGATIVE_INFINITY : this.#index.at(this.#index.length - 1).created;
    const sequence = this.#index.push({
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
    const sequence = this.#index.length;
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
    const list = this.#index.list(query.marginMode, query.instrument);
    return pageOf(list, query, (sequence) => this.#open.has(sequence)).flatMap((sequence) => {
      const plan = this.#open.get(sequence);
      if (plan === undefined) return [];
      return [{ ...this.#head(sequence), ...plan.terms, trigger_status: plan.triggeredAt === undefined ? 0 : 1 }];
    });
  }

  pageOfHistory(query: PlanQuery, beat: number): PastPlanRow[] {
    const list = this.#index.list(query.marginMode, query.instrument);
    return pageOf(list, query, (sequence) => !this.#open.has(sequence)).map((sequence) => {
      const { terms, outcome } = this.#past(sequence, beat);
      return {
        ...this.#head(sequence),
        ...terms,
        implement_status: outcome.implementStatus,
        tactics_deal: plainText(outcome.executed, this.#instrumentAt(sequence).quantityDecimals),
      };
    });
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
    const beat = Math.floor((this.#index.at(sequence).marketSeconds * 1000) / BEAT_MS);
    return describePlan(this.#options.seed, sequence, instrument, instrument.path.ticksAt(beat));
  }

  #head(sequence: number): { order_id: string; ctime: number; symbol: string } {
    return {
      order_id: this.#identifiers.identifierOf(sequence),
      ctime: this.#options.anchorSeconds + this.#index.at(sequence).created,
      symbol: this.#instrumentAt(sequence).symbol,
    };
  }

  #candidate(sequence: number, created: number): OrphanCandidate {
    return {
      sequence,
      created,
      describe: (position) => {
        const instrument = this.#instrument(position);
        const ticks = instrument.path.ticksAt(0);
        const plan = describePlan(this.#options.seed, sequence, instrument, ticks);
        return { plan, distance: Math.abs(plan.triggerTicks / ticks - 1) };
      },
    };
  }

  #instrumentAt(sequence: number): Instrument {
    return this.#instrument(this.#index.at(sequence).instrument);
  }

  #instrument(position: number): Instrument {
    const found = this.#options.instruments[position];
    if (found === undefined) throw new RangeError(`no instrument ${position}`);
    return found;
  }
}
