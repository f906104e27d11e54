/** "USDT" of "BTC-USDT"; '' where the symbol has no hyphen. */
export function quoteOf(symbol: string): string {
  const hyphen = symbol.lastIndexOf('-');
  return hyphen < 0 ? '' : symbol.slice(hyphen + 1);
}
