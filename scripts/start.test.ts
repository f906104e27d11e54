import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chooseHost, reasons } from './lib/choose-host.mjs';
import { downloadElectron, electronProgram } from './lib/electron.mjs';
import { runElectron } from './lib/run-electron.mjs';
import { sandboxObstacle } from './lib/sandbox.mjs';
import { readStartOptions, usage } from './lib/start-options.mjs';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'orderglass start '));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the command line', () => {
  it('passes each host its options', () => {
    const args = [
      '--browser',
      '--no-open',
      '--port',
      '8123',
      '--data-dir',
      'my data',
      '--demo-exchange',
      'http://127.0.0.1:9',
    ];
    expect(readStartOptions(args)).toEqual({
      browser: true,
      port: '8123',
      help: false,
      version: false,
      electronArguments: ['--data-dir=my data', '--demo-exchange=http://127.0.0.1:9'],
      browserArguments: ['--data-dir=my data', '--demo-exchange=http://127.0.0.1:9', '--port=8123', '--no-open'],
    });
  });

  it('removes data without a window', () => {
    expect(readStartOptions(['--remove-data'])).toMatchObject({ browser: true, browserArguments: ['--remove-data'] });
  });

  it('needs no options', () => {
    expect(readStartOptions([])).toMatchObject({
      browser: false,
      help: false,
      electronArguments: [],
      browserArguments: [],
    });
  });

  it('has --version', () => {
    expect(readStartOptions(['-V']).version).toBe(true);
  });

  it.each([[['--brower']], [['--port']], [['page']], [['--browser=yes']]])('rejects %j', (args) => {
    expect(() => readStartOptions(args)).toThrow();
  });

  it('is described by --help', () => {
    expect(readStartOptions(['--help']).help).toBe(true);
    for (const option of [
      '--browser',
      '--no-open',
      '--port',
      '--data-dir',
      '--demo-exchange',
      '--remove-data',
      '--version',
      '--help',
    ]) {
      expect(usage).toContain(option);
    }
  });
});

describe('the host', () => {
  const machine = {
    isRoot: false,
    platform: 'linux' as NodeJS.Platform,
    environment: { DISPLAY: ':0' } as NodeJS.ProcessEnv,
    electronProgram: (): string | null => '/electron',
    downloadElectron: async (): Promise<'done' | 'failed' | 'under-way'> => expect.fail('Nothing is to be downloaded.'),
  };
  const absent = { ...machine, electronProgram: () => null };

  it('is Electron if the machine has everything it needs', async () => {
    const electron = { host: 'electron', program: '/electron' };
    expect(await chooseHost(false, machine)).toEqual(electron);
    expect(await chooseHost(false, { ...machine, environment: { WAYLAND_DISPLAY: 'w' } })).toEqual(electron);
    expect(await chooseHost(false, { ...machine, platform: 'darwin', environment: {} })).toEqual(electron);
    expect(await chooseHost(false, { ...machine, platform: 'win32', environment: {} })).toEqual(electron);
  });

  it('is the browser on request, as root and without a display, without a download', async () => {
    expect(await chooseHost(true, absent)).toEqual({ host: 'browser', reason: null });
    expect(await chooseHost(false, { ...absent, isRoot: true })).toEqual({ host: 'browser', reason: 'root' });
    expect(await chooseHost(false, { ...absent, environment: {} })).toEqual({ host: 'browser', reason: 'no-display' });
  });

  it('depends on the download if Electron is missing', async () => {
    let downloads = 0;
    const fetched = {
      ...absent,
      electronProgram: () => (downloads === 0 ? null : '/electron'),
      downloadElectron: async () => {
        downloads += 1;
        return 'done' as const;
      },
    };
    expect(await chooseHost(false, fetched)).toEqual({ host: 'electron', program: '/electron' });
    expect(await chooseHost(false, { ...absent, downloadElectron: async () => 'failed' })).toEqual({
      host: 'browser',
      reason: 'download-failed',
    });
    expect(await chooseHost(false, { ...absent, downloadElectron: async () => 'under-way' })).toEqual({
      host: 'browser',
      reason: 'download-under-way',
    });
    expect(await chooseHost(false, { ...absent, downloadElectron: async () => 'done' })).toEqual({
      host: 'browser',
      reason: 'download-failed',
    });
  });
});

