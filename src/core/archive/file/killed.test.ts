import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import type { ArchiveFile } from './archive-file.ts';
import { archiveFolder } from './testing/archive-folder.ts';
import { scriptedPages } from './testing/scripted-pages.ts';

const program = path.join(import.meta.dirname, 'testing/fill-archive.ts');
const pageCount = 600;
/** Milliseconds: many processes are started, and the machine may be busy with other tests. */
const timeout = 120_000;
const folder = archiveFolder();

/** Takes pages from one on in another process, and kills it at some moment after so many lines. Answers how many it said it had. */
async function takeUntilKilled(first: number, lines: number): Promise<number> {
  const env = { ...process.env, NODE_COMPILE_CACHE: path.join(folder.place.folder, 'compiled') };
  const child = spawn(process.execPath, [program, folder.place.path, String(pageCount), String(first)], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = 0;
  let taken = 0;
  createInterface(child.stdout).on('line', (line) => {
    said++;
    if (line === 'taken') taken++;
    // It goes on while this is on its way, so that it is killed anywhere.
    if (said === lines) child.kill('SIGKILL');
  });
  const [, signal] = await once(child, 'close');
  expect(signal).toBe('SIGKILL');
  return taken;
}

/** All that an archive holds. */
function contentOf(file: ArchiveFile) {
  const rows = file.scan('order-history', 0, 100_000);
  return {
    rows: file.read(
      'order-history',
      rows.map(({ number }) => number),
    ),
    order: file.newest('order-history', 100_000, 0).map(({ key }) => key),
    coverage: file.coverage('order-history'),
    unreadable: file.unreadable('order-history', 100_000),
    changes: rows.map(({ key }) => file.changes('order-history', key)),
  };
}

test('killed at any moment, many times, it has every page that it said it had, and claims no more', {
  timeout,
}, async () => {
  const pages = scriptedPages(pageCount);
  const { file: whole } = folder.open({ path: path.join(folder.place.folder, 'whole.sqlite') });
  let done = 0;
  for (let kill = 0; kill < 25; kill++) {
    // Some while it is opened, the first while it is made.
    const lines = kill % 5 === 0 ? 1 : 2 + ((kill * 7) % 19);
    const taken = await takeUntilKilled(done, Math.min(lines, pageCount - done + 1));
    whole.takePages(pages.slice(done, done + taken));
    done += taken;
    const { file, setAside } = folder.open();
    expect(setAside).toBeNull();
    const content = contentOf(file);
    // The last page may be there without having been said.
    const isOneAhead = JSON.stringify(content) !== JSON.stringify(contentOf(whole));
    if (isOneAhead) whole.takePages(pages.slice(done, ++done));
    expect(content).toEqual(contentOf(whole));
    expect(file.checkIntegrity()).toBe(true);
    file.close();
  }
  expect(whole.count('order-history')).toBeGreaterThan(500);
});
