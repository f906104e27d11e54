import type { IndexedRow } from '../../src/history/rows.ts';
import { type MarginMode, orderStatuses } from '../../src/shared/domain.ts';

const newest = Date.UTC(2026, 10, 1);
const pairs = 250;
const pageLength = 100;

/** A repeatable row of random numbers from 0 to 1 (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Orders as an archive has them after it has read the past: numbered from the newest to the oldest, a page of one margin mode after
 * one of the other. Ids of both kinds that were seen, 250 pairs of which few are traded much, figures of 2 to 8 places, one in
 * fifty with more digits than a float holds.
 */
export function sampleOrders(seed = 1): (number: number) => IndexedRow<'order-history'> {
  const random = randomNumbers(seed);
  const whole = (below: number) => Math.floor(random() * below);
  const symbols = Array.from({ length: pairs }, (_, pair) => `${pairName(pair)}-${pair % 25 === 24 ? 'USDC' : 'USDT'}`);
  const places = symbols.map((_, pair) => 2 + (pair % 7));
  const base = symbols.map(() => 10 ** (1 + random() * 4));
  const times: Record<MarginMode, number> = { isolated: newest, cross: newest };
  return (number) => {
    const marginMode = Math.floor((number - 1) / pageLength) % 2 === 0 ? 'isolated' : 'cross';
    times[marginMode] -= 1000 * whole(600);
    const pair = Math.floor(pairs * random() ** 3);
    const side = random() < 0.5 ? 'buy' : 'sell';
    const kind = ['limit', 'market', 'limit', 'ioc'][whole(4)] ?? 'limit';
    const status = random() < 0.7 ? 'filled' : (orderStatuses[whole(orderStatuses.length)] ?? 'filled');
    const isFilled = status === 'filled' || status === 'partially-canceled';
    const action = random() < 0.5 ? 'open' : 'close';
    const price = ((base[pair] ?? 1) * (0.8 + 0.4 * random())).toFixed(places[pair]);
    const quantity = String(1 + whole(random() < 0.9 ? 200 : 100_000));
    const tail = random() < 0.02 ? String(whole(1e15)).padStart(15, '0') : '';
    const id = whole(3) === 0 ? String(9e9 - number * 3) : `BG${5000181583375122 - number}${whole(1e6)}SZXEIX`;
    return {
      number,
      tie: -number,
      key: `${marginMode}:${id}`,
      id,
      marginMode,
      createdAt: times[marginMode],
      symbol: symbols[pair] ?? '',
      type: `${side}-${kind}`,
      side,
      kind,
      price,
      leverage: String([5, 10, 20, 50, 100, 125][whole(6)]),
      quantity,
      status,
      action,
      filledQuantity: isFilled ? quantity : '0',
      averagePrice: isFilled ? price : null,
      pnl: isFilled && action === 'close' ? `${((random() - 0.48) * 500).toFixed(4 + whole(5))}${tail}` : '0',
    };
  };
}

function pairName(pair: number): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  return `${letters[pair % 26]}${letters[Math.floor(pair / 26) % 26]}${letters[(pair * 7) % 26]}`;
}
