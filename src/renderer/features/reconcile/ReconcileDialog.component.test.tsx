import { expect, it } from 'vitest';
import { commands, page } from 'vitest/browser';
import type { Order } from '../../../shared/contract/orders.ts';
import { blankRow } from '../../../shared/testing/blank-row.ts';
import { succeed } from '../../../shared/values/result.ts';
import { openDialog } from '../../platform/dialogs.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { render } from '../../testing/render.tsx';
import { demoAccount, wholeHistory } from '../../testing/samples.ts';
import { ReconcileDialog } from './ReconcileDialog.tsx';

const dialog = page.getByRole('dialog', { name: 'Compare with a file' });
const created = Date.UTC(2026, 2, 1, 10);

const orders = Array.from({ length: 1500 }, (_, place): Order => {
  const id = String(place);
  return {
    ...blankRow('order-history'),
    key: `isolated:${id}`,
    id,
    symbol: 'BTC-USDT',
    side: 'sell',
    createdAt: created - place * 1000,
    filledQuantity: '2',
    averagePrice: '100',
    pnl: '1.5',
  } as Order;
});

async function compare(content: string, encoding?: 'utf8' | 'latin1') {
  const rendered = render(<ReconcileDialog account={demoAccount} />, {
    settings: { timeZone: 'UTC' },
    answers: {
      readOrderHistory: ({ from, count }) =>
        succeed({ rows: orders.slice(from, from + count), total: orders.length, version: 1, anchor: null }),
      readHistoryState: ({ account, list }) => succeed({ ...wholeHistory, account, list }),
    },
  });
  openDialog('reconcile');
  const chosen = commands.chooseFile('mine.csv', content, encoding);
  await dialog.getByRole('button', { name: 'Choose file…' }).click();
  await chosen;
  return rendered;
}

const fileOf = (rows: readonly Order[]) =>
  [
    'Order,Created,Pair,Side,Filled,Avg,Result',
    ...rows.map((row) => `${row.id},${row.createdAt},BTCUSDT,Sell,2,100,1.5`),
  ].join('\n');

it('compares a file with more orders than one question returns, remembers a corrected column, and says what differs', async () => {
  const changed = fileOf(orders)
    .replace('\n7,', '\nx7,')
    .replace(/\n9,.*/, (line) => line.replace(/1\.5$/, '1.4'));
  const { host } = await compare(changed);
  await expect.element(dialog).toMatchTextContent(/mine\.csv, 1,500 rows/);
  await dialog.getByRole('combobox', { name: 'PnL' }).click();
  await page.getByRole('option', { name: 'Result' }).click();
  await expect.poll(() => Object.values(host.settings.fileColumns)[0]?.pnl).toBe('Result');
  await dialog.getByRole('button', { name: 'Compare' }).click();
  const result = dialog.getByRole('region', { name: 'Compare with a file' });
  await expect.element(result).toMatchTextContent(/1,498 rows are equal/);
  await expect.element(result).toMatchTextContent(/1 row differs.*PnL: file 1\.4 · archive 1\.5/);
  await expect.element(result).toMatchTextContent(/1 row is in the file only.*x7/);
  await expect.element(result).toMatchTextContent(/1 executed order is in the archive only/);
  await expect.element(result.getByRole('row', { name: /^File / })).toMatchTextContent(/2,249\.9/);
  await expect.element(result.getByRole('row', { name: /^Unexplained/ })).toMatchTextContent(/1\.5/);
  await expectAccessible(dialog.element());
});

it('asks for the encoding of a file that is not in UTF-8, and never shows wrong letters', async () => {
  // latin1 has the bytes of Windows-1252. UTF-16 has two for each letter.
  const content = fileOf(orders.slice(0, 2)).replace('Result', 'Erlös');
  await compare(content.length % 2 === 0 ? `${content}\n` : content, 'latin1');
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/isn’t in UTF-8/);
  await expect.element(dialog.getByRole('button', { name: 'Compare' })).not.toBeInTheDocument();
  const choose = async (name: string) => {
    await dialog.getByRole('combobox', { name: 'Encoding' }).click();
    await page.getByRole('option', { name }).click();
  };
  await choose('Unicode');
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/isn’t in this encoding/);
  await choose('Western European');
  await expect.element(dialog).toMatchTextContent(/mine\.csv, 2 rows/);
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument();
  await dialog.getByRole('combobox', { name: 'PnL' }).click();
  await expect.element(page.getByRole('option', { name: 'Erlös' })).toBeVisible();
  await expectAccessible(dialog.element());
});

it('refuses what is no list of rows, in words', async () => {
  await compare('one cell');
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/isn’t a CSV file/);
  await expect.element(dialog.getByRole('button', { name: 'Compare' })).not.toBeInTheDocument();
});
