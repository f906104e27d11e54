/** Returns the base currency of a symbol: "BTC" of "BTC-USDT"; the whole symbol if there is no hyphen. */
export function baseOf(symbol: string): string {
  const hyphen = symbol.lastIndexOf('-');
  return hyphen < 0 ? symbol : symbol.slice(0, hyphen);
}

/** Returns the quote currency of a symbol: "USDT" of "BTC-USDT"; '' if there is no hyphen. */
export function quoteOf(symbol: string): string {
  const hyphen = symbol.lastIndexOf('-');
  return hyphen < 0 ? '' : symbol.slice(hyphen + 1);
}
