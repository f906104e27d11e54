import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { end, gnomePrompter, keyringPassword, missingPrograms, type PrivateSession } from './private-session.ts';

/** A program that provides the Secret Service and asks the user in windows. */
export interface DesktopKeyring {
  /** Starts it with a new, unlocked keyring. */
  start(): Promise<unknown>;
  /** Starts it again with its unlocked keyring, which has entries. */
  restart(): Promise<unknown>;
  lock(): Promise<unknown>;
  /** Unlocks it without its question. */
  unlock(): Promise<unknown>;
  kill(): Promise<void>;
}

export interface DesktopKeyringKind {
  readonly name: string;
  /** What this computer lacks of it. */
  readonly missing: readonly string[];
  /** Part of the title of the window that asks to unlock the keyring. */
  readonly unlockTitle: string;
  /** Keys that give a new program access to the entries; `null` if the keyring does not ask for that. */
  readonly accessKeys: readonly string[] | null;
  open(session: PrivateSession): DesktopKeyring;
}

export const accessTitle = 'Access Request';
/** Milliseconds between two questions about the state of a keyring. */
const pollMs = 20;

const gnomeKeyring: DesktopKeyringKind = {
  name: 'gnome-keyring',
  missing: [...missingPrograms(['gnome-keyring-daemon']), ...(existsSync(gnomePrompter) ? [] : ['gcr-prompter'])],
  unlockTitle: 'Unlock',
  accessKeys: null,
  open: (session) => ({
    start: () => session.startKeyring(),
    restart: () => session.startKeyring(),
    lock: session.lockKeyring,
    async unlock() {
      await session.stopKeyring();
      await session.startKeyring();
    },
    kill: session.stopKeyring,
  }),
};

/** UUID of the root group, which KeePassXC shares: as in the database, and as in its settings. */
const sharedGroup = { inDatabase: 'AAECAwQFBgcICQoLDA0ODw==', inSettings: '{00010203-0405-0607-0809-0a0b0c0d0e0f}' };

const databaseXml = `<?xml version="1.0" encoding="UTF-8"?>
<KeePassFile>
  <Meta><RecycleBinEnabled>True</RecycleBinEnabled><CustomData><Item>
    <Key>FDO_SECRETS_EXPOSED_GROUP</Key><Value>${sharedGroup.inSettings}</Value>
  </Item></CustomData></Meta>
  <Root><Group><UUID>${sharedGroup.inDatabase}</UUID><Name>Root</Name></Group></Root>
</KeePassFile>
`;

const keePassSettings = `[General]
ConfigVersion=2
UpdateCheckMessageShown=true
[GUI]
CheckForUpdates=false
[FdoSecrets]
Enabled=true
`;

export const keePassXc: DesktopKeyringKind = {
  name: 'KeePassXC',
  missing: missingPrograms(['keepassxc', 'keepassxc-cli']),
  unlockTitle: 'Unlock',
  accessKeys: ['Return'],
  open(session) {
    const database = join(session.folder, 'test.kdbx');
    let program: ChildProcess | undefined;
    const call = (method: string, ...parameters: string[]) => callKeePassXc(session, method, parameters);
    const lock = () =>
      repeatUntil(
        () => call('lockAllDatabases'),
        async () => (await stateOf(session)) === 'locked',
      );
    async function startProgram(state: KeyringState): Promise<void> {
      program = start(session, 'keepassxc', ['--pw-stdin', database], `${keyringPassword}\n`);
      await whenIn(session, state);
    }
    return {
      async start() {
        writeConfiguration(session, 'keepassxc/keepassxc.ini', keePassSettings);
        const xml = join(session.folder, 'test.xml');
        writeFileSync(xml, databaseXml);
        const passwords = `${keyringPassword}\n`.repeat(2);
        await once(start(session, 'keepassxc-cli', ['import', '-p', xml, database], passwords), 'exit');
        await startProgram('empty');
      },
      restart: () => startProgram('filled'),
      lock,
      unlock: () =>
        repeatUntil(
          () => call('openDatabase', database, keyringPassword, ''),
          async () => (await stateOf(session)) === 'filled',
        ),
      async kill() {
        // KeePassXC writes its database a moment after a change, or when it is locked.
        await lock();
        await end(program, 'SIGKILL');
      },
    };
  },
};

export async function closeDatabases(session: PrivateSession): Promise<void> {
  await repeatUntil(
    () => callKeePassXc(session, 'closeAllDatabases'),
    async () => (await stateOf(session)) === 'missing',
  );
}

