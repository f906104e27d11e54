import type { Page } from '@playwright/test';
import { startFaultyExchange } from '../../src/demo-exchange/faults/index.ts';
import { chooseAccount, fillNewAccount, openAccounts } from '../accounts-dialog.ts';
import { dataRows, expect, showScreen, test } from '../test.ts';

test.use({ exchangeOptions: { orders: 3000, plans: 300, openPlans: 8, ordersPerMinute: 20 } });

declare global {
  interface Window {
    /** What the browser has moved, and where it was. */
    moved: string[];
  }
}

/** Records every element that moves, apart from parts of lines whose words get longer: sums, facts, the title bar. */
function recordMoves(): void {
  window.moved = [];
  const isOfLine = (node: Node | null): boolean => {
    const element = node instanceof Element ? node : (node?.parentElement ?? null);
    return !element?.matches('.summary, .status') && element?.closest('.summary, .status, .header') !== null;
  };
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { sources } = entry as PerformanceEntry & {
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
      };
      for (const { node, previousRect, currentRect } of sources) {
        // A text that is replaced by one of another length stays where it was.
        const stays = previousRect.left === currentRect.left && previousRect.top === currentRect.top;
        if (stays || isOfLine(node)) continue;
        const name = node instanceof Element ? node.className : node?.textContent;
        window.moved.push(`${name}: ${JSON.stringify(previousRect)} to ${JSON.stringify(currentRect)}`);
      }
    }
  });
  observer.observe({ type: 'layout-shift', buffered: true });
}

const moved = (app: Page): Promise<string[]> => app.evaluate(() => window.moved);

test('nothing moves while a screen loads, while the history is downloaded, and when the account changes', async ({
  app,
}) => {
  await app.addInitScript(recordMoves);
  const status = app.getByRole('region', { name: 'Table status' });
  for (const name of ['Order history', 'Trades', 'Plan history', 'Futures tickers']) {
    const grid = await showScreen(app, name);
    await app.reload();
    await expect(dataRows(grid).first()).toBeVisible();
    if (name !== 'Futures tickers') await expect(status).toContainText('complete', { timeout: 30_000 });
    expect(await moved(app), name).toEqual([]);
  }

  const other = await startFaultyExchange({ seed: 7, orders: 1500, plans: 200, openPlans: 8, ordersPerMinute: 20 });
  try {
    const grid = await showScreen(app, 'Order history');
    const dialog = await openAccounts(app);
    await fillNewAccount(dialog, {
      name: 'Mine',
      baseUrl: other.baseUrl,
      token: other.token,
      secretKey: other.secretKey,
    });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('button', { name: 'Keep for this session only' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(app.getByRole('grid', { name: 'Order history, Mine' })).toBeVisible();
    await expect(status).toContainText('complete', { timeout: 30_000 });
    for (const account of ['Demo account', 'Mine']) {
      await app.evaluate(() => {
        window.moved = [];
      });
      await chooseAccount(app, account);
      await expect(app.getByRole('grid', { name: `Order history, ${account}` })).toBeVisible();
      await expect(dataRows(grid).first()).toBeVisible();
      await expect(status).toContainText('complete');
      expect(await moved(app), account).toEqual([]);
    }
  } finally {
    await other.close();
  }
});
