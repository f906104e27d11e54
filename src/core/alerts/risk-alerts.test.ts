import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AlertCondition, AlertFired } from '../../shared/contract/alerts.ts';
import type { FuturesTicker } from '../../shared/contract/market.ts';
import type { OpenPlan } from '../../shared/contract/orders.ts';
import type { PositionRisk } from '../../shared/contract/positions.ts';
import type { Position } from '../../shared/contract/trades.ts';
import type { LiveList } from '../../shared/market/market.ts';
import { contractOf, longPosition as long, riskOf, shortPosition as short } from '../../shared/testing/positions.ts';
import type { AnyLatestRows } from '../market/live-list.ts';
import { futuresTicker, openPlan, startOfTime } from '../market/testing/fake-market.ts';
import { AlertEngine } from './alert-engine.ts';

/** A long position of 5 contracts of 0.1 at 100: one point of the price is 0.5 USDT. */
const stop = openPlan('s', {
  side: 'sell',
  kind: 'market',
  marginMode: 'isolated',
  quantity: '5',
  triggerDirection: 'falls-to',
  triggerPrice: '90',
});

let time: number;
let engine: AlertEngine;
let fired: AlertFired[];
let open: readonly OpenPlan[];

function start(alerts: AlertEngine['stored'] = []): void {
  engine = new AlertEngine({
    account: 'one',
    alerts,
    now: () => time,
    monotonicNow: () => time,
    maxAgeMs: () => 15_000,
  });
}

beforeEach(() => {
  time = startOfTime;
  fired = [];
  open = [];
  start();
});

function fetched(list: LiveList, rows: readonly (FuturesTicker | OpenPlan)[]): void {
  const byKey = new Map(rows.map((row) => ['key' in row ? row.key : row.symbol, row]));
  const poll = { account: 'one', list, rows: byKey, unreadable: [], fetchedAt: time, archive: 'archive', run: '' };
  fired.push(...engine.fetched(poll as AnyLatestRows).fired);
}

/** What the history tells, the plan orders, and a price: `seconds` after the last one. */
function at(
  last: string,
  positions: readonly Position[] = [long],
  more: Parameters<typeof riskOf>[1] = {},
  seconds = 3,
): void {
  time += seconds * 1000;
  const createdWhileOpen = open.map(({ key }) => key);
  engine.positionsRead(
    riskOf(positions, { plans: open, createdWhileOpen, renamed: { 'XBT-USDT': 'BTC-USDT' }, ...more }),
  );
  // A second poll at the same time confirms the first.
  for (let poll = 1; poll <= 2; poll++) {
    fetched('open-plans', open);
    fetched('futures-tickers', [futuresTicker('BTC-USDT', last)]);
  }
}

const save = (condition: AlertCondition) => engine.save({ condition, paused: false, quietMinutes: 0 });
const restart = (): void => start(JSON.parse(JSON.stringify(engine.stored)));
const pnl = (more: Partial<Extract<AlertCondition, { kind: 'pnl' }>>): AlertCondition => ({
  kind: 'pnl',
  of: 'position',
  direction: 'loss',
  amount: '5',
  unit: 'amount',
  quote: 'USDT',
  ...more,
});

describe('a stop that comes near', () => {
  const alert: AlertCondition = { kind: 'stop-near', percent: '2' };

  test('fires once with its distance, again after the price was away, and not for one that is near from the start', () => {
    open = [stop];
    at('91');
    save(alert);
    at('91');
    expect(fired).toEqual([]);
    at('95');
    at('91.9');
    expect(fired).toEqual([]);
    at('91.8');
    expect(fired).toMatchObject([{ condition: alert, symbol: 'BTC-USDT', position: 'long', value: '1.96' }]);
    restart();
    // Within 110% of the percentage.
    at('92');
    at('91.5');
    expect(fired).toHaveLength(1);
    at('93');
    at('91.5');
    expect(fired).toHaveLength(2);
  });

  test('does not fire without a stop, of another symbol, or while its distance cannot be told', () => {
    save(alert);
    at('90.5');
    open = [stop];
    save({ ...alert, symbol: 'ETH-USDT' });
    at('95', [{ ...long, incomplete: ['gap'] }]);
    at('91', [{ ...long, incomplete: ['gap'] }]);
    expect(fired).toEqual([]);
  });
});