describe("Electron's program", () => {
  it('is at the path in its package if it exists', () => {
    expect(electronProgram(folder)).toBeNull();
    mkdirSync(path.join(folder, 'node_modules/electron/dist'), { recursive: true });
    writeFileSync(path.join(folder, 'node_modules/electron/path.txt'), 'electron');
    expect(electronProgram(folder)).toBeNull();
    const program = path.join(folder, 'node_modules/electron/dist/electron');
    writeFileSync(program, '');
    expect(electronProgram(folder)).toBe(program);
  });

  function installer(code: string): string {
    const file = path.join(folder, `install-${code.length}.mjs`);
    writeFileSync(file, `import { appendFileSync } from 'node:fs';\nappendFileSync('runs', '.');\n${code}`);
    return file;
  }
  const runs = () => readFileSync(path.join(folder, 'runs'), 'utf8').length;

  it('is downloaded by the installer of its package', async () => {
    expect(await downloadElectron(folder, { installer: installer('') })).toBe('done');
  });

  it('is not downloaded again soon after a failure', async () => {
    const failing = installer('process.exit(1)');
    const hours = (count: number) => () => Date.now() + count * 3_600_000;
    expect(await downloadElectron(folder, { installer: failing })).toBe('failed');
    expect(await downloadElectron(folder, { installer: failing, now: hours(0.9) })).toBe('failed');
    expect(runs()).toBe(1);
    expect(await downloadElectron(folder, { installer: installer(''), now: hours(1.1) })).toBe('done');
    expect(await downloadElectron(folder, { installer: failing })).toBe('failed');
    expect(runs()).toBe(3);
  });

  it('is not waited for forever, but the download continues', async () => {
    // The program ends with its folder, so that no process stays behind.
    const slow = installer(
      `import { existsSync } from 'node:fs'; setInterval(() => (existsSync('end') || !existsSync(${JSON.stringify(folder)})) && process.exit(), 5);`,
    );
    const announced: string[] = [];
    expect(await downloadElectron(folder, { installer: slow, patience: 1, announce: () => announced.push('') })).toBe(
      'under-way',
    );
    expect(announced).toEqual([]);
    await expect.poll(() => existsSync(path.join(folder, 'runs'))).toBe(true);
    writeFileSync(path.join(folder, 'end'), '');
  });
});

describe('the sandbox of Electron', () => {
  function machine(settings: Record<string, string>, helperMode?: number): () => string | null {
    for (const [name, value] of Object.entries(settings)) {
      mkdirSync(path.join(folder, 'sys', path.dirname(name)), { recursive: true });
      writeFileSync(path.join(folder, 'sys', name), `${value}\n`);
    }
    const helper = path.join(folder, 'chrome-sandbox');
    if (helperMode !== undefined) writeFileSync(helper, '');
    if (helperMode !== undefined) chmodSync(helper, helperMode);
    return () => sandboxObstacle(path.join(folder, 'electron'), path.join(folder, 'sys'));
  }
  const restricted = { 'kernel/apparmor_restrict_unprivileged_userns': '1', 'kernel/unprivileged_userns_clone': '1' };

  it('is forbidden by AppArmor or by the kernel, which the start names', () => {
    expect(machine(restricted)()).toBe('apparmor');
    expect(machine(restricted, 0o755)()).toBe('apparmor');
    const other = { 'kernel/apparmor_restrict_unprivileged_userns': '0', 'kernel/unprivileged_userns_clone': '0' };
    expect(machine(other)()).toBe('user-namespaces');
    expect(machine({ 'kernel/unprivileged_userns_clone': '1', 'user/max_user_namespaces': '0' })()).toBe(
      'user-namespaces',
    );
    for (const cause of ['apparmor', 'user-namespaces'] as const) expect(reasons[cause]).toContain('sandbox');
  });

  it('is not the cause if nothing forbids it', () => {
    expect(machine({})()).toBeNull();
    const free = { 'kernel/apparmor_restrict_unprivileged_userns': '0', 'user/max_user_namespaces': '63000' };
    expect(machine(free)()).toBeNull();
  });

  it.runIf(process.getuid?.() === 0)('needs no user namespaces if its helper belongs to root', () => {
    expect(machine(restricted, 0o4755)()).toBeNull();
  });
});

describe.skipIf(process.platform === 'win32')('a run of Electron', () => {
  function program(script: string): string {
    const file = path.join(folder, 'electron');
    writeFileSync(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
    return file;
  }

  it('ends with its exit code', async () => {
    expect(
      await runElectron(program('test "$1" = "a b" && test -z "$ELECTRON_RUN_AS_NODE"'), ['a b'], { cwd: folder }),
    ).toBe(0);
  });

  it('counts an early failure as not started and hides its output', async () => {
    expect(await runElectron(program('echo "no sandbox" >&2; exit 1'), [], { cwd: folder })).toBeNull();
    expect(await runElectron(program('kill -TRAP $$'), [], { cwd: folder })).toBeNull();
    expect(await runElectron(path.join(folder, 'missing'), [], { cwd: folder })).toBeNull();
  });

  it('counts a later failure as a crash', async () => {
    const failing = program(`while ! test -e "${folder}/end"; do sleep 0.01; done; exit 3`);
    const code = runElectron(failing, [], { cwd: folder, startTime: 1 });
    setTimeout(() => writeFileSync(path.join(folder, 'end'), ''), 50);
    expect(await code).toBe(3);
  });
});
