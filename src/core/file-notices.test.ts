import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createCore } from './index.ts';

const about = { version: '0.0.0', host: 'browser', platform: 'linux' } as const;
const startDemoExchange = () => Promise.reject(new Error('not needed'));

test('the page learns which files were quarantined at the start, and their new names', async () => {
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'orderglass-notices-'));
  try {
    await writeFile(path.join(dataDirectory, 'settings.json'), '{"theme":');
    await writeFile(path.join(dataDirectory, 'accounts.json'), 'not JSON');
    const first = await createCore({ dataDirectory, about, startDemoExchange });
    const kept = (await readdir(dataDirectory)).filter((name) => name.includes('.damaged-'));
    const backupName = (what: string) => kept.find((name) => name.startsWith(what));
    expect(await first.call('readFileNotices', {})).toEqual({
      ok: true,
      data: [
        { what: 'settings', backupName: backupName('settings') },
        { what: 'accounts', backupName: backupName('accounts') },
      ],
    });
    expect(kept).toHaveLength(2);
    await first.close();
    const second = await createCore({ dataDirectory, about, startDemoExchange });
    expect(await second.call('readFileNotices', {})).toEqual({ ok: true, data: [] });
    await second.close();
  } finally {
    await rm(dataDirectory, { recursive: true, force: true });
  }
});
