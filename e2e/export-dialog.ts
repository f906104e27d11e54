import type { Locator, Page } from '@playwright/test';
import type { DemoExchange } from '../src/demo-exchange/index.ts';
import { resultRowsText } from '../src/demo-exchange/testing/result-rows-text.ts';
import { paths, TestClient } from '../src/demo-exchange/testing/test-client.ts';
import { parseCsv } from '../src/shared/testing/parse-csv.ts';
import { dataRows, expect, showScreen } from './test.ts';

/** Opens the export dialog of the order history after the history is complete. */
export async function openExportDialog(app: Page): Promise<Locator> {
  await expect(dataRows(await showScreen(app, 'Order history')).first()).toBeVisible();
  await app.getByRole('button', { name: 'Export' }).click();
  const dialog = app.getByRole('dialog', { name: 'Export: Order history' });
  await expect(dialog.getByText('Only downloaded orders are exported.')).toHaveCount(0);
  return dialog;
}

export function startButton(dialog: Locator): Locator {
  return dialog.getByRole('button', { name: /^Export [\d,]+ orders?$/ });
}

/** Returns all orders of both margin modes as the exchange sends them, in any order. */
export async function receivedOrders(exchange: DemoExchange): Promise<string[]> {
  const client = new TestClient(exchange);
  const found: string[] = [];
  for (const mode of [1, 2]) {
    for (let from: string | null = null; ; ) {
      const query = { limit: 100, is_full: mode, direct: 'prev', ...(from === null ? {} : { from }) };
      const { text } = await client.signed(paths.orders, query);
      const rows = resultRowsText(text).map((row) => row.text);
      if (rows.length === 0) break;
      found.push(...rows);
      from = JSON.parse(rows.at(-1) ?? '').order_id;
    }
  }
  return found;
}

/** Returns the column with the received rows of a complete CSV export. */
export function rawColumn(csv: string): string[] {
  const [head = [], ...records] = parseCsv(csv);
  return records.map((record) => record[head.indexOf('raw')] ?? '');
}