describe('a number of trades', () => {
  const exactly = (count: number) => ({ least: count, most: count });
  const counted = ([opened, losses]: readonly [number, number]): void =>
    at('100', [], { trading: { opened: exactly(opened), losses: exactly(losses) } });

  test.each([
    ['losing-streak', [0, 2], [0, 3], [0, 4], '3'],
    ['trades-today', [2, 0], [3, 0], [4, 0], '3'],
  ] as const)('%s fires when it is reached, once, and again after it was not', (kind, below, reached, above, value) => {
    save({ kind, trades: 3 });
    for (const each of [above, below, reached, above]) counted(each);
    restart();
    counted(above);
    expect(fired).toMatchObject([{ condition: { kind, trades: 3 }, symbol: null, value }]);
    for (const each of [below, reached]) counted(each);
    expect(fired).toHaveLength(2);
  });

  test('stays reached while it cannot be told, and fires for what is certain alone', () => {
    save({ kind: 'losing-streak', trades: 3 });
    const told = (least: number, most: number): void =>
      at('100', [], { trading: { opened: exactly(0), losses: { least, most } } });
    for (const [least, most] of [
      [0, 5],
      [2, 4],
      [3, 4],
      // Orders that may be missing for a while.
      [0, 4],
      [3, 4],
    ] as const)
      told(least, most);
    expect(fired).toMatchObject([{ value: '3' }]);
    told(0, 2);
    told(4, 4);
    expect(fired).toMatchObject([{ value: '3' }, { value: '4' }]);
  });

  test('fires nothing for a number that is reached when the alert is saved, or that the history does not tell', () => {
    save({ kind: 'losing-streak', trades: 3 });
    for (const each of [4, 5]) counted([0, each]);
    at('100');
    expect(fired).toEqual([]);
  });
});

describe('a move of a price within some minutes', () => {
  const alert: AlertCondition = {
    ...{ kind: 'price-move', market: 'futures', symbol: 'BTC-USDT' },
    ...{ percent: '2', minutes: 10 },
  };
  const passed = (seconds: number, last: string): void => at(last, [], {}, seconds);

  test.each([
    ['a rise from the lowest price', ['100', '99', '100.98'], '2.00'],
    ['a fall from the highest price', ['100', '101', '98.98'], '-2.00'],
  ])('fires for %s', (_name, prices, value) => {
    save(alert);
    for (const price of prices) passed(60, price);
    expect(fired).toMatchObject([{ condition: alert, symbol: 'BTC-USDT', value }]);
    passed(60, prices.at(-1) ?? '');
    expect(fired).toHaveLength(1);
  });

  test('fires for no price that a single poll has shown, neither then nor when the next poll takes it back', () => {
    save(alert);
    const polled = (last: string): void => {
      time += 5000;
      fetched('futures-tickers', [futuresTicker('BTC-USDT', last)]);
    };
    for (const price of ['100', '150', '100', '100', '50', '100', '101']) polled(price);
    expect(fired).toEqual([]);
    for (const price of ['103', '103.1']) polled(price);
    expect(fired).toMatchObject([{ symbol: 'BTC-USDT', value: '3.10' }]);
  });

  test('does not fire for a move that took longer, nor at the first price', () => {
    save(alert);
    for (let step = 0; step <= 30; step++) passed(60, String(100 + step / 10));
    expect(fired).toEqual([]);
    passed(60, '106');
    expect(fired).toHaveLength(1);
  });

  test('fires again after the price was quiet, also across a restart', () => {
    save(alert);
    passed(60, '100');
    passed(60, '103');
    expect(fired).toHaveLength(1);
    restart();
    passed(900, '103');
    passed(60, '103.1');
    passed(60, '106');
    expect(fired).toHaveLength(2);
  });
});

