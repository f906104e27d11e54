import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
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
        { what: 'settings', problem: 'damaged', backupName: backupName('settings') },
        { what: 'accounts', problem: 'damaged', backupName: backupName('accounts') },
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

test('files of a later version are left as they are, whatever the user does, and the page says so', async () => {
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'orderglass-notices-'));
  const files = ['settings.json', 'accounts.json', 'alerts/demo.json'];
  const later = JSON.stringify({ version: 1000, content: 'of a later version' });
  try {
    await mkdir(path.join(dataDirectory, 'alerts'));
    for (const file of files) await writeFile(path.join(dataDirectory, file), later);
    const window = { what: 'window', problem: 'later-version', backupName: null } as const;
    const core = await createCore({ dataDirectory, about, startDemoExchange, fileNotices: [window] });
    expect(await core.call('readFileNotices', {})).toEqual({
      ok: true,
      data: [window, ...['settings', 'accounts', 'alerts'].map((what) => ({ ...window, what }))],
    });
    expect(await core.call('changeSettings', { theme: 'light' })).toMatchObject({ ok: true, data: { theme: 'light' } });
    const alert = { account: 'demo', condition: { kind: 'stale', minutes: 5 }, paused: false };
    expect(await core.call('saveAlert', alert)).toMatchObject({ ok: true });
    const account = {
      name: 'Mine',
      baseUrl: 'http://127.0.0.1:9',
      signingVariant: 'bytewise',
      requestsPerWindow: 100,
      credentials: { token: 'token-of-an-account', secretKey: 'secret-key' },
    };
    for (const keptIn of ['session', 'keychain']) {
      const saved = await core.call('saveAccount', { ...account, keptIn });
      expect(saved).toMatchObject({ ok: false, error: { code: 'storage-failed' } });
    }
    await core.close();
    for (const file of files) expect(await readFile(path.join(dataDirectory, file), 'utf8')).toBe(later);
    expect(await readdir(path.join(dataDirectory, 'alerts'))).toEqual(['demo.json']);
  } finally {
    await rm(dataDirectory, { recursive: true, force: true });
  }
});
