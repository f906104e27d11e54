import { expect, it } from 'vitest';
import { settingsSchema } from '../shared/contract/settings.ts';
import { markShell } from '../shared/first-page.ts';
import { fail, succeed } from '../shared/result.ts';
import { createPageStart } from './first-page.ts';
import type { Core } from './index.ts';

const html = `<html>
<link rel="stylesheet" crossorigin href="./assets/a.css">
<link rel="icon" type="image/svg+xml" href="./assets/icon.svg" />
<script type="module" crossorigin src="./assets/a.js"></script>
<link rel="modulepreload" crossorigin href="./assets/b.js">
<body>${markShell('en', 'English')}${markShell('zh', '中文')}</body></html>`;

/** A core with given settings that records its calls. */
function recordingCore(settings: object): Pick<Core, 'call'> & { calls: [string, unknown][] } {
  const calls: [string, unknown][] = [];
  return {
    calls,
    async call(channel, input) {
      calls.push([channel, input]);
      if (channel === 'readSettings') return succeed(settingsSchema.parse(settings));
      if (channel === 'listAccounts') return succeed([{ id: 'demo' }, { id: 'mine' }]);
      return channel === 'readAbout' ? fail('internal', 'the page asks again') : succeed({});
    },
  };
}
const reader = { languages: ['fr', 'zh-CN'], theme: null } as const;

it('polls the lists of the account once the page has its files, and not before', async () => {
  const core = recordingCore({ account: 'mine' });
  const start = createPageStart(core);
  await start.fill(html, reader);
  const polls = () => core.calls.filter(([channel]) => channel === 'readLive').map(([, input]) => input);
  for (const path of ['assets/icon.svg', 'assets/b.js', 'assets/a.css', 'assets/b.js']) start.served(path);
  expect(polls()).toEqual([]);
  start.served('assets/a.js');
  start.served('assets/a.js');
  expect(polls()).toEqual([
    { account: 'mine', list: 'open-plans' },
    { account: 'mine', list: 'futures-tickers' },
  ]);
});

it('polls nothing for a screen without live rows', async () => {
  const core = recordingCore({ screen: 'trades' });
  const start = createPageStart(core);
  await start.fill(html, reader);
  for (const path of ['assets/b.js', 'assets/a.css', 'assets/a.js']) start.served(path);
  expect(core.calls.filter(([channel]) => channel === 'readLive')).toEqual([]);
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
