import { buildIfStale } from '../scripts/lib/build.mjs';
import { measureFirstRows } from './first-rows.ts';
import { measureFirstWindow } from './first-window.ts';
import { measureFullHistory } from './full-history.ts';
import { printTable } from './lib/measure.ts';
import { measureMarket } from './market.ts';
import { measurePageWork } from './page-work.ts';

const rounds = 5;

if (!(await buildIfStale())) process.exit(1);
printTable(
  [
    await measurePageWork(rounds),
    await measureFirstRows(rounds),
    ...(await measureMarket(rounds)),
    await measureFirstWindow(rounds),
    await measureFullHistory(),
  ],
  rounds,
);
