import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fillHistory } from './lib/filled-archive.ts';
import type { FirstWindow } from './lib/first-window-program.ts';
import type { Measurement } from './lib/measure.ts';

const orders = 100_000;

/**
 * Measures the time from the start of a history to its first window in a program that knows one more column than the program that wrote the
 * archive. Throws if it reports a row as damaged, or requests a page that the other program does not request.
 */
export function measureAddedColumn(rounds: number): Measurement {
  const folder = mkdtempSync(path.join(tmpdir(), 'orderglass-bench-'));
  const written = path.join(folder, 'written.sqlite');
  const [ours, theirs]: [number[], number[]] = [[], []];
  try {
    fillHistory(written, orders);
    for (let round = 0; round <= rounds; round++) {
      const [later, same] = [firstWindow(written, 'later'), firstWindow(written, 'same')];
      for (const { total, reported, requests } of [later, same]) {
        if (total !== orders || reported > 0 || requests !== same.requests) {
          throw new Error(`${total} rows, ${reported} reported as damaged, ${requests} requests`);
        }
      }
      // The first round fills the caches of the system.
      if (round === 0) continue;
      ours.push(later.took);
      theirs.push(same.took);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return {
    what: `start of a history of ${orders.toLocaleString('en')} orders to its first window, with one more column`,
    against: 'the same without the column',
    ours,
    theirs,
    reach: 1.2,
  };
}

/**
 * Each program gets copies of the archive and its notes in a folder of its own, because a later one changes them, and none has the columns'
 * file of an earlier round.
 */
function firstWindow(written: string, version: 'later' | 'same'): FirstWindow {
  const folder = mkdtempSync(path.join(path.dirname(written), `${version}-`));
  const copy = path.join(folder, 'archive.sqlite');
  cpSync(written, copy);
  cpSync(`${written}.notes`, `${copy}.notes`);
  const program = path.join(import.meta.dirname, 'lib/first-window-program.ts');
  return JSON.parse(execFileSync(process.execPath, [program, copy, version], { encoding: 'utf8' })) as FirstWindow;
}