describe('a position without a stop', () => {
  const alert: AlertCondition = { kind: 'position-unstopped', minutes: 2 };
  const wait = (seconds: number, positions = [long]): void => at('110', positions, {}, seconds);

  test('fires once after its minutes, also across a restart, and again after a stop was found', () => {
    save(alert);
    wait(3);
    wait(60);
    restart();
    wait(59);
    expect(fired).toEqual([]);
    wait(1);
    expect(fired).toMatchObject([{ condition: alert, symbol: 'BTC-USDT', position: 'long' }]);
    wait(300);
    restart();
    wait(300);
    expect(fired).toHaveLength(1);
    open = [stop];
    wait(3);
    open = [];
    wait(3);
    wait(119);
    expect(fired).toHaveLength(1);
    wait(1);
    expect(fired).toHaveLength(2);
  });

  test('does not fire with a stop, of another symbol, or while nothing is known of the position', () => {
    open = [stop];
    save(alert);
    wait(3);
    wait(600);
    open = [];
    save({ ...alert, symbol: 'ETH-USDT' });
    const unknown: Position = { ...long, incomplete: ['gap'] };
    wait(3, [unknown]);
    wait(600, [unknown]);
    expect(fired).toEqual([]);
  });

  test('does not fire with a stop of an earlier name of its symbol, or one that could not be read', () => {
    save(alert);
    open = [{ ...stop, symbol: 'XBT-USDT' }];
    wait(3);
    wait(600);
    expect(fired).toEqual([]);
    open = [];
    const unreadable = [{ raw: '{"symbol":"XBT-USDT"}', reason: '' }];
    wait(3);
    for (let poll = 1; poll <= 100; poll++) {
      time += 3000;
      engine.fetched({
        account: 'one',
        list: 'open-plans',
        rows: new Map(),
        unreadable,
        fetchedAt: time,
        archive: 'archive',
        run: '',
      });
      fetched('futures-tickers', [futuresTicker('BTC-USDT', '110')]);
    }
    expect(fired).toEqual([]);
  });

  test('begins its minutes anew with a new position', () => {
    save(alert);
    wait(3);
    wait(100, []);
    wait(30);
    wait(100);
    expect(fired).toEqual([]);
    wait(30);
    expect(fired).toHaveLength(1);
  });

  test('nothing fires from prices or positions that are not live', () => {
    save(alert);
    wait(3);
    time += 600_000;
    fetched('futures-tickers', [futuresTicker('BTC-USDT', '110')]);
    expect(fired).toEqual([]);
  });
});

describe('the PnL of a position', () => {
  test('fires once when its loss reaches the amount, and re-arms below 95% of it', () => {
    save(pnl({}));
    // −4.5, −5, −6, −4.8: still within the margin; −4.7: away; −5.
    for (const last of ['91', '90', '88', '90.4', '90']) at(last);
    expect(fired).toMatchObject([{ symbol: 'BTC-USDT', position: 'long', value: '-5' }]);
    restart();
    at('90.6');
    at('90');
    expect(fired).toHaveLength(2);
  });

  test('a loss that is there when the alert is saved does not fire', () => {
    at('80');
    save(pnl({}));
    at('79');
    expect(fired).toEqual([]);
    at('100');
    at('80');
    expect(fired).toHaveLength(1);
  });

  test('in percent of the entry needs no contract size, and a short loses while the price rises', () => {
    const more = { contracts: [] };
    save(pnl({ unit: 'percent', amount: '2' }));
    at('101', [short], more);
    at('102', [short], more);
    expect(fired).toMatchObject([{ position: 'short', value: '-2.00' }]);
  });

  test('of both sides fires for each, and a gain for a gain', () => {
    save(pnl({ direction: 'gain', unit: 'percent', amount: '3', symbol: 'BTC-USDT' }));
    save(pnl({ direction: 'gain', unit: 'percent', amount: '3', symbol: 'ETH-USDT' }));
    at('100', [long, short]);
    at('103', [long, short]);
    at('97', [long, short]);
    expect(fired.map(({ position }) => position)).toEqual(['long', 'short']);
  });

  test('that is uncertain does not fire', () => {
    const known = contractOf('BTC-USDT');
    const more = { contracts: [{ ...known, pnl: { ...known.pnl, isUncertain: true } }] };
    save(pnl({}));
    save(pnl({ of: 'account' }));
    at('100', [long], more);
    at('50', [long], more);
    expect(fired).toEqual([]);
  });
});

