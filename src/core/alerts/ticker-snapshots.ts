import type { FuturesTicker } from '../../shared/contract/market.ts';

/** Time (ms) after which a lower trade number counts as a new beginning, because an exchange may restart its numbers. */
const maxOlderMs = 60_000;

/**
 * Recognizes older snapshots of futures tickers: the `id` of a ticker is the number of its latest trade (docs/service.md 2.6), and an exchange
 * with several servers may send a snapshot from before the previous one.
 */
export class TickerSnapshots {
  readonly #latest = new Map<string, { tradeId: string; at: number }>();

  /** Returns the symbols whose ticker is older than an earlier one. `now`: monotonic milliseconds. */
  olderOf(tickers: Iterable<Pick<FuturesTicker, 'symbol' | 'tradeId'>>, now: number): ReadonlySet<string> {
    const older = new Set<string>();
    for (const { symbol, tradeId } of tickers) {
      if (tradeId === undefined) continue;
      const latest = this.#latest.get(symbol);
      if (latest === undefined) {
        this.#latest.set(symbol, { tradeId, at: now });
        continue;
      }
      if (isLower(tradeId, latest.tradeId) && now - latest.at <= maxOlderMs) older.add(symbol);
      else {
        latest.tradeId = tradeId;
        latest.at = now;
      }
    }
    return older;
  }

  reset(): void {
    this.#latest.clear();
  }
}

/** Compares whole numbers of any length without leading zeros. */
function isLower(one: string, other: string): boolean {
  return one.length === other.length ? one < other : one.length < other.length;
}
