import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import type { Answered } from './lib/host-program.ts';

/**
 * Measures what the program's histories take, in processor seconds from its start and in resident memory of its process, as the system says: of
 * 54 empty accounts, of one with 1,000,000 orders, and of ten with 100,000 each. The arguments are checkouts to compare, by default this
 * one; they take turns. Every program is run twice on its data, because the second start finds what the first one has left.
 */
const here = path.join(import.meta.dirname, '..');
const checkouts = process.argv.length > 2 ? process.argv.slice(2) : [here];
const program = path.join(import.meta.dirname, 'lib', 'host-program.ts');
const scenarios = [
  { name: '54 empty accounts', accounts: 54, orders: 0, task: 'watch' },
  { name: '1,000,000 orders', accounts: 1, orders: 1_000_000, task: 'read' },
  { name: '10 accounts of 100,000 orders, all together', accounts: 10, orders: 100_000, task: 'read' },
] as const;

const bundles = new Map(checkouts.map((checkout) => [checkout, temporaryFolder()]));
for (const checkout of checkouts) run(checkout, '', 'build', 0);
for (const { name, accounts, orders, task } of scenarios) {
  const folders = checkouts.map((checkout) => {
    const folder = temporaryFolder();
    run(checkout, folder, 'add', accounts);
    if (orders > 0) run(checkout, folder, 'fill', orders);
    return folder;
  });
  for (const start of ['first', 'second']) {
    for (const [index, checkout] of checkouts.entries()) {
      const load = (loadavg()[0] ?? Number.NaN).toFixed(1);
      console.log(`\n${name}, ${start} start of ${checkout}, load ${load}`);
      for (const { what, processor, elapsed, mebibytes } of run(checkout, folders[index] as string, task, 0)) {
        console.log(`  ${what}: ${processor.toFixed(2)} s of processor, ${elapsed.toFixed(1)} s, ${mebibytes} MiB`);
      }
    }
  }
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
for (const folder of bundles.values()) rmSync(folder, { recursive: true, force: true });

function temporaryFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'orderglass-bench-'));
}

function run(checkout: string, folder: string, task: string, count: number): Answered[] {
  const bundle = bundles.get(checkout) as string;
  const options = [program, checkout, bundle, folder, task, String(count)];
  const output = execFileSync(process.execPath, options, { encoding: 'utf8' });
  return JSON.parse(output) as Answered[];
}
