import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { ModeCoverage } from '../../../../shared/contract/history.ts';
import type { TradeFilter } from '../../../../shared/contract/trades.ts';
import { render } from '../../../testing/render.tsx';
import { demoAccount, wholeHistory } from '../../../testing/samples.ts';
import { PnlFigures } from '../../../ui/screen/CurrencySums.tsx';
import { chosenComparison } from '../comparison.ts';
import { SummaryBar } from './SummaryBar.tsx';

const summary = page.getByRole('region', { name: 'Summary' });
const october: TradeFilter = { states: ['closed'], closed: { from: '2026-10-01', to: '2026-10-31' } };
const closed = { quote: 'USDT', wins: 1, losses: 0, zeros: 0, winRate: '100', average: null, best: null, worst: null };
const coverage: ModeCoverage = {
  marginMode: 'isolated',
  rows: 0,
  newest: null,
  complete: true,
  oldest: null,
  gaps: [],
  verifiedAt: null,
  blocked: false,
};
/** The days of which sums were read. */
let read: Set<string | undefined>;

beforeEach(() => {
  read = new Set();
  chosenComparison.set('before');
});

/** Shows the sum of October, 10, beside earlier sums of 12.5. */
function show(filter: TradeFilter, mode = coverage, checkedAt: number | null = 1): void {
  const state = { ...wholeHistory, account: 'demo', list: 'order-history' as const, modes: [mode], checkedAt };
  render(
    <SummaryBar
      list="trades"
      shown={{
        account: 'demo',
        parts: [{ account: demoAccount, state }],
        state,
        filter,
        zone: 'UTC',
        presetDay: null,
        version: 1,
      }}
      read={async (query) => {
        const { closed: days } = query.filter;
        read.add(days && 'from' in days ? days.from : undefined);
        return { version: 1, sum: query.filter === filter ? '10' : '12.5' };
      }}
    >
      {({ sum }, earlier) => (
        <PnlFigures
          pnl={{ ...closed, sum }}
          label="PnL"
          earlier={earlier && { name: earlier.name, sum: earlier.summary.sum }}
        />
      )}
    </SummaryBar>,
  );
}

it('shows the difference from the period before, or from the days that were chosen to compare with, or none', async () => {
  show(october);
  await expect.element(summary).toMatchTextContent('PnL +10.00 USDT−2.50 vs September 2026');
  expect([...read]).toEqual(['2026-10-01', '2026-09-01']);
  chosenComparison.set('year');
  await expect.element(summary).toMatchTextContent('−2.50 vs October 2025');
  chosenComparison.set(null);
  await expect.element(summary).toMatchTextContent(/^PnL \+10\.00 USDT1 win/);
});

it('compares nothing without a period, and nothing with days to which the archive does not reach back', async () => {
  show({ states: ['closed'] });
  await expect.element(summary).toMatchTextContent(/^PnL \+10\.00 USDT1 win0 losseswin rate 100%$/);
  expect([...read]).toEqual([undefined]);
});

it('has no sums of an account whose orders were never read', async () => {
  show(october, coverage, null);
  await expect.poll(() => read.size).toBeGreaterThan(0);
  await expect.element(summary).toHaveAttribute('aria-busy', 'false');
  expect(summary.element().textContent).toBe('');
});

it.each([
  ['2026-09-01T12:00:00Z', /^PnL \+10\.00 USDT1 win/],
  ['2026-08-31T12:00:00Z', /−2\.50 vs September 2026/],
])('compares with September only if the archive is back to before it: %s', async (oldest, shown) => {
  show(october, { ...coverage, complete: false, oldest: Date.parse(oldest) });
  await expect.element(summary).toMatchTextContent(shown);
});
