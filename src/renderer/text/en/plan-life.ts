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
  },
};
