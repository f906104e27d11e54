import { describe, expect, it, type TestContext } from 'vitest';
import {
  accessTitle,
  closeDatabases,
  type DesktopKeyringKind,
  desktopKeyrings,
  keePassXc,
} from './testing/desktop-keyrings.ts';
import { missingForRealKeyring, missingPrograms, openPrivateSession } from './testing/private-session.ts';
import { thrownBy } from './testing/thrown-by.ts';
import { displayPrograms, openVirtualDisplay } from './testing/virtual-display.ts';

const missing = [...(await missingForRealKeyring()), ...missingPrograms(displayPrograms)];
const one = { token: 'canary-token-of-account-one', secretKey: 'canary-secret-of-account-one' };
const two = { token: 'canary-token-of-account-two', secretKey: 'canary-secret-of-account-two' };
/** Milliseconds. Alone it takes 5 s, but it starts 12 displays, sessions, and keyrings beside other tests. */
const timeout = 120_000;
/** Beside other work, a key can reach a window late. */
const retry = 2;
const locked = { code: 'keychain-unavailable', reason: 'locked' };
/** A moment after its question was dismissed with Escape, KeePassXC 2.7.4 may close the database, too. */
const lockedOrClosed = { ...locked, reason: expect.stringMatching(/^(locked|no-database)$/) };

async function openKeyring({ onTestFinished }: TestContext, kind: DesktopKeyringKind) {
  const display = await openVirtualDisplay();
  const session = await openPrivateSession({ display: display.name });
  onTestFinished(async () => {
    // Programs with windows end with their display.
    await display.close();
    await session.close();
  });
  const keyring = kind.open(session);
  await keyring.start();
  return { display, session, keyring };
}

for (const kind of desktopKeyrings) {
  const lacks = [...missing, ...kind.missing];
  if (lacks.length > 0) process.stderr.write(`${kind.name} is not tested: ${lacks.join(', ')} missing.\n`);
  describe.skipIf(lacks.length > 0).concurrent(kind.name, { timeout, retry }, () => {
    it('saves, finds after a restart, and removes', async (context) => {
      const { display, session } = await openKeyring(context, kind);
      const program = await session.startAgent();
      await program.ask({ call: 'save', account: 'one', credentials: two });
      await program.ask({ call: 'save', account: 'one', credentials: one });
      await program.ask({ call: 'save', account: 'two', credentials: two });
      await program.end();

      const later = await session.startAgent();
      const allowing = <Result>(call: Promise<Result>) => display.pressUntil(accessTitle, kind.accessKeys ?? [], call);
      expect(await allowing(later.ask({ call: 'read', account: 'one' }))).toEqual(one);
      expect(await allowing(later.ask({ call: 'remove', account: 'one' }))).toBe(true);
      expect(await later.ask({ call: 'read', account: 'one' })).toBeNull();
      // This program has never read the entry that it removes.
      expect(await allowing(later.ask({ call: 'remove', account: 'two' }))).toBe(true);
      expect(await later.ask({ call: 'read', account: 'two' })).toBeNull();
    });

    it('that is locked, and whose question is dismissed, is reported by every operation and keeps its entries', async (context) => {
      const { display, session, keyring } = await openKeyring(context, kind);
      const program = await session.startAgent();
      await program.ask({ call: 'save', account: 'one', credentials: one });
      await keyring.lock();
      const dismissing = (call: Promise<unknown>) =>
        thrownBy(() => display.pressUntil(kind.unlockTitle, ['Escape'], call));
      expect(await dismissing(program.ask({ call: 'read', account: 'one' }))).toMatchObject(locked);
      const reported = kind === keePassXc ? lockedOrClosed : locked;
      for (const agent of [program, await session.startAgent()]) {
        expect(await dismissing(agent.ask({ call: 'read', account: 'one' }))).toMatchObject(reported);
        expect(await dismissing(agent.ask({ call: 'save', account: 'two', credentials: two }))).toMatchObject(reported);
        expect(await dismissing(agent.ask({ call: 'remove', account: 'one' }))).toMatchObject(reported);
      }
      await keyring.unlock();
      const later = await session.startAgent();
      const reading = () =>
        display.pressUntil(accessTitle, kind.accessKeys ?? [], later.ask({ call: 'read', account: 'one' }));
      // KeePassXC shows its entries one by one after it was unlocked.
      await context.expect.poll(reading, { timeout: 60_000 }).toEqual(one);
    });

    it('that dies is reported, and another program finds its entries once it is back', async (context) => {
      const { display, session, keyring } = await openKeyring(context, kind);
      const program = await session.startAgent();
      await program.ask({ call: 'save', account: 'one', credentials: one });
      await keyring.kill();
      const unreachable = {
        code: 'keychain-unavailable',
        reason: expect.stringMatching(/no-service|service-restarted/),
      };
      expect(await thrownBy(() => program.ask({ call: 'read', account: 'one' }))).toMatchObject(unreachable);
      await keyring.restart();
      const restarted = { reason: 'service-restarted' };
      expect(await thrownBy(() => program.ask({ call: 'read', account: 'one' }))).toMatchObject(restarted);
      const later = await session.startAgent();
      const reading = later.ask({ call: 'read', account: 'one' });
      expect(await display.pressUntil(accessTitle, kind.accessKeys ?? [], reading)).toEqual(one);
    });
  });
}

describe.skipIf(missing.length + keePassXc.missing.length > 0).concurrent('KeePassXC', { timeout, retry }, () => {
  it('hides an entry whose access the user denies: it is not found, and its removal is not confirmed', async (context) => {
    const { display, session } = await openKeyring(context, keePassXc);
    const owner = await session.startAgent();
    await owner.ask({ call: 'save', account: 'one', credentials: one });
    const program = await session.startAgent();
    const denying = <Result>(call: Promise<Result>) => display.pressUntil(accessTitle, ['Escape'], call);
    expect(await denying(program.ask({ call: 'read', account: 'one' }))).toBeNull();
    expect(await denying(program.ask({ call: 'remove', account: 'one' }))).toBe(false);
    expect(await owner.ask({ call: 'read', account: 'one' })).toEqual(one);
  });

  it('that denies a program all access reads as locked to it, and to no other', async (context) => {
    const { display, session } = await openKeyring(context, keePassXc);
    const owner = await session.startAgent();
    await owner.ask({ call: 'save', account: 'one', credentials: one });
    const program = await session.startAgent();
    // The keys lead to the button "Deny All & Future".
    const denying = <Result>(call: Promise<Result>) =>
      display.pressUntil(accessTitle, ['Tab', 'Tab', 'Tab', 'space'], call);
    expect(await thrownBy(() => denying(program.ask({ call: 'read', account: 'one' })))).toMatchObject(locked);
    for (const call of ['read', 'remove'] as const) {
      expect(await thrownBy(() => program.ask({ call, account: 'one' }))).toMatchObject(locked);
    }
    expect(await owner.ask({ call: 'read', account: 'one' })).toEqual(one);
  });

  it('without an open database is reported, once its wizard is canceled', async (context) => {
    const { display, session } = await openKeyring(context, keePassXc);
    await closeDatabases(session);
    const program = await session.startAgent();
    const saving = program.ask({ call: 'save', account: 'one', credentials: one });
    expect(await thrownBy(() => display.pressUntil('Create a new', ['Escape'], saving))).toMatchObject({
      reason: 'no-database',
    });
  });
});
