import { dayNumber } from '../../../shared/time/days.ts';
import { compareDecimals } from '../../../shared/values/decimal.ts';
import { isAmbiguousDecimal, maxDecimalLength, readTypedDecimal } from '../../../shared/values/typed-decimal.ts';

/** Why a typed end is rejected. */
export type InputProblem = 'no-decimal' | 'ambiguous' | 'no-day' | 'end-before-start';

/** Both ends in plain notation (`undefined` for an open end), or the problem of each end. */
export type RangeReading =
  | { ok: true; from: string | undefined; to: string | undefined }
  | { ok: false; from: InputProblem | null; to: InputProblem | null };

/** Reads two decimals. See `readTypedDecimal`. */
export function readDecimalRange(from: string, to: string): RangeReading {
  const read = (text: string): string | null => {
    const decimal = readTypedDecimal(text);
    return decimal === null || decimal.length > maxDecimalLength ? null : decimal;
  };
  const problem = (text: string) => (isAmbiguousDecimal(text) ? 'ambiguous' : 'no-decimal');
  return readRange(from, to, problem, read, compareDecimals);
}

/** Reads two days, such as "2025-03-02" or "2025/3/2". */
export function readDayRange(from: string, to: string): RangeReading {
  return readRange(
    from,
    to,
    () => 'no-day',
    readDay,
    (a, b) => (a < b ? -1 : a > b ? 1 : 0),
  );
}

/** Returns a day such as "2025-03-02", also of "2025/3/2"; `null` for other text. */
export function readDay(text: string): string | null {
  const parts = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})$/.exec(text.trim());
  if (!parts) return null;
  const [, year = '', month = '', day = ''] = parts;
  const name = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  try {
    dayNumber(name);
    return name;
  } catch {
    return null;
  }
}

function readRange(
  from: string,
  to: string,
  problemOf: (text: string) => InputProblem,
  read: (text: string) => string | null,
  compare: (a: string, b: string) => number,
): RangeReading {
  const ends = [from, to].map((text) => (text.trim() === '' ? undefined : read(text)));
  const [start, end] = ends;
  if (start === null || end === null) {
    return { ok: false, from: start === null ? problemOf(from) : null, to: end === null ? problemOf(to) : null };
  }
  if (start !== undefined && end !== undefined && compare(start, end) > 0) {
    return { ok: false, from: null, to: 'end-before-start' };
  }
  return { ok: true, from: start, to: end };
}
