/** Exact decimals: an integer number of smallest units and a number of decimal places. */

/** Formats units with all decimal places: `fixedText(-1250, 2)` is `-12.50`. `units` must be a safe integer. */
export function fixedText(units: number, decimals: number): string {
  const sign = units < 0 ? '-' : '';
  const digits = String(Math.abs(units)).padStart(decimals + 1, '0');
  if (decimals === 0) return sign + digits;
  const point = digits.length - decimals;
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** Formats units like `fixedText` without trailing zeros: `plainText(-1250, 2)` is `-12.5`. */
export function plainText(units: number, decimals: number): string {
  const text = fixedText(units, decimals);
  return decimals === 0 ? text : text.replace(/\.?0+$/, '');
}

/**
 * Parses a positive decimal. Returns its units, or `undefined` if the text is no decimal or has more than `decimals`
 * places.
 */
export function unitsOf(text: string, decimals: number): number | undefined {
  const match = /^(\d{1,15})(?:\.(\d+))?$/.exec(text);
  if (match === null) return undefined;
  const places = (match[2] ?? '').replace(/0+$/, '');
  if (places.length > decimals) return undefined;
  const units = Number(`${match[1]}${places.padEnd(decimals, '0')}`);
  return Number.isSafeInteger(units) ? units : undefined;
}
