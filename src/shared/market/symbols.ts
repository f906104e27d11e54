/** Returns the base currency of a symbol: "BTC" of "BTC-USDT"; the whole symbol if there is no hyphen. */
export function baseOf(symbol: string): string {
  const hyphen = symbol.lastIndexOf('-');
  return hyphen < 0 ? symbol : symbol.slice(0, hyphen);
}

/**
 * Returns the quote currency of a symbol: "USDT" of "BTC-USDT". A symbol that names none, against section 1 of docs/service.md, has an unknown
 * one of its own: "ODD?" of "ODD". Its amounts are added to those of no other symbol.
 */
export function quoteOf(symbol: string): string {
  return namedQuoteOf(symbol) ?? `${symbol}?`;
}

/** Returns the quote currency that a symbol names; `null` if it names none. */
export function namedQuoteOf(symbol: string): string | null {
  const hyphen = symbol.lastIndexOf('-');
  return (hyphen >= 0 && symbol.slice(hyphen + 1)) || null;
}