describe('the account', () => {
  test('fires on its open PnL, of one currency', () => {
    save(pnl({ of: 'account' }));
    save(pnl({ of: 'account', quote: 'USDC' }));
    at('100');
    at('90');
    expect(fired).toMatchObject([{ symbol: null, value: '-5', condition: { quote: 'USDT' } }]);
  });

  test('fires on its open PnL in percent of what the counted positions cost at entry', () => {
    save(pnl({ of: 'account', unit: 'percent', amount: '2' }));
    // 5 · 0.1 · 100 and 2 · 0.1 · 100: 70 USDT at entry. A position of unknown size is in neither sum.
    const eth: Position = { ...long, symbol: 'ETH-USDT', trade: 'e', entryPrice: '1000' };
    at('100', [long, short, eth]);
    // (5 − 2) · 0.1 · −4.6 = −1.38 of 70: −1.97%; then −1.41: −2.01%.
    at('95.4', [long, short, eth]);
    expect(fired).toEqual([]);
    at('95.3', [long, short, eth]);
    expect(fired).toMatchObject([{ symbol: null, value: '-2.01' }]);
    // −1.35: −1.93%, within the margin; −1.29: −1.84%.
    for (const last of ['95.5', '95.3', '95.7']) at(last, [long, short, eth]);
    restart();
    at('95.3', [long, short, eth]);
    expect(fired).toHaveLength(2);
  });

  test('fires on the result if all stops hit', () => {
    save(pnl({ of: 'stops', amount: '6' }));
    open = [stop];
    at('110');
    // At the stop: (90 − 100) · 0.5 = −5; then (88 − 100) · 0.5 = −6.
    open = [{ ...stop, triggerPrice: '88' }];
    at('110');
    at('120');
    expect(fired).toMatchObject([{ value: '-6' }]);
  });

  test('does not fire on stops that one poll of the plans shows elsewhere', () => {
    save(pnl({ of: 'stops', amount: '6' }));
    open = [stop];
    at('110');
    fetched('open-plans', [{ ...stop, triggerPrice: '88' }]);
    fetched('futures-tickers', [futuresTicker('BTC-USDT', '110')]);
    fetched('futures-tickers', [futuresTicker('BTC-USDT', '110')]);
    at('110');
    expect(fired).toEqual([]);
  });

  test('fires on the realized loss of the day, which begins with zero', () => {
    save(pnl({ of: 'day', amount: '10' }));
    const day = (today: PositionRisk['today']): void => at('100', [], { today });
    day([]);
    day([{ quote: 'USDT', sum: '-9.99' }]);
    expect(fired).toEqual([]);
    day([{ quote: 'USDT', sum: '-12.5' }]);
    // An order may be missing: the amount is still reached.
    day(null);
    day([{ quote: 'USDT', sum: '-20' }]);
    expect(fired).toMatchObject([{ value: '-12.5' }]);
    // The next day.
    day([]);
    day([{ quote: 'USDT', sum: '-11' }]);
    expect(fired).toHaveLength(2);
  });
});

