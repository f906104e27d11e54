import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSessionCredentials } from '../credentials/session-credentials.ts';
import { type AccountChangeName, editedName, firstName, newKeys, oldKeys } from '../testing/account-change-names.ts';
import { FileErrors } from '../testing/file-errors.ts';
import { FileKeychain } from '../testing/file-keychain.ts';
import { AccountStore } from './account-store.ts';

const program = path.join(import.meta.dirname, '../testing/account-changes.ts');
/** Milliseconds. The test starts many processes, and other tests may load the machine. */
const timeout = 60_000;
const atOnce = 4;
let root: string;
let folders = 0;

beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'orderglass-killed-'));
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

function copyOf(folder: string | null): string {
  folders++;
  const copy = path.join(root, String(folders));
  if (folder !== null && existsSync(folder)) cpSync(folder, copy, { recursive: true });
  return copy;
}

interface Ending {
  readonly steps: readonly string[];
  readonly signal: string | null;
}

/** Makes the change in another process. `killAt`: number of the step at which the process is killed; 0 for none. */
function run(folder: string, change: AccountChangeName, killAt: number): Promise<Ending> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [program, folder, change, String(killAt)], (error, output, errorOutput) => {
      const signal = error?.signal ?? null;
      if (error !== null && signal !== 'SIGKILL') reject(new Error(errorOutput));
      else resolve({ steps: output.split('\n').filter((line) => line !== ''), signal });
    });
  });
}

/** Kills the change at each of its steps, each time in a copy of `before`. Returns the folders by step. */
async function killAtEachStep(before: string | null, change: AccountChangeName): Promise<Map<string, string>> {
  const { steps, signal } = await run(copyOf(before), change, 0);
  expect(signal).toBeNull();
  const killed = new Map<string, string>();
  const waiting = steps.map((name, index) => ({ name: `${index + 1}: ${name}`, killAt: index + 1 }));
  async function work(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const folder = copyOf(before);
      const ending = await run(folder, change, next.killAt);
      expect(ending).toMatchObject({ signal: 'SIGKILL', steps: { length: next.killAt } });
      killed.set(next.name, folder);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  return killed;
}

let killedReplacements: Promise<Map<string, string>> | null = null;

/** Like `killAtEachStep`, once for all tests: `replace` has the most steps. The folders must not be changed. */
function killReplacement(): Promise<Map<string, string>> {
  killedReplacements ??= withAccount().then((before) => killAtEachStep(before, 'replace'));
  return killedReplacements;
}

let folderWithAccount: Promise<string> | null = null;

/** Returns a folder with the first account, the same for all tests. It must not be changed. */
function withAccount(): Promise<string> {
  const make = async (): Promise<string> => {
    const folder = copyOf(null);
    await run(folder, 'add', 0);
    return folder;
  };
  folderWithAccount ??= make();
  return folderWithAccount;
}

/** Returns what the next start of the program finds in a copy of `halfDone`. */
async function reopened(halfDone: string) {
  const folder = copyOf(halfDone);
  const keychain = new FileKeychain(path.join(folder, 'keychain.json'));
  const fileErrors = new FileErrors();
  const store = await AccountStore.open({
    directory: path.join(folder, 'data'),
    now: Date.now,
    log: ({ event }) => {
      throw new Error(event);
    },
    fileErrors,
    keychain,
    session: createSessionCredentials(),
    reservedNames: [],
    onChange: () => {},
  });
  expect(fileErrors.problems).toEqual([]);
  await store.removeOrphanedEntries();
  const accounts = await Promise.all(
    store.profiles.map(async (profile) => ({
      name: profile.name,
      endsIn: profile.credentials?.endsIn,
      credentials: profile.credentials === null ? null : await store.readCredentials(profile),
    })),
  );
  await store.close();
  const data = path.join(folder, 'data');
  for (const name of existsSync(data) ? readdirSync(data) : []) {
    expect(readFileSync(path.join(data, name), 'utf8')).not.toContain('canary');
  }
  const named = store.profiles.flatMap(({ credentials }) => (credentials === null ? [] : [credentials.entry]));
  expect(Object.keys(keychain.entries)).toEqual(named);
  return { accounts, orphanedEntries: orphanedEntriesIn(data) };
}

function orphanedEntriesIn(data: string): unknown {
  const file = path.join(data, 'accounts.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).orphanedEntries : [];
}

const nothing = { accounts: [], orphanedEntries: [] };
const first = { accounts: [{ name: firstName, endsIn: '1111', credentials: oldKeys }], orphanedEntries: [] };
const edited = { accounts: [{ name: editedName, endsIn: '3333', credentials: newKeys }], orphanedEntries: [] };
const forSession = { accounts: [{ name: editedName, endsIn: undefined, credentials: null }], orphanedEntries: [] };

describe('if the program is killed at any step, an account exists with its credentials or not at all', {
  timeout,
}, () => {
  test.each([
    { change: 'add', before: nothing, after: first, leastSteps: 5 },
    { change: 'replace', before: first, after: edited, leastSteps: 8 },
    { change: 'to-session', before: first, after: forSession, leastSteps: 5 },
    { change: 'remove', before: first, after: nothing, leastSteps: 5 },
  ] as const)('$change', async ({ change, before, after, leastSteps }) => {
    const killed =
      change === 'replace'
        ? await killReplacement()
        : await killAtEachStep(before === nothing ? null : await withAccount(), change);
    expect(killed.size).toBeGreaterThanOrEqual(leastSteps);
    const found = new Set<unknown>();
    for (const [step, folder] of killed) {
      const state = await reopened(folder);
      const expected = JSON.stringify(state) === JSON.stringify(after) ? after : before;
      expect(state, step).toEqual(expected);
      found.add(expected);
    }
    // Early steps leave the state before the change, late ones the state after it. Otherwise the steps would not be those of the change.
    expect(found).toEqual(new Set([before, after]));
  });

  test('and killed again during the recovery', async () => {
    const killed = await killReplacement();
    const [, withOrphanedNew] = [...killed].find(([step]) => step.endsWith('keychain: saved')) ?? [];
    const [, withOrphanedOld] = [...killed].find(([step]) => step.endsWith('keychain: removed')) ?? [];
    for (const [halfDone, expected] of [
      [withOrphanedOld, edited],
      [withOrphanedNew, first],
    ] as const) {
      const again = await killAtEachStep(halfDone ?? '', 'recover');
      expect(again.size).toBe(3);
      for (const [step, folder] of again) expect(await reopened(folder), step).toEqual(expected);
    }
  });
});
