/** The lives of open plan orders, as far as this computer has seen them. */
import type { Decimal, OpenPlan, Timestamp } from './domain.ts';
import type { PlanOutcome } from './market.ts';

/** An open plan order as a poll returned it. */
export interface SeenPlan extends Omit<OpenPlan, 'raw'> {}

/** The last price that came nearest to a trigger price, of those that were fetched; the first of equal ones. */
export interface NearestApproach {
  last: Decimal;
  at: Timestamp;
}

/** A span of time from the first to the last poll of an uninterrupted watch. */
export interface WatchSpan {
  from: Timestamp;
  to: Timestamp;
}

/** What a plan order looked like from one poll on. */
export interface PlanLifeState {
  /** First poll with this state. */
  at: Timestamp;
  /** Last poll before `at` that returned the plan order; `null` for the first state. */
  after: Timestamp | null;
  plan: SeenPlan;
  /** For the trigger price of this state, since that price was first seen; `null` if no last price was known. */
  nearest: NearestApproach | null;
}

/** When a plan order left the open ones: after `lastSeenAt`, and no later than `missedAt`. */
export interface PlanLifeEnd {
  lastSeenAt: Timestamp;
  missedAt: Timestamp;
}

export interface PlanLife {
  /** The oldest first. */
  states: PlanLifeState[];
  /** Changes after the first state that are no longer kept. */
  droppedStates: number;
  /** `null` while the plan order is open. */
  end: PlanLifeEnd | null;
  /** From the plan history; `null` while it does not contain the plan order. */
  outcome: PlanOutcome | null;
  /** Last poll of the open plan orders. */
  watchedUntil: Timestamp | null;
  /** Number of gaps in the watch during the life, and the longest of them. */
  gaps: number;
  longestGap: WatchSpan | null;
}

/** A plan order that was waiting on a day. */
export interface WaitingPlan {
  /** Its last known state before the end of the day. */
  plan: SeenPlan;
  firstSeenAt: Timestamp;
  end: PlanLifeEnd | null;
  /** Changes that were first seen on the day. */
  changes: number;
  /** False if the plan order may have left before the day, while nothing was watched. */
  isCertain: boolean;
}

export interface PlansOfDay {
  /** The oldest first. */
  plans: WaitingPlan[];
  /** Watches on the day, the earliest first. */
  watches: WatchSpan[];
  /** First poll that is kept; `null` before it. */
  since: Timestamp | null;
  /** Lives that ended up to this time may no longer be kept; `null` if all are. */
  droppedUntil: Timestamp | null;
}

/** Most lives per account, of which the oldest are dropped. */
export const maxPlanLives = 20_000;
/** Longest time (ms) between two polls of an uninterrupted watch. */
export const maxWatchGapMs = 120_000;
