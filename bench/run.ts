import { measureFirstRows } from './first-rows.ts';
import { printTable } from './lib/measure.ts';
import { measurePageWork } from './page-work.ts';

const rounds = 5;

printTable([await measurePageWork(rounds), await measureFirstRows(rounds)], rounds);
