import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Trade } from '../../../../shared/contract/trades.ts';
import { blankTrade } from '../../../../shared/testing/blank-row.ts';
import { succeed } from '../../../../shared/values/result.ts';
import { render } from '../../../testing/render.tsx';
import { programAnswers } from '../../../testing/samples.ts';
import { TradePicture } from './TradePicture.tsx';

it.each([320, 900])('has the times of a trade below the ends of its picture, %i pixels wide', async (width) => {
  const trade: Trade = {
    ...blankTrade(),
    ...{
      symbol: 'BTC-USDT',
      side: 'long',
      key: 'trade',
      state: 'closed',
      entryPrice: '100',
      openedAt: 0,
      closedAt: 60_000,
    },
  };
  render(
    <div style={{ width }}>
      <TradePicture account="demo" trade={trade} version={1} rules={undefined} />
    </div>,
    {
      settings: { timeZone: 'UTC' },
      answers: {
        ...programAnswers,
        readTradePicture: () =>
          succeed({
            version: 1,
            executions: [{ key: 'a', at: 0, isSeen: true, opens: true, quantity: '2', price: '100', size: '2' }],
            levels: [],
            leftOut: 0,
            stop: null,
            r: null,
          }),
      },
    },
  );
  const [start, end] = [
    page.getByText('1970-01-01 00:00:00', { exact: true }),
    page.getByText('1970-01-01 00:01:00', { exact: true }),
  ];
  await expect.element(start).toBeVisible();
  const [figure, first, last] = [page.getByRole('figure'), start, end].map((each) =>
    each.element().getBoundingClientRect(),
  );
  expect(first?.top).toBe(last?.top);
  expect(first?.left).toBe(figure?.left);
  expect(last?.right).toBe(figure?.right);
  await expect.element(page.getByText('R unknown: no stop seen')).toBeVisible();
});

it('draws the executions of a trade, what was held, and the stops and targets that were seen', async () => {
  const trade: Trade = {
    ...blankTrade(),
    ...{ symbol: 'BTC-USDT', marginMode: 'cross', side: 'long', key: 'trade', orders: 2, executions: 'certain' },
    ...{ state: 'closed', entryPrice: '100', exitPrice: '110', openedAt: 0, closedAt: 60_000, closedBy: 60_000 },
  };
  const execution = { isSeen: true, quantity: '2' };
  const level = { quantity: '2', from: 0, to: 50_000 };
  render(<TradePicture account="demo" trade={trade} version={1} rules={undefined} />, {
    answers: {
      ...programAnswers,
      readTradePicture: () =>
        succeed({
          version: 1,
          executions: [
            { ...execution, key: 'a', at: 0, opens: true, price: '100', size: '2' },
            { ...execution, key: 'b', at: 60_000, opens: false, price: '110', size: '0' },
          ],
          levels: [
            { ...level, key: 's', role: 'stop', price: '95' },
            { ...level, key: 't', role: 'target', price: '120', to: null },
            { ...level, key: 'far', role: 'target', price: '900' },
          ],
          leftOut: 0,
          stop: '95',
          r: '2.00',
        }),
    },
  });
  const picture = page.getByRole('img', { name: 'Entry 100, Exit 110, stop 95, 2 executions' });
  await expect.element(picture).toBeVisible();
  const dots = [...picture.element().querySelectorAll('circle')].map((dot) => dot.getBoundingClientRect());
  const [opened, closed] = dots as [DOMRect, DOMRect];
  // Later is to the right, and a higher price is above.
  expect(closed.left).toBeGreaterThan(opened.left);
  expect(closed.top).toBeLessThan(opened.top);
  const stop = picture.element().querySelector('[data-role="stop"]');
  expect(stop?.getBoundingClientRect().top).toBeGreaterThan(opened.bottom);
  expect(picture.element().querySelectorAll('.picture-level')).toHaveLength(2);
  const facts = page.getByText('+2 R', { exact: true });
  await expect.element(facts).toHaveAttribute('data-tone', 'up');
  await expect.element(page.getByText('1 level or execution isn’t drawn')).toBeVisible();
});

it('draws the stop of the trade, however far away it is', async () => {
  const trade: Trade = {
    ...blankTrade(),
    ...{ symbol: 'BTC-USDT', side: 'long', key: 'trade', state: 'open', entryPrice: '100', openedAt: 0 },
  };
  render(<TradePicture account="demo" trade={trade} version={1} rules={undefined} />, {
    answers: {
      ...programAnswers,
      readTradePicture: () =>
        succeed({
          version: 1,
          executions: [{ key: 'a', at: 0, isSeen: true, opens: true, quantity: '2', price: '100', size: '2' }],
          levels: [{ key: 's', role: 'stop', price: '50', quantity: '2', from: 0, to: 50_000 }],
          leftOut: 0,
          stop: '50',
          r: null,
        }),
    },
  });
  const picture = page.getByRole('img', { name: 'Entry 100, stop 50, 1 execution' });
  await expect.element(picture).toBeVisible();
  expect(picture.element().querySelectorAll('.picture-level')).toHaveLength(1);
  await expect.element(page.getByText('isn’t drawn')).not.toBeInTheDocument();
});
