import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import type { KeytarModule } from './keytar-module.ts';
import { startAgent } from './testing/agent-client.ts';
import { checkKeytarContract } from './testing/keytar-contract.ts';
import { isolatedEnvironment, missingForRealKeyring, openPrivateSession } from './testing/private-session.ts';
import { thrownBy } from './testing/thrown-by.ts';

const missing = await missingForRealKeyring();
const describeReal = describe.skipIf(missing.length > 0).concurrent;
const remark = missing.length > 0 ? ` (not run: ${missing.join(', ')} missing)` : '';

const one = { token: 'canary-token-of-account-one', secretKey: 'canary-secret-of-account-one' };
const two = { token: 'canary-token-of-account-two', secretKey: 'canary-secret-of-account-two' };

/** Takes the test's own context, because concurrent tests share the global one. */
async function openSession({ onTestFinished }: TestContext, options: Parameters<typeof openPrivateSession>[0] = {}) {
  const session = await openPrivateSession(options);
  onTestFinished(() => session.close());
  return session;
}

/** Returns the command lines and environments of all processes that this user may read. */
function visibleInProcessList(): string {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => ['cmdline', 'environ', 'comm'].map((file) => join('/proc', id, file)))
    .map((file) => {
      try {
        return readFileSync(file, 'utf8');
      } catch {
        return '';
      }
    })
    .join('\n');
}

