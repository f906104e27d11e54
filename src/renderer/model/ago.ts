import type { Text } from '../text/use-text.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const longest = 24 * hour;

/** "2 min ago", for `age` milliseconds; `null` where the time itself says more. */
export function agoText(age: number, text: Text): string | null {
  const { ago } = text.activity;
  if (age >= longest) return null;
  if (age < 5 * second) return ago.now;
  if (age < minute) return ago.seconds(Math.floor(age / second));
  if (age < hour) return ago.minutes(Math.floor(age / minute));
  return ago.hours(Math.floor(age / hour));
}
