import { expect, it, onTestFinished, vi } from 'vitest';
import { startDemoExchange } from '../demo-exchange/index.ts';
import { settingsSchema } from '../shared/contract/settings.ts';
import { markShell } from '../shared/first-page/first-page.ts';
import { fail, succeed } from '../shared/values/result.ts';
import { createPageStart } from './first-page.ts';
import { programs } from './history/testing/program.ts';
import type { Core } from './index.ts';

const html = `<html>
<link rel="stylesheet" crossorigin href="./assets/a.css">
<link rel="icon" type="image/svg+xml" href="./assets/icon.svg" />
<script type="module" crossorigin src="./assets/a.js"></script>
<link rel="modulepreload" crossorigin href="./assets/b.js">
<body>${markShell('en', 'English')}${markShell('zh', '中文')}</body></html>`;

/** A core with given settings that records the names of its calls. */
function recordingCore(settings: object): Pick<Core, 'call'> & { calls: string[] } {
  const calls: string[] = [];
  return {
    calls,
    async call(channel) {
      calls.push(channel);
      if (channel === 'readSettings') return succeed(settingsSchema.parse(settings));
      if (channel === 'listAccounts') return succeed([{ id: 'demo' }, { id: 'mine' }]);
      return channel === 'readAbout' ? fail('internal', 'the page asks again') : succeed({});
    },
  };
}
const reader = { languages: ['fr', 'zh-CN'], theme: null } as const;

const program = programs(startDemoExchange, { orders: 0, plans: 0, openPlans: 4, ordersPerMinute: 0, timeScale: 0 });

it('polls the tickers once the page has its files, and not before; open plan orders wait for the page', async () => {
  const exchange = await program.exchange();
  const { core, ask } = await program.start({ startDemoExchange: async () => exchange });
  const start = createPageStart(core);
  await start.fill(html, reader);
  const rows = async (list: 'open-plans' | 'futures-tickers') =>
    (await ask('readLive', { account: 'demo', list })).rows.length;
  for (const path of ['assets/icon.svg', 'assets/b.js', 'assets/a.css', 'assets/b.js']) start.served(path);
  await ask('readSymbolRules', { account: 'demo' });
  expect(await rows('futures-tickers')).toBe(0);
  start.served('assets/a.js');
  await expect.poll(() => rows('futures-tickers')).toBe(250);
  start.served('assets/a.js');
  await ask('readSymbolRules', { account: 'demo' });
  expect(await rows('open-plans')).toBe(0);
  const { traffic } = exchange;
  expect([traffic.count('/v1/futures/24kline_list'), traffic.count('/v1/futures/plan/current')]).toEqual([1, 0]);
});

it('polls nothing for a screen without tickers', async () => {
  const core = recordingCore({ screen: 'trades' });
  const start = createPageStart(core);
  await start.fill(html, reader);
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  for (const path of ['assets/b.js', 'assets/a.css', 'assets/a.js']) start.served(path);
  vi.runAllTimers();
  expect(core.calls).not.toContain('refreshLive');
});

it('puts answers into the page that succeeded, for the account that the page will show', async () => {
  const core = recordingCore({ account: 'removed' });
  const filled = await createPageStart(core).fill(html, reader);
  expect(filled).toContain('"channel":"readConnection","input":{"account":"demo"}');
  expect(filled).toContain('"channel":"readSettings"');
  expect(filled).not.toContain('readAbout');
});

it.each([
  ['dark', null, 'dark'],
  ['light', 'dark', 'light'],
  ['system', 'light', 'light'],
  ['system', null, 'system'],
] as const)('the theme %s on a %s system is first shown as %s', async (theme, ofSystem, shown) => {
  const filled = await createPageStart(recordingCore({ theme })).fill(html, { ...reader, theme: ofSystem });
  expect(filled).toContain(`data-theme="${shown}"`);
});

it.each([
  ['system', '中文'],
  ['en', 'English'],
])('the language %s is first shown as %s', async (language, shown) => {
  const filled = await createPageStart(recordingCore({ language })).fill(html, reader);
  expect(filled).toContain(`<body>${shown}<script`);
});
