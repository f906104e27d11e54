import type { Text } from '../text/use-text.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Returns an age (ms) in words, such as "2 min ago"; `null` from 24 hours on, where the time itself is shown. */
export function agoText(age: number, text: Text): string | null {
  const { ago } = text.activity;
  if (age >= day) return null;
  if (age < 5 * second) return ago.now;
  if (age < minute) return ago.seconds(Math.floor(age / second));
  if (age < hour) return ago.minutes(Math.floor(age / minute));
  return ago.hours(Math.floor(age / hour));
}
