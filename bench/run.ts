import { loadavg } from 'node:os';
import { buildIfStale } from '../scripts/lib/build.mjs';
import { provideChromium } from '../scripts/lib/provide-chromium.mjs';
import { measureAddedColumn } from './added-column.ts';
import { measureBusyHistory } from './busy-history.ts';
import { measureFirstRows } from './first-rows.ts';
import { measureFirstWindow } from './first-window.ts';
import { tryFrontEnds } from './front-ends.ts';
import { printTable, printTimes } from './lib/measure.ts';
import { measureMarket } from './market.ts';
import { measureArchivePage } from './page-archive.ts';
import { measurePageMemory } from './page-memory.ts';

const rounds = 5;

if (process.argv[2] === 'front-ends') process.exit((await tryFrontEnds(process.argv[3] ?? '')) ? 0 : 1);

if (!(await provideChromium()) || !(await buildIfStale())) process.exit(1);
const load = (): string => (loadavg()[0] ?? Number.NaN).toFixed(1);
const loadBefore = load();
const firstRows = await measureFirstRows(rounds);
const archivePage = await measureArchivePage(rounds);
console.log(`\n${firstRows.browser}; load ${loadBefore} before, ${load()} after the first rows`);
printTable(
  [
    ...firstRows.measurements,
    ...(await measureMarket(rounds)),
    await measurePageMemory(),
    await measureFirstWindow(rounds),
    measureAddedColumn(rounds),
    ...archivePage.measurements,
  ],
  rounds,
);
printTimes('a question to the archive beside 1,000 parallel ones', await measureBusyHistory(rounds), 200);
console.log(
  `layout shift until a second after the first rows: ${firstRows.shifts.map((shift) => shift.toFixed(4)).join(', ')}`,
);
// Two frames of a screen with 60 Hz.
const twoFramesMs = 33;
for (const { screen, earlySorts, sorts, filters } of archivePage.questions) {
  const times = [
    { what: 'a sort right after the start, from the click to the painted rows', questions: earlySorts },
    { what: 'a sort, from the click to the painted rows', questions: sorts },
    { what: 'a filter, from the change to the painted rows', questions: filters },
  ];
  for (const { what, questions } of times) {
    const name = `${screen} of 1,000,000 orders: ${what}`;
    printTimes(
      name,
      questions.map(({ total }) => total),
      100,
    );
    printTimes(
      `${name}, besides the call`,
      questions.map(({ besidesCall }) => besidesCall),
      twoFramesMs,
    );
  }
}