describe('the price from the entry of a position', () => {
  const entry = (more: Partial<Extract<AlertCondition, { kind: 'pnl' }>> = {}): AlertCondition =>
    pnl({ of: 'entry', unit: 'percent', amount: '2', ...more });

  test('fires below the entry whatever the side, and re-arms within 95% of the percentage', () => {
    save(entry());
    for (const last of ['100', '98.1', '98']) at(last, [long, short], { contracts: [] });
    expect(fired.map(({ position, value }) => [position, value])).toEqual([
      ['long', '-2.00'],
      ['short', '-2.00'],
    ]);
    for (const last of ['98.1', '97', '98.05']) at(last, [long, short]);
    restart();
    at('98', [long, short]);
    expect(fired).toHaveLength(2);
    at('98.2', [long, short]);
    at('98', [long, short]);
    expect(fired).toHaveLength(4);
  });

  test('fires above it, follows the entry, and is unknown while the entry is', () => {
    save(entry({ direction: 'gain', symbol: 'BTC-USDT' }));
    at('101');
    at('102', [{ ...long, entryPrice: '101' }]);
    at('103', [{ ...long, entryPrice: null }]);
    expect(fired).toEqual([]);
    at('103.03', [{ ...long, entryPrice: '101' }]);
    expect(fired).toMatchObject([{ position: 'long', value: '2.01' }]);
  });

  test('a replay of prices fires once per crossing, however often the program restarts', () => {
    const price = fc.integer({ min: 9600, max: 10_200 }).map((cents) => (cents / 100).toFixed(2));
    const path = fc.array(fc.record({ last: price, restarts: fc.boolean() }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(path, fc.constantFrom<readonly Position[]>([long], [short]), (steps, positions) => {
        fired = [];
        start();
        save(entry());
        let expected = 0;
        let isBeyond: boolean | null = null;
        for (const { last, restarts } of steps) {
          if (restarts) restart();
          at(last, positions);
          const percent = Number(last) - 100;
          if (isBeyond !== true && percent <= -2 + 1e-9) {
            if (isBeyond === false) expected++;
            isBeyond = true;
          } else if (isBeyond === null || percent > -1.9 + 1e-9) {
            isBeyond = false;
          }
        }
        expect(fired).toHaveLength(expected);
      }),
      { numRuns: 200 },
    );
  });
});

test('needs plan orders, prices and positions only while it is not paused', () => {
  const { id } = save(pnl({}));
  expect([engine.needsRisk, [...engine.needs]]).toEqual([true, ['open-plans', 'futures-tickers']]);
  engine.save({ id, condition: pnl({}), paused: true });
  expect([engine.needsRisk, [...engine.needs]]).toEqual([false, []]);
});

describe('a price that cannot be told', () => {
  const eth = { ...long, symbol: 'ETH-USDT', trade: 'e', entryPrice: '100' };
  /** Both positions cost 50 USDT. */
  const both = (btc: string | null, other: string | null, more: Partial<FuturesTicker> = {}) => {
    time += 3000;
    engine.positionsRead(riskOf([long, eth], { contracts: [contractOf('BTC-USDT'), contractOf('ETH-USDT')] }));
    fetched('open-plans', []);
    const tickers = [{ ...futuresTicker('BTC-USDT', btc), ...more }];
    fetched('futures-tickers', other === '' ? tickers : [...tickers, futuresTicker('ETH-USDT', other)]);
  };

  test('keeps the sums of its currency from firing, and that of a symbol that has left the list does not', () => {
    save(pnl({ of: 'account', direction: 'gain' }));
    save(pnl({ of: 'account', direction: 'gain', unit: 'percent' }));
    // +10 and −20: a sum without the second one would be a gain.
    for (let poll = 0; poll < 3; poll++) both('120', '60');
    for (let poll = 0; poll < 5; poll++) both('120', null);
    for (let poll = 0; poll < 2; poll++) both('120', '60');
    expect(fired).toEqual([]);
    for (let poll = 0; poll < 3; poll++) both('120', '');
    expect(fired).toMatchObject([{ value: '10' }, { value: '20.00' }]);
  });

  test('fires no alert for a missing stop, and none for the PnL of the position', () => {
    save({ kind: 'position-unstopped', minutes: 1 });
    save(pnl({ direction: 'loss' }));
    for (let poll = 0; poll < 40; poll++) both(null, null);
    expect(fired).toEqual([]);
    both('100', '100', { tradeId: '50' });
    // Older snapshots of one of the two.
    for (let poll = 0; poll < 15; poll++) both('10', '100', { tradeId: '49' });
    expect(fired).toEqual([]);
  });
});

test('a stop, or a PnL that is back, that one poll shows and the next takes back re-arms nothing', () => {
  const at110 = (plans: readonly OpenPlan[], last = '110') => {
    time += 3000;
    fetched('open-plans', plans);
    fetched('futures-tickers', [futuresTicker('BTC-USDT', last)]);
  };
  save({ kind: 'position-unstopped', minutes: 1 });
  save(pnl({ direction: 'gain' }));
  for (let seconds = 0; seconds < 90; seconds += 30) at('105', [long], {}, 30);
  for (let poll = 0; poll < 3; poll++) at('110', [long], {}, 3);
  expect(fired.map(({ condition }) => condition.kind)).toEqual(['position-unstopped', 'pnl']);
  for (let poll = 0; poll < 20; poll++) {
    at110([stop], '101');
    at110([]);
    at('110', [long], {}, 3);
  }
  // A re-armed alert for a missing stop fires after its minute.
  for (let poll = 0; poll < 30; poll++) at('110', [long], {}, 3);
  expect(fired).toHaveLength(2);
});
