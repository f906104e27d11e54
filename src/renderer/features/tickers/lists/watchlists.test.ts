import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Settings, settingsSchema, type Watchlist } from '../../../../shared/contract/settings.ts';
import { toggled } from '../../../ui/filter/toggled.ts';
import { moved, putWatchlist, renamedWatchlist, watchlistNameProblem, withoutWatchlist } from './watchlists.ts';

const majors: Watchlist = { name: 'Majors', market: 'futures', symbols: ['BTC-USDT', 'ETH-USDT'] };
const spot: Watchlist = { name: 'Majors', market: 'spot', symbols: ['SOL-USDT'] };

describe('watchlists', () => {
  test('are replaced by their previous name within their market', () => {
    const renamed = { ...majors, name: '大盘' };
    expect(putWatchlist([majors, spot], renamed, 'Majors')).toEqual([renamed, spot]);
    expect(putWatchlist([spot], majors)).toEqual([spot, majors]);
  });

  test('are renamed and removed together with the views that show them', () => {
    const shown = { watchlist: 'Majors' };
    const first = settingsSchema.parse({});
    const desk = { ...first.tickers.futures, shown };
    const tickers = { futures: desk, spot: desk };
    const settings: Settings = {
      ...first,
      watchlists: [majors, spot],
      tickers,
      watch: { market: 'futures', shown },
    };
    expect(renamedWatchlist(settings, majors, 'Main')).toEqual({
      watchlists: [{ ...majors, name: 'Main' }, spot],
      tickers: { futures: { ...desk, shown: { watchlist: 'Main' } }, spot: desk },
      watch: { market: 'futures', shown: { watchlist: 'Main' } },
    });
    expect(withoutWatchlist(settings, majors)).toEqual({
      watchlists: [spot],
      tickers: { futures: { ...desk, shown: 'all' }, spot: desk },
      watch: { market: 'futures', shown: 'busiest' },
    });
    expect(withoutWatchlist(settings, spot)).not.toHaveProperty('watch');
    expect(withoutWatchlist({ ...first, watchlists: [majors] }, majors)).toEqual({ watchlists: [] });
  });

  test('need a name that no other list of the market has in any case and width', () => {
    const problem = (name: string, renamed: string | null = null) =>
      watchlistNameProblem([majors], 'futures', name, renamed);
    expect(problem('  ')).toBe('missing');
    expect(problem('x'.repeat(61))).toBe('too-long');
    expect(problem(' ＭＡＪＯＲＳ ')).toBe('taken');
    expect(problem('majors', 'Majors')).toBeNull();
    expect(watchlistNameProblem([majors], 'spot', 'Majors', null)).toBeNull();
    expect(
      watchlistNameProblem(
        Array.from({ length: 100 }, (_, i) => ({ ...majors, name: `${i}` })),
        'futures',
        'x',
        null,
      ),
    ).toBe('too-many');
  });
});

describe('symbols', () => {
  const symbols = fc.uniqueArray(fc.constantFrom('BTC', 'ETH', 'SOL', '币安人生', 'XRP', 'ADA'), { minLength: 1 });

  test('are added at the end and removed', () => {
    expect(toggled(['BTC', 'ETH'], '币安人生')).toEqual(['BTC', 'ETH', '币安人生']);
    fc.assert(
      fc.property(symbols, (list) => {
        expect(toggled(toggled(list, 'NEW'), 'NEW')).toEqual(list);
      }),
    );
  });

  test('a moved symbol is at its position, and the others keep their order', () => {
    fc.assert(
      fc.property(symbols, fc.nat(), fc.integer({ min: -2, max: 8 }), (list, pick, position) => {
        const symbol = list[pick % list.length] as string;
        const next = moved(list, symbol, position);
        expect(next.indexOf(symbol)).toBe(Math.max(0, Math.min(list.length - 1, position)));
        expect(next.filter((each) => each !== symbol)).toEqual(list.filter((each) => each !== symbol));
      }),
    );
  });

  test('a symbol outside the list moves nothing', () => expect(moved(['BTC'], 'ETH', 0)).toEqual(['BTC']));
});
