import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createCore, openProgramLog } from '../index.ts';
import { readLine } from './log-line.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

const token = 'CANARY-token-7f3a9c51';
const secretKey = 'CANARY-secret-e8d24b60';

/** An exchange that returns whatever it receives in its error message. */
async function parrot(): Promise<string> {
  const server = createServer(({ headers, url }, response) => {
    const errmsg = `CANARY ${url} ${JSON.stringify(headers)}`;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ errno: 20506, errmsg }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/CANARY`;
}

async function start() {
  const dataDirectory = await temporaryFolder();
  const log = openProgramLog({ dataDirectory });
  const core = await createCore({
    dataDirectory,
    about: { version: '1.2.3', host: 'browser', platform: 'linux' },
    startDemoExchange: () => Promise.reject(new Error('CANARY')),
    log,
  });
  const end = async () => {
    await core.close();
    log.close();
    const text = await readFile(path.join(dataDirectory, 'logs', 'orderglass.log'), 'utf8');
    return text.trimEnd().split('\n');
  };
  return { core, end };
}

test('a program in use logs what happens, and nothing that identifies the user', async () => {
  const { core, end } = await start();
  const address = {
    name: 'CANARY account',
    baseUrl: await parrot(),
    signingVariant: 'bytewise',
    requestsPerWindow: 100,
  };
  const credentials = { token, secretKey };
  const saved = await core.call('saveAccount', { ...address, credentials, keptIn: 'session' });
  expect(saved).toMatchObject({ ok: true });
  const { data } = saved as { data: { id: string } };
  expect(await core.call('readSymbolRules', { account: data.id })).toMatchObject({
    error: { code: 'rejected-signature' },
  });
  expect(await core.call('readSymbolRules', { account: data.id })).toMatchObject({
    error: { code: 'rejected-signature' },
  });
  expect(await core.call('readSymbolRules', { account: 'demo' })).toMatchObject({ error: { code: 'internal' } });
  const { baseUrl, signingVariant } = address;
  expect(await core.call('testConnection', { baseUrl, signingVariant, credentials })).toMatchObject({ ok: true });
  expect(await core.call('removeAccount', { id: data.id })).toMatchObject({ ok: true });
  expect(await core.call('changeSettings', { account: 'CANARY' })).toMatchObject({ ok: true });
  const diagnostics = await core.call('readDiagnostics', {});
  const lines = await end();

  expect(lines.map((line) => readLine(line)).map((line) => line && [line.event, line.fields, line.times])).toEqual([
    ['started', expect.objectContaining({ version: '1.2.3', host: 'browser', node: process.versions.node }), 1],
    ['account-added', { account: 1, keptIn: 'session' }, 1],
    [
      'request-failed',
      {
        channel: 'readSymbolRules',
        account: 1,
        failure: { code: 'rejected-signature', errno: 20506, httpStatus: 200 },
      },
      1,
    ],
    ['call-failed', { channel: 'readSymbolRules', error: { name: 'Error', at: expect.any(Array) } }, 1],
    ['request-failed', { channel: 'readSymbolRules', account: 'demo', failure: { code: 'internal' } }, 1],
    ['connection-tested', { public: 'rejected-signature', signed: 'rejected-signature' }, 1],
    ['account-removed', { account: 1 }, 1],
    ['request-failed', expect.objectContaining({ channel: 'readSymbolRules', account: 1 }), 1],
    ['stopped', { seconds: expect.any(Number) }, 1],
  ]);
  expect(diagnostics).toMatchObject({ ok: true, data: { text: expect.stringContaining('Accounts: 1 demo, 0 live') } });
  const { text } = (diagnostics as { data: { text: string } }).data;
  expect(text).toMatch(/\nLog, last 7 lines:\n2\S+ info started version=1\.2\.3 host=browser /);
  for (const canary of [/CANARY/i, /127\.0\.0\.1/, new RegExp(data.id)]) {
    expect(text).not.toMatch(canary);
    expect(lines.join('\n')).not.toMatch(canary);
  }
});

test('the diagnostics contain the connection that the page shows', async () => {
  const { core, end } = await start();
  const saved = await core.call('saveAccount', {
    name: 'CANARY',
    baseUrl: await parrot(),
    signingVariant: 'bytewise',
    requestsPerWindow: 50,
    credentials: { token, secretKey },
    keptIn: 'session',
  });
  const { data } = saved as { data: { id: string } };
  const isTold = new Promise<void>((resolve) =>
    core.subscribe((event) => event.name === 'connectionChanged' && resolve()),
  );
  await core.call('readSymbolRules', { account: data.id });
  await isTold;
  expect(await core.call('readDiagnostics', {})).toMatchObject({
    data: {
      text: expect.stringMatching(
        /- account 1: other address, session, signed bytewise, 50 requests per 10 s, connection: online, not paused, clock off by -?\d+ ms, \d+ waiting\n/,
      ),
    },
  });
  await end();
});
