import { expect, test } from 'vitest';
import { deadLinks } from './lib/links.mjs';

const documents: Readonly<Record<string, string>> = {
  'docs/risk.md': '# What the program may say\n## 1.2 To stop, `now`\n',
  'src/core/index.ts': '',
};
const targets = (file: string, text: string) =>
  deadLinks(file, text, {
    exists: (name) => name in documents || name === file,
    read: (name) => documents[name] ?? '',
    bases: ['.', 'src'],
  }).map(({ line, target }) => `${line} ${target}`);

test('finds links and paths that lead nowhere, with their lines', () => {
  expect(targets('docs/trades.md', '# Trades\n[risk](risk.md) [gone](gone.md)\n`src/core/gone.ts`')).toEqual([
    '2 gone.md',
    '3 src/core/gone.ts',
  ]);
});

test('follows anchors to headings, in the same document, too', () => {
  expect(
    targets('docs/trades.md', '# Trades\n[a](#trades) [b](#none) [c](risk.md#12-to-stop-now) [d](risk.md#12)'),
  ).toEqual(['2 #none', '2 risk.md#12']);
});

test('leaves alone what is no path of this tree, and paths from a known folder', () => {
  const text = '`core/index.ts` `BTC/USDT` `10.0.0.0/8` `src/*/index.ts` [site](https://example.com/a.md)';
  expect(targets('SECURITY.md', text)).toEqual([]);
});