function everythingIn(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

describeReal(`a real gnome-keyring${remark}`, () => {
  it('stores, overwrites and removes the entries of two accounts, across restarts of the program', async (context) => {
    const session = await openSession(context);
    await session.startKeyring();
    const program = await session.startAgent();
    expect(await program.ask({ call: 'read', account: 'one' })).toBeNull();
    expect(await program.ask({ call: 'save', account: 'one', credentials: two })).toMatchObject({ keptIn: 'keychain' });
    expect(await program.ask({ call: 'save', account: 'one', credentials: one })).toMatchObject({ endsIn: '-one' });
    await program.ask({ call: 'save', account: 'two', credentials: two });
    expect(await program.ask({ call: 'read', account: 'one' })).toEqual(one);
    await program.end();

    const later = await session.startAgent();
    expect(await later.ask({ call: 'read', account: 'one' })).toEqual(one);
    expect(await later.ask({ call: 'read', account: 'two' })).toEqual(two);
    await later.ask({ call: 'remove', account: 'one' });
    await later.ask({ call: 'remove', account: 'one' });
    expect(await later.ask({ call: 'read', account: 'one' })).toBeNull();
    expect(await later.ask({ call: 'read', account: 'two' })).toEqual(two);
    expect(later.errorOutput()).toBe('');
  });

  it('behaves as the fake in other tests does', async (context) => {
    const session = await openSession(context);
    await session.startKeyring();
    const program = await session.startAgent();
    const keytar: KeytarModule = {
      getPassword: async (_, account) => {
        const entry = await program.ask({ call: 'get-entry', account });
        return entry === null ? null : String(entry);
      },
      setPassword: async (_, account, entry) => void (await program.ask({ call: 'set-entry', account, entry })),
      deletePassword: async (_, account) => (await program.ask({ call: 'delete-entry', account })) === true,
    };
    await checkKeytarContract(keytar, session.lockKeyring);
  });

  it('stores every character, and up to 500 of them', async (context) => {
    const session = await openSession(context);
    await session.startKeyring();
    const program = await session.startAgent();
    const credentials = [
      { token: '币安人生 😀 "\\\n', secretKey: "é\u0000\u0001\ud800 ' ; $(x) `y` %s" },
      { token: 'Aa0+/='.repeat(100).slice(0, 500), secretKey: '~'.repeat(500) },
    ];
    for (const value of credentials) {
      await program.ask({ call: 'save', account: 'a "b" 币', credentials: value });
      expect(await program.ask({ call: 'read', account: 'a "b" 币' })).toEqual(value);
    }
  });

  it('reports an entry that another program deleted as missing, and one that it wrote as damaged', async (context) => {
    const session = await openSession(context);
    await session.startKeyring();
    const [program, other] = await Promise.all([session.startAgent(), session.startAgent()]);
    await program.ask({ call: 'save', account: 'one', credentials: one });
    expect(await other.ask({ call: 'delete-entry', account: 'one' })).toBe(true);
    expect(await program.ask({ call: 'read', account: 'one' })).toBeNull();
    await other.ask({ call: 'set-entry', account: 'one', entry: 'hello' });
    expect(await thrownBy(() => program.ask({ call: 'read', account: 'one' }))).toMatchObject({
      reason: 'damaged-entry',
    });
    await program.ask({ call: 'remove', account: 'one' });
    expect(await other.ask({ call: 'delete-entry', account: 'one' })).toBe(false);
  });

  it('is the only place with the secrets: neither the process list nor a file shows them', async (context) => {
    const session = await openSession(context);
    await session.startKeyring();
    const program = await session.startAgent();
    await program.ask({ call: 'save', account: 'one', credentials: one });
    const processes = visibleInProcessList();
    expect(processes).toContain(session.folder);
    expect(processes).not.toMatch(/canary-(token|secret)-of/);
    await program.end();
    await session.stopKeyring();
    const files = everythingIn(session.folder);
    expect(files).toContain('GnomeKeyring');
    expect(files).not.toMatch(/canary-(token|secret)-of/);
  });

  it('that is locked is reported by every operation, and has kept its entries once it is unlocked', async (context) => {
    const session = await openSession(context);
    await session.startKeyring();
    const program = await session.startAgent();
    await program.ask({ call: 'save', account: 'one', credentials: one });
    await session.lockKeyring();

    const locked = { code: 'keychain-unavailable', reason: 'locked' };
    expect(await thrownBy(() => program.ask({ call: 'read', account: 'one' }))).toMatchObject(locked);
    expect(await thrownBy(() => program.ask({ call: 'remove', account: 'one' }))).toMatchObject(locked);
    expect(await thrownBy(() => program.ask({ call: 'save', account: 'one', credentials: two }))).toMatchObject(locked);
    expect(await thrownBy(() => program.ask({ call: 'save', account: 'two', credentials: two }))).toMatchObject(locked);
    expect(await thrownBy(() => program.ask({ call: 'read', account: 'two' }))).toMatchObject(locked);

    await session.stopKeyring();
    await session.startKeyring();
    const later = await session.startAgent();
    expect(await later.ask({ call: 'read', account: 'one' })).toEqual(one);
    expect(await later.ask({ call: 'read', account: 'two' })).toBeNull();
    await later.ask({ call: 'remove', account: 'one' });
    expect(await later.ask({ call: 'read', account: 'one' })).toBeNull();
  });

  it('that has no keyring yet is reported as locked', async (context) => {
    const session = await openSession(context);
    await session.startKeyring({ unlocked: false });
    const program = await session.startAgent();
    const locked = { reason: 'locked' };
    expect(await thrownBy(() => program.ask({ call: 'read', account: 'one' }))).toMatchObject(locked);
    expect(await thrownBy(() => program.ask({ call: 'save', account: 'one', credentials: one }))).toMatchObject(locked);
  });

  it('that waits at an open password prompt is given up after the timeout', async (context) => {
    const session = await openSession(context, { silentPrompt: true });
    await session.startKeyring();
    const earlier = await session.startAgent();
    await earlier.ask({ call: 'save', account: 'one', credentials: one });
    await session.lockKeyring();
    const program = await session.startAgent({ timeoutMs: 100 });
    expect(await thrownBy(() => program.ask({ call: 'read', account: 'one' }))).toMatchObject({ reason: 'no-answer' });
    expect(await thrownBy(() => program.ask({ call: 'read', account: 'one' }))).toMatchObject({
      reason: 'call-pending',
    });
  });

  it('that hangs delays one call until its timeout and fails the others immediately, until it responds again', async (context) => {
    const session = await openSession(context);
    const keyring = await session.startKeyring();
    const program = await session.startAgent({ timeoutMs: 1500 });
    await program.ask({ call: 'save', account: 'one', credentials: one });
    keyring.kill('SIGSTOP');
    const accounts = ['one', 'two', 'three', 'four', 'five', 'six'];
    const errors = await Promise.all([
      thrownBy(() => program.ask({ call: 'save', account: 'two', credentials: two })),
      ...accounts.map((account) => thrownBy(() => program.ask({ call: 'read', account }))),
    ]);
    const [first, ...others] = errors;
    expect(first).toMatchObject({ reason: 'no-answer' });
    for (const error of others) expect(error).toMatchObject({ reason: 'call-pending' });
    expect(await program.ask({ call: 'use-thread-pool' })).toBe(4);
    keyring.kill('SIGCONT');
    await context.expect.poll(() => program.ask({ call: 'late-saves' })).toEqual(['two']);
    expect(await program.ask({ call: 'read', account: 'one' })).toEqual(one);
    expect(await program.ask({ call: 'read', account: 'two' })).toEqual(two);
  });

  it('that is restarted is reported, because this process cannot reach it again', async (context) => {
    const session = await openSession(context);
    await session.startKeyring();
    const program = await session.startAgent();
    await program.ask({ call: 'save', account: 'one', credentials: one });
    await session.stopKeyring();
    await session.startKeyring();
    const restarted = { code: 'keychain-unavailable', reason: 'service-restarted' };
    expect(await thrownBy(() => program.ask({ call: 'read', account: 'one' }))).toMatchObject(restarted);
    expect(await thrownBy(() => program.ask({ call: 'remove', account: 'one' }))).toMatchObject(restarted);
    expect(await thrownBy(() => program.ask({ call: 'save', account: 'one', credentials: one }))).toMatchObject(
      restarted,
    );
  });

  it('is not used before the first call, and works if it is started after that call failed', async (context) => {
    const session = await openSession(context);
    const program = await session.startAgent();
    expect(await program.ask({ call: 'is-keytar-loaded' })).toBe(false);
    const absent = { reason: 'no-service' };
    expect(await thrownBy(() => program.ask({ call: 'save', account: 'one', credentials: one }))).toMatchObject(absent);
    expect(await program.ask({ call: 'is-keytar-loaded' })).toBe(true);
    await session.startKeyring();
    await program.ask({ call: 'save', account: 'one', credentials: one });
    expect(await program.ask({ call: 'read', account: 'one' })).toEqual(one);
  });

  it('that ends is reported, and so is the end of the bus', async (context) => {
    const session = await openSession(context);
    await session.startKeyring();
    const program = await session.startAgent();
    await program.ask({ call: 'save', account: 'one', credentials: one });
    await session.stopKeyring();
    const ended = { reason: 'service-restarted' };
    expect(await thrownBy(() => program.ask({ call: 'read', account: 'one' }))).toMatchObject(ended);
    await session.endBus();
    expect(await thrownBy(() => program.ask({ call: 'read', account: 'one' }))).toMatchObject(ended);
    expect(await thrownBy(() => program.ask({ call: 'save', account: 'one', credentials: one }))).toMatchObject(ended);
  });

  it('that the bus denies access to is reported as denied', async (context) => {
    const session = await openSession(context, { refuseSecrets: true });
    await session.startKeyring();
    const program = await session.startAgent();
    const denied = { reason: 'denied' };
    expect(await thrownBy(() => program.ask({ call: 'read', account: 'one' }))).toMatchObject(denied);
    expect(await thrownBy(() => program.ask({ call: 'remove', account: 'one' }))).toMatchObject(denied);
    const refusal = await thrownBy(() => program.ask({ call: 'save', account: 'one', credentials: one }));
    expect(refusal).toMatchObject(denied);
    expect(JSON.stringify(refusal)).not.toMatch(/canary|pid=/);
  });
});

describeReal(`a session without a keyring${remark}`, () => {
  it('is reported as having no service', async (context) => {
    const session = await openSession(context);
    const program = await session.startAgent();
    const absent = { code: 'keychain-unavailable', reason: 'no-service' };
    expect(await thrownBy(() => program.ask({ call: 'save', account: 'one', credentials: one }))).toMatchObject(absent);
    expect(await thrownBy(() => program.ask({ call: 'read', account: 'one' }))).toMatchObject(absent);
    expect(await thrownBy(() => program.ask({ call: 'remove', account: 'one' }))).toMatchObject(absent);
  });

  it.for([
    ['no bus at all', {}],
    ['the address of a bus that is gone', { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/bus' }],
  ] as const)('or %s is reported as having no service', async ([, variables], { onTestFinished }) => {
    const folder = mkdtempSync(join(tmpdir(), 'orderglass-no-bus-'));
    const program = await startAgent({ ...isolatedEnvironment(folder), ...variables });
    onTestFinished(async () => {
      await program.kill();
      rmSync(folder, { recursive: true });
    });
    const absent = { code: 'keychain-unavailable', reason: 'no-service' };
    expect(await thrownBy(() => program.ask({ call: 'save', account: 'one', credentials: one }))).toMatchObject(absent);
    expect(await thrownBy(() => program.ask({ call: 'read', account: 'one' }))).toMatchObject(absent);
    expect(await thrownBy(() => program.ask({ call: 'remove', account: 'one' }))).toMatchObject(absent);
  });
});
