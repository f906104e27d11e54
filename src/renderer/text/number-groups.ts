import { type NumberGrouping, numberSeparators } from '../../shared/choices.ts';

let separator = numberSeparators.comma;

/** Counts from the next text on. What has been drawn is drawn anew by whoever changes it (app/App.tsx). */
export function groupNumbers(grouping: NumberGrouping): void {
  separator = numberSeparators[grouping];
}

/** What stands between groups of three digits before the decimal point. */
export function groupSeparator(): string {
  return separator;
}

/** A whole number that counts things, for a sentence. */
export function countText(number: number): string {
  return number.toLocaleString('en-US').replaceAll(',', separator);
}
