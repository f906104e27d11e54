import type { Instrument } from '../market/instruments.ts';
import { BEAT_MS } from '../market/noise-walk.ts';
import { plainText } from '../numbers/decimal-text.ts';
import { IntegerColumn } from '../numbers/integer-column.ts';
import { hash32 } from '../numbers/random.ts';
import { createHabits } from './habits.ts';
import { createOrderIdentifiers } from './order-identifiers.ts';
import { type PageRequest, pageOf } from './paging.ts';
import {
  describePlan,
  drawPastOutcome,
  PLACING_ORDER,
  type PlanDescription,
  type PlanOutcome,
} from './plan-description.ts';
import { SequenceIndex } from './sequence-index.ts';
import { createTimeline } from './timeline.ts';
import type { CurrentPlanRow, MarginMode, PastPlanRow, PlanTerms } from './wire-rows.ts';

/** A triggered plan is shown as being placed for this many beats, where its order takes a moment. */
const PLACING_BEATS = 5;

export interface PlanLedgerOptions {
  readonly seed: number;
  /** Plans that are over at the start, and plans that wait. */
  readonly historyLength: number;
  readonly openCount: number;
  /** Unix seconds of the moment of start. */
  readonly anchorSeconds: number;
  readonly instruments: readonly Instrument[];
}

export interface OpenPlan extends PlanDescription {
  readonly sequence: number;
  readonly instrument: Instrument;
  readonly marginMode: MarginMode;
  readonly outcome: PlanOutcome | undefined;
  /** The beat at which its price was reached; it leaves the list at the next one. */
  triggeredAt: number | undefined;
}

interface ClosedPlan extends PlanDescription {
  readonly outcome: PlanOutcome;
  readonly closedAt: number;
  /** Whether its order is placed at once or takes a moment. */
  readonly placedSlowly: boolean;
}

export interface Placement {
  readonly instrument: number;
  readonly marginMode: MarginMode;
  /** Unix seconds. */
  readonly created: number;
  readonly beat: number;
  /** Undefined: made up from the seed. */
  readonly description?: PlanDescription;
  /** What happens when it triggers; undefined: drawn from the seed. */
  readonly outcome?: PlanOutcome;
}

type PlanQuery = PageRequest & { readonly marginMode: MarginMode; readonly instrument: number | undefined };

/**
 * All plan orders of the account, waiting ones and past ones in one sequence in the order of their creation: a plan that
 * leaves the open list takes the place in the history that its creation time gives it.
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
    const { seed, historyLength, openCount, instruments } = options;
    this.#options = options;
    this.#initialLength = historyLength + openCount;
    this.#identifiers = createOrderIdentifiers('plan', seed);
    this.#habits = createHabits(hash32(seed, 61), this.#initialLength);
    this.#index = new SequenceIndex(instruments.length, this.#initialLength + 1024);
    for (const created of createTimeline(hash32(seed, 62), this.#initialLength)) {
      const sequence = this.#index.length;
      this.#index.push({
        instrument: this.#habits.instrumentOf(sequence),
        marginMode: this.#habits.marginModeOf(sequence),
        created,
        marketSeconds: created,
      });
    }
    // Every other one of the newest waits still, so that open and past plans interleave.
    const interleaved = Math.min(openCount, historyLength);
    for (let rank = 0; rank < openCount; rank++) {
      const age = rank < interleaved ? rank * 2 : rank + interleaved;
      const sequence = this.#initialLength - 1 - age;
      const instrument = this.#instrumentAt(sequence);
      this.#open.set(sequence, {
        ...describePlan(seed, sequence, instrument, instrument.path.ticksAt(0)),
        sequence,
        instrument,
        marginMode: this.#index.at(sequence).marginMode,
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

  /** Returns the plan's identifier. */
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

  /** A plan that the account places by itself, where and how it usually trades. */
  placeUsual(created: number, beat: number): void {
    const sequence = this.#index.length;
    this.place({
      instrument: this.#habits.instrumentOf(sequence),
      marginMode: this.#habits.marginModeOf(sequence),
      created,
      beat,
    });
  }

  /** Takes a plan out of the open list and into the history. */
  close(plan: OpenPlan, outcome: PlanOutcome, beat: number): void {
    this.#open.delete(plan.sequence);
    const { terms, amount, triggerTicks, rises } = plan;
    const placedSlowly = outcome.executed > 0 && hash32(this.#options.seed, 63, plan.sequence) % 3 === 0;
    this.#closed.set(plan.sequence, { terms, amount, triggerTicks, rises, outcome, closedAt: beat, placedSlowly });
  }

  pageOfCurrent(query: PlanQuery): CurrentPlanRow[] {
    const bySequence = [...this.#open.values()].sort((left, right) => left.sequence - right.sequence);
    const list = new IntegerColumn(bySequence.length);
    for (const { sequence, marginMode, instrument } of bySequence) {
      if (marginMode !== query.marginMode) continue;
      if (query.instrument === undefined || query.instrument === instrument.position) list.push(sequence);
    }
    return pageOf(list, query).flatMap((sequence) => {
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

  #instrumentAt(sequence: number): Instrument {
    const { instrument } = this.#index.at(sequence);
    const found = this.#options.instruments[instrument];
    if (found === undefined) throw new RangeError(`no instrument ${instrument}`);
    return found;
  }
}
