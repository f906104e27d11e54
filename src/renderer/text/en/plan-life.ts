import { maxPlanLives } from '../../../shared/history.ts';
import { countText as count } from '../number-form.ts';
import { counted } from './counted.ts';

/** The lives of open plan orders as this computer has seen them. */
export const planLife = {
  planLife: {
    title: 'Seen by this computer',
    failed: 'Couldn’t load what this computer has seen of this plan order.',
    never: 'This computer hasn’t seen this plan order while it was open.',
    firstSeen: 'First seen',
    changed: 'Changed',
    seenAgain: 'Open again',
    left: 'No longer open',
    outcome: (outcome: string) => `Outcome: ${outcome}`,
    noOutcome: 'Outcome not in the plan history yet',
    between: (from: string, to: string) => `Between ${from} and ${to}`,
    nearest: (price: string, percent: string, time: string) =>
      `Nearest to the trigger: ${price}, ${percent}% away, at ${time}`,
    reached: (price: string, time: string) => `Trigger price reached: ${price} at ${time}`,
    watchedUntil: (time: string) => `Last seen: ${time}`,
    gaps: (number: number, from: string, to: string) =>
      `Not watched ${number === 1 ? 'once' : `${count(number)} times`} in between, longest from ${from} to ${to}. What happened then isn’t guessed.`,
    dropped: (number: number) => `${counted(number, 'earlier change is', 'earlier changes are')} no longer kept.`,
    days: {
      show: 'By day',
      title: 'Plan orders by day',
      day: 'Day',
      before: 'Previous day',
      after: 'Next day',
      label: (day: string) => `Plan orders waiting on ${day}`,
      number: (number: number) => counted(number, 'plan order was waiting', 'plan orders were waiting'),
      uncertain: (number: number) => `${count(number)} of them may have left before`,
      maybe: 'May have left before',
      explained: (time: string) =>
        `Seen by this computer since ${time}. Each plan order is in its last state of the day.`,
      watched: (span: string) => `Watched ${span}`,
      watchedAlso: (span: string, more: number) =>
        `Watched ${span} and ${more === 1 ? 'once' : `${count(more)} times`} more`,
      notWatched: 'Not watched on this day',
      dropped: (time: string) =>
        `Only the latest ${count(maxPlanLives)} plan orders are kept. Some that left before ${time} are missing.`,
      first: (number: number) => `The first ${count(number)} are shown.`,
      nothing: 'This computer saw no plan orders waiting on this day',
      notYet: 'This computer hasn’t watched the plan orders of this account yet',
      nothingNext: 'Orderglass records plan orders while its window shows the account or an alert needs them.',
      firstSeen: 'First seen',
      left: 'No longer open',
      changes: 'Changes',
      stillOpen: 'Still open',
    },
  },
};
