import { describe, expect, it } from 'vitest';
import { hostTextEn } from '../../shared/text/host-en.ts';
import { hostTextZh } from '../../shared/text/host-zh.ts';
import { en } from './en.ts';
import { zh } from './zh.ts';

/** What is called the same in every language: names, formats, and words of the exchange's. */
const sameEverywhere = [
  'language',
  'product',
  'host.language',
  'host.product',
  'kinds.ioc',
  'kinds.fok',
  'kinds.twap',
  'units.ticks',
  'risk.share',
  'export.formats.csv',
  'export.formats.jsonl',
  'export.formats.parquet',
  'export.formats.xlsx',
  'export.size',
  'accounts.publicHost',
  'timeZone.choices.utc',
  'timeZone.shown',
  'settings.values.language.en',
];

/** Functions that take something else than numbers and names. */
const given: Readonly<Record<string, readonly (readonly unknown[])[]>> = {
  'results.span': [
    ['a', 'a'],
    ['a', 'b'],
  ],
  'activity.conditions.ofSymbol': [['1']],
  ...Object.fromEntries(
    ['triggered', 'failed', 'canceled', 'unknown'].map((outcome) => [
      `activity.planLeft.${outcome}`,
      [
        ['1', 'buy', '2'],
        ['1', 'sell', null],
      ],
    ]),
  ),
  'alerts.thePlan': [['1', 'isolated:17']],
  enumerated: [[['1']], [['1', '2']]],
  'activity.enumerated': [[['1']], [['1', '2']]],
  'trades.twoUnits': [['1', '2']],
  'table.summed': [[['1', '2'], '3']],
  'results.longDay': [['2025-03-02'], ['2025-12-31']],
  'fileNotices.damaged.settings': [[null], ['settings.json.1']],
  'fileNotices.damaged.accounts': [[null], ['accounts.json.1']],
  'fileNotices.damaged.alerts': [[null], ['demo.json.1']],
  'history.lost': [
    [{ notes: 1, changes: 1, unreadable: 1, 'plan-lives': 1, sync: 1 }],
    [{ notes: 2, changes: 0, unreadable: 0, 'plan-lives': 0, sync: 1000 }],
  ],
  'results.readsOn': [[null], ['2025']],
  'results.readsNot': [[null], ['2025']],
  'accounts.clockOff': [[-2], [2]],
  'accounts.entriesLeft': [[['1']], [['1', '2']]],
  'removeData.notShown': [[['1']], [['1', '2']]],
  'timeZone.shown': [
    ['UTC', 'UTC+0'],
    ['Europe/Berlin', 'UTC+1'],
  ],
  'periods.day': [['2025-03-02']],
  'periods.span': [
    ['a', 'a'],
    ['a', 'b'],
  ],
  'timeZone.explained': [['Europe/Berlin', 'UTC+1']],
  'results.of.order-history.explained': [['Europe/Berlin']],
  'results.of.trades.explained': [['Europe/Berlin']],
  'connection.clockSkewed': [[-2], [2]],
};
const counts = [0, 1, 2, 1000];

type Leaf = string | ((...values: unknown[]) => string);

/** Every text by its path: "filter.chip.of". */
function leavesOf(part: unknown, path = ''): [path: string, leaf: Leaf][] {
  if (typeof part !== 'object' || part === null) return [[path, part as Leaf]];
  return Object.entries(part).flatMap(([name, inner]) => leavesOf(inner, path === '' ? name : `${path}.${name}`));
}

/** What a text says, for each of the values that it is tried with. */
function saidBy(path: string, leaf: Leaf): string[] {
  if (typeof leaf === 'string') return [leaf];
  const values = given[path.replace(/^host\./, '')] ?? counts.map((count) => Array.from({ length: 5 }, () => count));
  return values.map((each) => leaf(...each));
}

const english = [...leavesOf(en), ...leavesOf(hostTextEn, 'host')];
const chinese = [...leavesOf(zh), ...leavesOf(hostTextZh, 'host')];
const han = /\p{Script=Han}/u;
const latinWord = /[A-Za-z]{2}/;

/** The page never shows synonyms. Those of one language contain words of the other. */
function isSynonym(path: string): boolean {
  return path.startsWith('synonyms.');
}

function offending(leaves: readonly [string, Leaf][], isWrong: (said: string, path: string) => boolean): string[] {
  return leaves.flatMap(([path, leaf]) =>
    saidBy(path, leaf)
      .filter((said) => isWrong(said, path))
      .map((said) => `${path}: ${said}`),
  );
}

describe.each([
  ['English', english],
  ['Chinese', chinese],
])('%s', (_, leaves) => {
  it('says something for every count, and nothing that only a program understands', () => {
    const isWrong = (said: unknown): boolean =>
      typeof said !== 'string' || said.trim() === '' || /undefined|NaN|null|\[object|Invalid/.test(said);
    expect(offending(leaves, isWrong)).toEqual([]);
  });

  it('names the count that it is given', () => {
    const [, rows] = leaves.find(([path]) => path === 'status.rows') ?? [];
    expect(typeof rows === 'function' && counts.map((count) => rows(count).split(' ')[0])).toEqual([
      '0',
      '1',
      '2',
      '1,000',
    ]);
  });
});

it('has the same texts in both languages', () => {
  const paths = (leaves: readonly [string, Leaf][]): string[] => leaves.map(([path]) => path).sort();
  expect(paths(chinese)).toEqual(paths(english));
});

it('leaves nothing in English', () => {
  const inEnglish = new Map(english.map(([path, leaf]) => [path, saidBy(path, leaf)]));
  const translated = chinese.filter(([path]) => !sameEverywhere.includes(path));
  const left = translated.flatMap(([path, leaf]) =>
    saidBy(path, leaf)
      .filter((said, index) => latinWord.test(inEnglish.get(path)?.[index] ?? '') && !han.test(said))
      .map((said) => `${path}: ${said}`),
  );
  expect(left).toEqual([]);
  const isSentence = (said: string, path: string) => /[a-z]{2,} [a-z]{2,} [a-z]{2,}/.test(said) && !isSynonym(path);
  expect(offending(chinese, isSentence)).toEqual([]);
});

it('leaves nothing in Chinese', () => {
  const isForeign = (said: string, path: string) => han.test(said) && path !== 'settings.values.language.zh';
  expect(offending(english, (said, path) => isForeign(said, path) && !isSynonym(path))).toEqual([]);
});

it('sets Chinese as it is set: its own punctuation, and a space beside Latin words and digits', () => {
  const sentences = chinese.filter(([, leaf]) => typeof leaf === 'string');
  expect(offending(sentences, (said) => /\p{Script=Han}[,;:?!(]|[)]\p{Script=Han}/u.test(said))).toEqual([]);
  expect(offending(sentences, (said) => /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u.test(said))).toEqual([]);
});
