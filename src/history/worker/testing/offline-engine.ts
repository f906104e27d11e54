import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { OrderglassError } from '../../../shared/values/errors.ts';
import { noWords } from '../../rows.ts';
import { HistoryEngine } from '../engine.ts';
import type { Answers, CallHandlers } from '../protocol.ts';

const noAccess = () => Promise.reject(new OrderglassError('keychain-unavailable', 'injected', { keychain: 'locked' }));

/** Path of a database that does not exist yet. It is removed after the test. */
export function newDatabase(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'orderglass-history-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'history.sqlite');
}

/** Starts an engine that reaches no exchange. It is closed after the test. */
export function startOfflineEngine(file = newDatabase(), words = noWords): Answers & CallHandlers {
  const { answers, calls } = new HistoryEngine({
    file,
    notes: `${file}.notes`,
    discardExisting: false,
    firstVersion: 1,
    words,
    exchange: { fetchPage: noAccess, fetchOpenPlans: noAccess, isSaturated: false },
    onStatus: () => {},
    onSyncFailed: () => {},
    onNotes: () => {},
    onPlans: () => {},
  });
  onTestFinished(async () => void (await calls.close(null)));
  return { ...answers, ...calls };
}
