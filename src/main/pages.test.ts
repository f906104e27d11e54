import { setImmediate } from 'node:timers/promises';
import type { WebContents } from 'electron';
import { expect, test } from 'vitest';
import { callingPage, runForPage } from './pages.ts';

test('each call finds the page that made it, also in its asynchronous parts', async () => {
  const pages = [{ id: 1 }, { id: 2 }] as WebContents[];
  const found = await Promise.all(
    pages.map((page) =>
      runForPage(page, async () => {
        await setImmediate();
        return callingPage();
      }),
    ),
  );
  expect(found).toEqual(pages);
  expect(callingPage()).toBeNull();
});