/** Calls again after some seconds, because KeePassXC ignores a call while it opens or saves its database. */
async function repeatUntil(call: () => Promise<unknown>, isDone: () => Promise<boolean>): Promise<void> {
  for (;;) {
    await call();
    for (const end = Date.now() + 3000; Date.now() < end; await delay(pollMs)) if (await isDone()) return;
  }
}

function callKeePassXc(session: PrivateSession, method: string, parameters: readonly string[] = []): Promise<string> {
  return callMethod(session, 'org.keepassxc.KeePassXC.MainWindow', '/keepassxc', method, parameters);
}

const walletSettings = `[Wallet]
Enabled=true
First Use=false
Default Wallet=kdewallet
Prompt on Open=false
Close When Idle=false
`;
/** Stands for the hash of a password, of which PAM gives KWallet 56 bytes. */
const walletKey = `[${Array.from({ length: 56 }, (_, index) => `byte ${index + 1}`).join(', ')}]`;

/** The plugin that encrypts wallets (Debian: libqca-qt5-2-plugins), which KWallet's package only recommends. */
const walletCiphers = '/usr/lib/*/qca-qt5/crypto/libqca-ossl.so';

const kWallet: DesktopKeyringKind = {
  name: 'kwalletd5',
  missing: [...missingPrograms(['kwalletd5']), ...(globSync(walletCiphers).length > 0 ? [] : ['libqca-ossl'])],
  unlockTitle: 'KDE Wallet Service',
  accessKeys: null,
  open(session) {
    let program: ChildProcess | undefined;
    const call = (method: string, ...parameters: string[]) =>
      callMethod(session, 'org.kde.KWallet', '/modules/kwalletd5', method, parameters, 'org.kde.kwalletd5');
    const unlock = () => call('pamOpen', 'kdewallet', walletKey, '0');
    async function startProgram(): Promise<void> {
      program = start(session, 'kwalletd5', []);
      await session.gdbus('wait', '--session', '--timeout', '20', 'org.freedesktop.secrets');
      await unlock();
    }
    return {
      async start() {
        writeConfiguration(session, 'kwalletrc', walletSettings);
        await startProgram();
        // A wallet that is made by `pamOpen` is a collection of the Secret Service only after the next start.
        await end(program, 'SIGTERM');
        await startProgram();
      },
      restart: startProgram,
      lock: () => call('close', 'kdewallet', 'true'),
      unlock,
      async kill() {
        // KWallet writes what it stores seconds later, or when the wallet is closed.
        await call('close', 'kdewallet', 'true');
        await end(program, 'SIGKILL');
      },
    };
  },
};

export const desktopKeyrings = [gnomeKeyring, keePassXc, kWallet];

function start(session: PrivateSession, program: string, parameters: readonly string[], input = ''): ChildProcess {
  const child = spawn(program, parameters, { env: session.environment, stdio: ['pipe', 'ignore', 'ignore'] });
  child.stdin?.end(input);
  return child;
}

function writeConfiguration(session: PrivateSession, name: string, content: string): void {
  const file = join(session.folder, 'config', name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, content);
}

function callMethod(
  session: PrivateSession,
  type: string,
  path: string,
  method: string,
  parameters: readonly string[] = [],
  name = type,
): Promise<string> {
  const target = ['--dest', name, '--object-path', path, '--method', `${type}.${method}`];
  return session.gdbus('call', '--session', ...target, ...parameters);
}

type KeyringState = 'missing' | 'locked' | 'empty' | 'filled';

/** Waits until the default keyring has a state. */
async function whenIn(session: PrivateSession, state: KeyringState): Promise<void> {
  await session.gdbus('wait', '--session', '--timeout', '20', 'org.freedesktop.secrets');
  while ((await stateOf(session)) !== state) await delay(pollMs);
}

/** State of the default keyring. KeePassXC shows its entries some time after it was unlocked. */
async function stateOf(session: PrivateSession): Promise<KeyringState> {
  const name = 'org.freedesktop.secrets';
  const [service, path] = ['org.freedesktop.Secret.Service', '/org/freedesktop/secrets'];
  const alias = await callMethod(session, service, path, 'ReadAlias', ['default'], name);
  const collection = /'(\S+\/collection\/[^\s']+)'/.exec(alias)?.[1];
  if (collection === undefined) return 'missing';
  const properties = callMethod(
    session,
    'org.freedesktop.DBus.Properties',
    collection,
    'GetAll',
    [collectionType],
    name,
  );
  // The collection may be gone between the two calls.
  const all = await properties.catch(() => '');
  if (all === '') return 'missing';
  if (all.includes("'Locked': <true>")) return 'locked';
  return all.includes(`${collection}/`) ? 'filled' : 'empty';
}

const collectionType = 'org.freedesktop.Secret.Collection';
