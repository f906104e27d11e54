import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { createSecretServiceObserver } from './secret-service/observer.ts';
import { startAgent } from './testing/agent-client.ts';
import { isolatedEnvironment, missingForRealKeyring, openPrivateSession } from './testing/private-session.ts';
import { thrownBy } from './testing/thrown-by.ts';

const missing = await missingForRealKeyring();
const describeReal = describe.skipIf(missing.length > 0).concurrent;
const remark = missing.length > 0 ? ` (not run: ${missing.join(', ')} missing)` : '';

const one = { token: 'canary-token-of-account-one', secretKey: 'canary-secret-of-account-one' };
const two = { token: 'canary-token-of-account-two', secretKey: 'canary-secret-of-account-two' };

/** With the context of its test: beside each other, tests cannot be told apart otherwise. */
async function openSession({ onTestFinished }: TestContext, options: Parameters<typeof openPrivateSession>[0] = {}) {
  const session = await openPrivateSession(options);
  onTestFinished(() => session.close());
  return session;
}

/** Command lines and environments of all processes that this user may look at. */
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
  it('keeps, overwrites and removes the entries of two accounts, also for a program started later', async (context) => {
    const session = await openSession(context);
    await session.startKeyring();
    const program = await session.startAgent();
    expect(await program.ask({ call: 'read', account: 'one' })).toBeNull();
    expect(await program.ask({ call: 'save', account: 'one', credentials: two })).toMatchObject({ place: 'keychain' });
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

  it('keeps every character, and 500 of them', async (context) => {
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

  it('shows an entry that was deleted behind our back as gone, and a foreign one as damaged', async (context) => {
    const session = await openSession(context);
    await session.startKeyring();
    const [program, somebody] = await Promise.all([session.startAgent(), session.startAgent()]);
    await program.ask({ call: 'save', account: 'one', credentials: one });
    expect(await somebody.ask({ call: 'uproot', account: 'one' })).toBe(true);
    expect(await program.ask({ call: 'read', account: 'one' })).toBeNull();
    await somebody.ask({ call: 'plant', account: 'one', entry: 'hello' });
    expect(await thrownBy(() => program.ask({ call: 'read', account: 'one' }))).toMatchObject({
      reason: 'damaged-entry',
    });
    await program.ask({ call: 'remove', account: 'one' });
    expect(await somebody.ask({ call: 'uproot', account: 'one' })).toBe(false);
  });

  it('is the only place where the secrets are: not the process list, not a file in the clear', async (context) => {
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

  it('that is locked is called locked, whatever is asked of it, and lost nothing when it is unlocked', async (context) => {
    const session = await openSession(context);
    await session.startKeyring();
    const program = await session.startAgent();
    await program.ask({ call: 'save', account: 'one', credentials: one });
    const observer = createSecretServiceObserver({ environment: session.environment });
    expect(await observer.diagnose()).toBeNull();
    expect(await observer.hasLockedEntry('Orderglass', 'one')).toBe(false);
    await session.lockKeyring();
    expect(await observer.diagnose()).toBe('locked');
    expect(await observer.hasLockedEntry('Orderglass', 'one')).toBe(true);
    expect(await observer.hasLockedEntry('Orderglass', 'two')).toBe(false);

    const locked = { code: 'keychain-unavailable', reason: 'locked' };
    expect(await thrownBy(() => program.ask({ call: 'read', account: 'one' }))).toMatchObject(locked);
    expect(await thrownBy(() => program.ask({ call: 'remove', account: 'one' }))).toMatchObject(locked);
    expect(await thrownBy(() => program.ask({ call: 'save', account: 'one', credentials: two }))).toMatchObject(locked);
    expect(await thrownBy(() => program.ask({ call: 'save', account: 'two', credentials: two }))).toMatchObject(locked);
    expect(await program.ask({ call: 'read', account: 'two' })).toBeNull();

    await session.stopKeyring();
    await session.startKeyring();
    const later = await session.startAgent();
    expect(await later.ask({ call: 'read', account: 'one' })).toEqual(one);
    expect(await later.ask({ call: 'read', account: 'two' })).toBeNull();
    await later.ask({ call: 'remove', account: 'one' });
    expect(await later.ask({ call: 'read', account: 'one' })).toBeNull();
  });

  it('that was never unlocked and has no keyring yet is called locked', async (context) => {
    const session = await openSession(context);
    await session.startKeyring({ unlocked: false });
    const program = await session.startAgent();
    expect(await program.ask({ call: 'read', account: 'one' })).toBeNull();
    expect(await thrownBy(() => program.ask({ call: 'save', account: 'one', credentials: one }))).toMatchObject({
      reason: 'locked',
    });
  });

  it('that waits for its password at an open prompt gets more time, then is called locked', async (context) => {
    const session = await openSession(context, { silentPrompt: true });
    await session.startKeyring();
    const earlier = await session.startAgent();
    await earlier.ask({ call: 'save', account: 'one', credentials: one });
    await session.lockKeyring();
    const program = await session.startAgent({ timeoutMs: 50, promptTimeoutMs: 100 });
    expect(await thrownBy(() => program.ask({ call: 'read', account: 'one' }))).toMatchObject({ reason: 'locked' });
    expect(await thrownBy(() => program.ask({ call: 'read', account: 'one' }))).toMatchObject({
      reason: 'no-answer',
      message: expect.stringContaining('pending'),
    });
  });

  it('that hangs costs one call its time, the others nothing, and serves again when it goes on', async (context) => {
    const session = await openSession(context);
    const keyring = await session.startKeyring();
    const program = await session.startAgent({ timeoutMs: 1500, observerTimeoutMs: 200 });
    await program.ask({ call: 'save', account: 'one', credentials: one });
    keyring.kill('SIGSTOP');
    const accounts = ['one', 'two', 'three', 'four', 'five', 'six'];
    const errors = await Promise.all([
      thrownBy(() => program.ask({ call: 'save', account: 'two', credentials: two })),
      ...accounts.map((account) => thrownBy(() => program.ask({ call: 'read', account }))),
    ]);
    for (const error of errors) expect(error).toMatchObject({ reason: 'no-answer' });
    expect(await program.ask({ call: 'use-thread-pool' })).toBe(4);
    keyring.kill('SIGCONT');
    expect(await program.ask({ call: 'wait-until-free' })).toEqual(['two']);
    expect(await program.ask({ call: 'read', account: 'one' })).toEqual(one);
    expect(await program.ask({ call: 'read', account: 'two' })).toEqual(two);
  });

  it('that is started anew is reported as that, because this process cannot reach it any more', async (context) => {
    const session = await openSession(context);
    await session.startKeyring();
    const program = await session.startAgent();
    await program.ask({ call: 'save', account: 'one', credentials: one });
    await session.stopKeyring();
    await session.startKeyring();
    const anew = { code: 'keychain-unavailable', reason: 'service-restarted' };
    expect(await thrownBy(() => program.ask({ call: 'read', account: 'one' }))).toMatchObject(anew);
    expect(await thrownBy(() => program.ask({ call: 'remove', account: 'one' }))).toMatchObject(anew);
    expect(await thrownBy(() => program.ask({ call: 'save', account: 'one', credentials: one }))).toMatchObject(anew);
  });

  it('is not touched before the first call, and serves where it was started only after that failed', async (context) => {
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

  it('that ends while we use it is reported, and so is the end of the bus', async (context) => {
    const session = await openSession(context);
    await session.startKeyring();
    const program = await session.startAgent();
    await program.ask({ call: 'save', account: 'one', credentials: one });
    await session.stopKeyring();
    const gone = { reason: 'no-service' };
    expect(await thrownBy(() => program.ask({ call: 'read', account: 'one' }))).toMatchObject(gone);
    await session.endBus();
    expect(await thrownBy(() => program.ask({ call: 'read', account: 'one' }))).toMatchObject(gone);
    expect(await thrownBy(() => program.ask({ call: 'save', account: 'one', credentials: one }))).toMatchObject(gone);
  });

  it('that the bus keeps us from is called denied', async (context) => {
    const session = await openSession(context, { refuseSecrets: true });
    await session.startKeyring();
    const program = await session.startAgent();
    const denied = { reason: 'denied' };
    expect(await thrownBy(() => program.ask({ call: 'read', account: 'one' }))).toMatchObject(denied);
    expect(await thrownBy(() => program.ask({ call: 'remove', account: 'one' }))).toMatchObject(denied);
    const refusal = await thrownBy(() => program.ask({ call: 'save', account: 'one', credentials: one }));
    expect(refusal).toMatchObject(denied);
    expect(JSON.stringify(refusal)).not.toMatch(/canary|pid=/);
    expect(await createSecretServiceObserver({ environment: session.environment }).diagnose()).toBe('denied');
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
    expect(await createSecretServiceObserver({ environment: session.environment }).diagnose()).toBe('no-service');
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
