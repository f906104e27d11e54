import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { VirtualTime } from '../../exchange/testing/virtual-time.ts';
import { HistoryStore } from '../store/history-store.ts';
import { PlanDay } from './testing/plan-day.ts';
import { startProgram } from './testing/program.ts';

/**
 * What the three trackers that `OpenPlans` has replaced made of the same lists: each event with its second, each lookup, and the lives that
 * were stored in the end. A difference is an alert that comes later, twice or not at all.
 */
const recorded = readFileSync(path.join(import.meta.dirname, 'testing', 'recorded-day.txt'), 'utf8');

test('a recorded day has the same events and lives as when it was recorded', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'orderglass-replay-'));
  const stores = new Map<string, HistoryStore>();
  onTestFinished(() => {
    for (const store of stores.values()) store.close();
    rmSync(folder, { recursive: true });
  });
  const storeOf = (archive: string): HistoryStore => {
    const file = path.join(folder, archive);
    const store = stores.get(archive) ?? HistoryStore.open({ path: file, notes: `${file}.notes`, now: Date.now }).store;
    stores.set(archive, store);
    return store;
  };
  const log = await new PlanDay({ seed: 4, hours: 4 }).replay(new VirtualTime(), startProgram, storeOf);
  expect(`${log.join('\n')}\n`).toBe(recorded);
});
