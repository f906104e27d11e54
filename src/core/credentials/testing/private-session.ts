import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { loadKeytar } from '../keytar-module.ts';
import { type KeychainAgent, startAgent } from './agent-client.ts';
import type { AgentOptions } from './agent-protocol.ts';

const run = promisify(execFile);

/** Returns the programs and modules that a private session with a real keyring needs and this computer lacks. */
export async function missingForRealKeyring(): Promise<string[]> {
  if (process.platform !== 'linux') return ['Linux'];
  const programs = missingPrograms(['dbus-run-session', 'gnome-keyring-daemon', 'gdbus']);
  try {
    await loadKeytar();
    return programs;
  } catch {
    return [...programs, 'keytar'];
  }
}

/** Returns those of `programs` that this computer lacks. */
export function missingPrograms(programs: readonly string[]): string[] {
  return programs.filter((program) => {
    try {
      execFileSync('which', [program], { stdio: 'ignore' });
      return false;
    } catch {
      return true;
    }
  });
}

export interface PrivateSession {
  /** Temporary folder with all files of the session: home, data, runtime. */
  folder: string;
  environment: NodeJS.ProcessEnv;
  /** Starts gnome-keyring with an unlocked default keyring, or without a keyring. */
  startKeyring(options?: { unlocked: boolean }): Promise<ChildProcess>;
  stopKeyring(): Promise<void>;
  lockKeyring(): Promise<void>;
  /** Runs gdbus on the session's bus. Resolves with its output. */
  gdbus(...parameters: string[]): Promise<string>;
  /** Starts a process that uses the keychain of this session. */
  startAgent(options?: AgentOptions): Promise<KeychainAgent>;
  /** Ends the bus and keeps the folder. */
  endBus(): Promise<void>;
  /** Ends every process of the session and removes its folder. */
  close(): Promise<void>;
}

interface PrivateSessionOptions {
  /** The bus rejects every message to the Secret Service. */
  refuseSecrets?: boolean;
  /** The password prompt of the keyring opens and is never answered. */
  silentPrompt?: boolean;
  /** An X display, on which the keyring opens its windows. Default: none, so that gnome-keyring cannot ask. */
  display?: string;
}

/** What the user types to unlock the keyring of a session. */
export const keyringPassword = 'password of the test keyring';
/** Shows the questions of gnome-keyring. */
export const gnomePrompter = '/usr/libexec/gcr-prompter';

const daemonArguments = ['--components=secrets', '--foreground'];

/** Opens a D-Bus session for one test, in which no service of the system is started. */
export async function openPrivateSession(options: PrivateSessionOptions = {}): Promise<PrivateSession> {
  const folder = mkdtempSync(join(tmpdir(), 'orderglass-keyring-'));
  const display = options.display === undefined ? {} : { DISPLAY: options.display };
  const environment = { ...isolatedEnvironment(folder), ...display, DBUS_SESSION_BUS_ADDRESS: '' };
  const agents: KeychainAgent[] = [];
  let keyring: ChildProcess | undefined;
  const bus = spawn(
    'dbus-run-session',
    [
      `--config-file=${writeBusConfiguration(folder, options)}`,
      '--',
      'sh',
      '-c',
      'echo $DBUS_SESSION_BUS_ADDRESS; exec cat',
    ],
    { env: environment, stdio: ['pipe', 'pipe', 'ignore'] },
  );
  environment.DBUS_SESSION_BUS_ADDRESS = await firstLine(bus.stdout);

  async function gdbus(...parameters: string[]) {
    return (await run('gdbus', parameters, { env: environment })).stdout;
  }

  async function stopKeyring() {
    if (keyring) await end(keyring, 'SIGTERM');
    keyring = undefined;
  }

  async function endBus() {
    bus.stdin?.end();
    await ended(bus);
  }

  return {
    folder,
    environment,
    async startKeyring({ unlocked } = { unlocked: true }) {
      keyring = spawn('gnome-keyring-daemon', [unlocked ? '--unlock' : '--start', ...daemonArguments], {
        env: environment,
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      keyring.stdin?.end(`${keyringPassword}\n`);
      await gdbus('wait', '--session', '--timeout', '10', 'org.freedesktop.secrets');
      return keyring;
    },
    stopKeyring,
    gdbus,
    async lockKeyring() {
      const target = ['--dest', 'org.freedesktop.secrets', '--object-path', '/org/freedesktop/secrets'];
      const collection = "[objectpath '/org/freedesktop/secrets/collection/login']";
      await gdbus('call', '--session', ...target, '--method', 'org.freedesktop.Secret.Service.Lock', collection);
    },
    async startAgent(agentOptions) {
      const agent = await startAgent(environment, agentOptions);
      agents.push(agent);
      return agent;
    },
    endBus,
    async close() {
      await Promise.all(agents.map((agent) => agent.kill()));
      if (keyring) await end(keyring, 'SIGKILL');
      await endBus();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Returns an environment without the user's display, session bus and home. */
export function isolatedEnvironment(folder: string): NodeJS.ProcessEnv {
  const runtimeFolder = join(folder, 'runtime');
  mkdirSync(runtimeFolder, { mode: 0o700, recursive: true });
  return {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    LC_ALL: 'C',
    HOME: folder,
    XDG_DATA_HOME: join(folder, 'data'),
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_CACHE_HOME: join(folder, 'cache'),
    XDG_RUNTIME_DIR: runtimeFolder,
    TMPDIR: runtimeFolder,
  };
}

function writeBusConfiguration(
  folder: string,
  { refuseSecrets, silentPrompt, display }: PrivateSessionOptions,
): string {
  const services = join(folder, 'services');
  mkdirSync(services);
  if (silentPrompt || display) {
    // The monitor never takes the name for which it is started, and ends with the bus.
    const program = execFileSync('which', ['gdbus'], { encoding: 'utf8' }).trim();
    const monitor = `${program} monitor --session --dest org.freedesktop.DBus`;
    writeFileSync(
      join(services, 'prompter.service'),
      `[D-BUS Service]\nName=org.gnome.keyring.SystemPrompter\nExec=${display ? gnomePrompter : monitor}\n`,
    );
  }
  const refusal = refuseSecrets ? '<deny send_destination="org.freedesktop.secrets"/>' : '';
  const file = join(folder, 'bus.conf');
  writeFileSync(
    file,
    `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=${join(folder, 'bus')}</listen>
  <auth>EXTERNAL</auth>
  <servicedir>${services}</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
    ${refusal}
  </policy>
</busconfig>
`,
  );
  return file;
}

/** Resolves with the first line of a process. */
export async function firstLine(output: Readable | null): Promise<string> {
  if (!output) throw new Error('The process has no output.');
  for await (const line of createInterface({ input: output })) return line;
  throw new Error('The process ended without output.');
}

/** Ends a process and waits for it. */
export async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child) return;
  child.kill(signal);
  await ended(child);
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
