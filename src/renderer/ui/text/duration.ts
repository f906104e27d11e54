import type { Text } from '../../text/use-text.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Returns a duration (ms) in its two largest units, rounded down, such as "3 hr 12 min". */
export function durationText(duration: number, text: Text): string {
  const { trades } = text;
  const units = [
    { size: day, word: trades.days },
    { size: hour, word: trades.hours },
    { size: minute, word: trades.minutes },
    { size: second, word: trades.seconds },
  ];
  const index = units.findIndex(({ size }) => duration >= size);
  const larger = units[index];
  const smaller = units[index + 1];
  if (larger === undefined) return trades.seconds(0);
  const whole = larger.word(Math.floor(duration / larger.size));
  const rest = smaller === undefined ? 0 : Math.floor((duration % larger.size) / smaller.size);
  return smaller === undefined || rest === 0 ? whole : trades.twoUnits(whole, smaller.word(rest));
}

/** Longest duration (ms) that a filter can have; a longer one would not be a whole number of milliseconds. */
const maxDuration = 1e15;

/** Returns the duration (ms) of a decimal number of minutes. Less than zero is zero. */
export function fromMinutes(minutes: string): number {
  return Math.min(maxDuration, Math.max(0, Math.round(Number(minutes) * minute)));
}

/** Returns a duration (ms) in minutes, as a decimal. */
export function inMinutes(duration: number): string {
  return String(duration / minute);
}

/** Returns an age (ms) in words, such as "2 min ago"; `null` from 24 hours on, where the time itself is shown. */
export function agoText(age: number, text: Text): string | null {
  const { ago } = text.activity;
  if (age >= day) return null;
  if (age < 5 * second) return ago.now;
  if (age < minute) return ago.seconds(Math.floor(age / second));
  if (age < hour) return ago.minutes(Math.floor(age / minute));
  return ago.hours(Math.floor(age / hour));
}

/** Returns a remaining time (s) in words, such as "2 min left". */
export function timeLeft(seconds: number, text: Text): string {
  const { left } = text.history;
  const ms = seconds * second;
  if (ms < 1.5 * minute) return left.seconds(Math.max(1, Math.round(seconds)));
  if (ms < 1.5 * hour) return left.minutes(Math.round(ms / minute));
  return left.hours(Math.round(ms / hour));
}
