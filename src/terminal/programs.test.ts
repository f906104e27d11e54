import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished, vi } from 'vitest';
import { missingForRealKeyring, openPrivateSession } from '../core/credentials/testing/private-session.ts';
import type { Core } from '../core/index.ts';
import { type FaultyExchange, startFaultyExchange } from '../demo-exchange/faults/index.ts';
import { syncOnce } from './programs.ts';
import { openPage, program, withoutKeychain } from './testing/page-client.ts';

// Processes start slowly beside busy processors.
vi.setConfig({ testTimeout: 60_000 });

const missing = await missingForRealKeyring();

async function start(): Promise<{ data: string; exchange: FaultyExchange }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'orderglass-programs-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const exchange = await startFaultyExchange({ orders: 300, plans: 50, ordersPerMinute: 0, timeScale: 0 });
  onTestFinished(() => exchange.close());
  return { data: path.join(folder, 'data'), exchange };
}

function newAccount({ baseUrl, token, secretKey }: FaultyExchange, keptIn: 'keychain' | 'session') {
  const settings = { name: 'Main', baseUrl, signingVariant: 'bytewise', requestsPerWindow: 100 } as const;
  return { ...settings, keptIn, credentials: { token, secretKey } };
}

/** Resolves with the exit code and the output of a command. */
async function run(data: string, env: NodeJS.ProcessEnv, ...args: string[]) {
  const child = spawn(process.execPath, [program, ...args, '--data-dir', data], { env });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (part) => (stdout += part));
  child.stderr.on('data', (part) => (stderr += part));
  const [status] = await once(child, 'close');
  return { status, stdout, stderr };
}

it.skipIf(missing.length > 0)(
  'sync --once downloads with the key of the keychain, and ends with 4 without it',
  async () => {
    const session = await openPrivateSession();
    onTestFinished(() => session.close());
    await session.startKeyring();
    const environment = { ...session.environment, PATH: process.env.PATH };
    const { data, exchange } = await start();
    const page = await openPage(data, environment);
    await page.call('saveAccount', newAccount(exchange, 'keychain'));
    await page.close();

    const synced = await run(data, environment, 'sync', '--once', '--format', 'jsonl');
    expect([synced.status, synced.stderr]).toEqual([0, '']);
    const rows = synced.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { list: string; complete: string; rows: string });
    expect(rows.map(({ complete }) => complete)).toEqual(['true', 'true', 'true', 'true']);
    const stored = rows
      .filter(({ list }) => list === 'order-history')
      .reduce((sum, each) => sum + Number(each.rows), 0);
    expect(stored).toBe(300);

    const keyless = await run(data, { ...environment, DBUS_SESSION_BUS_ADDRESS: '' }, 'sync', '--once');
    expect(keyless).toMatchObject({ status: 4, stdout: '', stderr: expect.stringMatching(/^Main: ./) });
    exchange.faults.set({ rules: [{ fault: 'expired-20529' }] });
    const refused = await run(data, environment, 'sync', '--once', '--format', 'json');
    expect([refused.status, JSON.parse(refused.stdout)]).toMatchObject([4, { error: { code: 'key-expired' } }]);
  },
);

it('sync --once ends also if the clock is set back meanwhile', async () => {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(2_000_000);
  onTestFinished(() => clock.mockRestore());
  let checkedAt: number | null = null;
  const core = {
    async call(channel: string) {
      if (channel === 'syncHistory') checkedAt = Date.now();
      else if (Date.now() === 2_000_000) {
        clock.mockReturnValue(1_000_000);
        checkedAt = null;
      }
      return { ok: true, data: { phase: 'idle', checkedAt } };
    },
  };
  const states = await syncOnce(core as unknown as Core, ['one']);
  expect(states.map((state) => state.checkedAt)).toEqual([1_000_000, 1_000_000]);
});

it('alerts --follow prints an alert, keeps the folder to itself, and ends with 130 by Ctrl+C', async () => {
  const { data, exchange } = await start();
  exchange.setPrice('BTC-USDT', '80000.0');
  const page = await openPage(data, withoutKeychain());
  const { id: account } = await page.call('saveAccount', newAccount(exchange, 'session'));
  const condition = {
    kind: 'price',
    market: 'futures',
    symbol: 'BTC-USDT',
    level: '81000',
    direction: 'rises-to',
  } as const;
  const { id: alert } = await page.call('saveAlert', { account, condition, paused: false });
  await vi.waitUntil(async () => (await page.call('listAlerts', {}))[0]?.isArmed === true, { timeout: 30_000 });
  await page.close();
  exchange.setPrice('BTC-USDT', '81500.0');

  const args = [program, 'alerts', '--follow', '--data-dir', data];
  const child = spawn(process.execPath, args, { env: withoutKeychain(), stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr.on('data', (part) => (said += part));
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  expect(JSON.parse(line)).toMatchObject({
    account,
    event: { kind: 'alert', alert, condition, symbol: 'BTC-USDT', value: '81500.0' },
  });
  // Its keys were kept for the session of the page.
  await expect
    .poll(() => said)
    .toBe('Main is not watched, so alerts on its orders may not fire: its keys are not stored.\n');
  expect(await run(data, withoutKeychain(), 'sync', '--once')).toMatchObject({ status: 5, stdout: '' });
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([130, null]);
});
