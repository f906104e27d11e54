import { maxPlanLives } from '../../../shared/orders/history.ts';
import { countText as count } from '../number-form.ts';
import { counted } from './counted.ts';

/** The lives of open plan orders as this computer has seen them. */
export const planLife = {
  planLife: {
    title: 'Recorded on this computer',
    failed: 'Couldn’t load the record of this plan order.',
    never: 'This computer has no record of this plan order while it was open.',
    firstSeen: 'First seen',
    changed: 'Changed',
    seenAgain: 'Open again',
    left: 'Ended',
    lastSeen: 'Last seen open',
    outcome: (outcome: string) => `Outcome: ${outcome}`,
    noOutcome: 'Outcome not in the plan history yet',
    between: (from: string, to: string) => `${from} to ${to}`,
    nearest: (price: string, percent: string, time: string) =>
      `Nearest to the trigger: ${price}, ${percent}% away, at ${time}`,
    reached: (price: string, time: string) => `Trigger price reached: ${price} at ${time}`,
    watchedUntil: (time: string) => `Last seen: ${time}`,
    gaps: (number: number, from: string, to: string) =>
      `Not recorded ${number === 1 ? 'once' : `${count(number)} times`} in between, longest from ${from} to ${to}. Changes during that time are unknown.`,
    dropped: (number: number) => `${counted(number, 'earlier change is', 'earlier changes are')} no longer kept.`,
    days: {
      show: 'By day',
      title: 'Plan orders by day',
      day: 'Day',
      before: 'Previous day',
      after: 'Next day',
      label: (day: string) => `Plan orders open on ${day}`,
      number: (number: number) => counted(number, 'plan order was open', 'plan orders were open'),
      uncertain: (number: number) => `${count(number)} of them may have ended earlier`,
      maybe: 'May have ended earlier',
      explained: (time: string) => `Recorded on this computer since ${time}. Shown as last seen that day.`,
      watched: (span: string) => `Recorded ${span}`,
      watchedAlso: (span: string, more: number) =>
        `Recorded ${span} and ${more === 1 ? 'once' : `${count(more)} times`} more`,
      notWatched: 'Not recorded on this day',
      dropped: (time: string) =>
        `Only the latest ${count(maxPlanLives)} plan orders are kept. Some that ended before ${time} are missing.`,
      first: (number: number) => `The first ${count(number)} are shown.`,
      nothing: 'No plan orders recorded on this day',
      notYet: 'No plan orders of this account recorded yet',
      nothingNext: 'Orderglass records the plan orders of all accounts with keys while it runs.',
      firstSeen: 'First seen',
      left: 'Ended',
      changes: 'Changes',
      stillOpen: 'Still open',
    },
  },
};
