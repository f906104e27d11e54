import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { HistoryStore } from '../src/history/store/history-store.ts';
import { type Duration, DurationTable, picker, timed } from './lib/durations.ts';
import { samplePages } from './lib/filled-archive.ts';

/**
 * Measures an archive while another process has it open for reading, against the same archive alone. Both alternate. The first argument is
 * the number of orders, by default 200,000.
 */
const rows = Number(process.argv[2] ?? 200_000);
const rounds = 9;
const list = 'order-history';
/** Holds a moment of the archive, until its input ends. */
const holdMoment = `
  const { DatabaseSync } = require('node:sqlite');
  const database = new DatabaseSync(process.argv[1], { readOnly: true });
  database.exec('BEGIN');
  database.prepare('SELECT count(*) FROM orders').get();
  process.stdout.write('open');
  process.stdin.resume().on('end', () => process.exit(0));`;

const folder = mkdtempSync(path.join(tmpdir(), 'orderglass-bench-'));
try {
  const file = path.join(folder, 'history.sqlite');
  const { store } = HistoryStore.open({ path: file, notes: `${file}.notes`, now: Date.now });
  const take = samplePages();
  for (let stored = 0; stored < rows; stored += 10_000) store.savePages(take(100));
  const pick = picker();
  const numbers = Array.from({ length: rows }, (_, place) => place + 1);
  const samples = Array.from({ length: 200 }, () => Array.from({ length: 50 }, () => pick(numbers)));
  const work = {
    'read all rows': () => {
      for (let after = 0; after < rows; after += 2000) store.read(({ lists }) => lists[list].rows.scan(after, 2000));
    },
    'read 200 windows of 50 rows at random': () => {
      for (const sample of samples) store.read(({ lists }) => lists[list].rows.rows(sample));
    },
    'save 20 pages of 100 orders, one by one': () => {
      for (const page of take(20)) store.savePages([page]);
    },
  };
  const measured = Object.entries(work).map(([name, run]) => ({
    name,
    run,
    alone: [] as Duration[],
    beside: [] as Duration[],
  }));
  for (const { run } of measured) run();
  for (let round = 0; round < rounds; round++) {
    for (const each of measured) each.alone.push(timed(each.run));
    const reader = spawn(process.execPath, ['--eval', holdMoment, file], { stdio: ['pipe', 'pipe', 'inherit'] });
    await once(reader.stdout, 'data');
    for (const each of measured) each.beside.push(timed(each.run));
    reader.stdin.end();
    await once(reader, 'exit');
  }
  store.close();
  const table = new DurationTable();
  for (const { name, alone, beside } of measured) {
    table.add(name, alone);
    table.add(`${name}, beside a reader`, beside);
  }
  table.print(`${rows} orders`);
  for (const { name, alone, beside } of measured) {
    const ratio = medianProcessor(beside) / medianProcessor(alone);
    console.log(`${name}: ${ratio.toFixed(2)}x the processor time beside a reader (<= 1.05x)`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function medianProcessor(durations: readonly Duration[]): number {
  const sorted = durations.map(({ processor }) => processor).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
