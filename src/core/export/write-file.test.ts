import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { temporaryName, writeFileInParts } from './write-file.ts';

const never = new AbortController().signal;
const isRoot = process.getuid?.() === 0;
const isWindows = process.platform === 'win32';
let folder: string;
let target: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'orderglass-export-'));
  target = path.join(folder, 'orders.csv');
  return () => rmSync(folder, { recursive: true, force: true });
});

async function* parts(...texts: string[]): AsyncGenerator<string> {
  yield* texts;
}

/** Yields parts and calls `act` after the first one is written. */
async function* withInterruption(act: () => unknown): AsyncGenerator<string> {
  yield 'first\n';
  await act();
  yield 'second\n';
}

const temporaryFiles = async (): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.startsWith('.orderglass-export-'));

describe('a file', () => {
  it('is written part by part and readable for its owner only', async () => {
    expect(await writeFileInParts(target, parts('äö\n', '', '币\n'), never)).toBe(9);
    expect(await readFile(target, 'utf8')).toBe('äö\n币\n');
    expect(await readdir(folder)).toEqual(['orders.csv']);
    if (!isWindows) expect((await stat(target)).mode & 0o777).toBe(0o600);
  });

  it('replaces an earlier one only when it is complete', async () => {
    await writeFile(target, 'before');
    await writeFileInParts(
      target,
      withInterruption(async () => {
        expect(await readFile(target, 'utf8')).toBe('before');
        const [temporary = ''] = await temporaryFiles();
        if (!isWindows) expect((await stat(path.join(folder, temporary))).mode & 0o777).toBe(0o600);
        expect(await readFile(path.join(folder, temporary), 'utf8')).toBe('first\n');
      }),
      never,
    );
    expect(await readFile(target, 'utf8')).toBe('first\nsecond\n');
  });

  it('is written to the target of a link', async () => {
    await mkdir(path.join(folder, 'elsewhere'));
    const real = path.join(folder, 'elsewhere/real.csv');
    await writeFile(real, 'before');
    await symlink(real, target);
    await writeFileInParts(target, parts('after'), never);
    expect(await readFile(real, 'utf8')).toBe('after');
    expect(await readFile(target, 'utf8')).toBe('after');
  });
});

describe('after a failure no temporary file remains, and an earlier file is unchanged:', () => {
  beforeEach(() => writeFile(target, 'before'));

  async function expectUntouched(): Promise<void> {
    expect(await readFile(target, 'utf8')).toBe('before');
    expect(await readdir(folder)).toEqual(['orders.csv']);
  }

  it('an error of the parts', async () => {
    const failing = withInterruption(() => {
      throw new Error('the source failed');
    });
    await expect(writeFileInParts(target, failing, never)).rejects.toThrow('the source failed');
    await expectUntouched();
  });

  it('a signal between two parts', async () => {
    const controller = new AbortController();
    const source = withInterruption(() => controller.abort(new Error('enough')));
    await expect(writeFileInParts(target, source, controller.signal)).rejects.toThrow('enough');
    await expectUntouched();
  });

  it('a signal before the start or after the last part', async () => {
    await expect(writeFileInParts(target, parts('after'), AbortSignal.abort(new Error('early')))).rejects.toThrow();
    const controller = new AbortController();
    async function* canceledAtTheEnd(): AsyncGenerator<string> {
      yield 'all';
      controller.abort(new Error('late'));
    }
    await expect(writeFileInParts(target, canceledAtTheEnd(), controller.signal)).rejects.toThrow('late');
    await expectUntouched();
  });

  it('a failed rename', async () => {
    const turnedIntoFolder = path.join(folder, 'orders.csv');
    const source = withInterruption(async () => {
      rmSync(turnedIntoFolder);
      await mkdir(path.join(turnedIntoFolder, 'not empty'), { recursive: true });
    });
    await expect(writeFileInParts(target, source, never)).rejects.toMatchObject({ syscall: 'rename' });
    expect(await readdir(folder, { recursive: true })).toEqual(['orders.csv', 'orders.csv/not empty']);
  });

  it('a target that is not a file', async () => {
    const other = path.join(folder, 'folder');
    await mkdir(other);
    await expect(writeFileInParts(other, parts('after'), never)).rejects.toMatchObject({ code: 'EISDIR' });
    if (!isWindows) {
      await expect(writeFileInParts('/dev/null', parts('after'), never)).rejects.toMatchObject({ code: 'EISDIR' });
      expect((await stat('/dev/null')).isCharacterDevice()).toBe(true);
    }
    rmSync(other, { recursive: true });
    await expectUntouched();
  });

  it('a missing folder', async () => {
    const missing = path.join(folder, 'missing/orders.csv');
    await expect(writeFileInParts(missing, parts('after'), never)).rejects.toMatchObject({ code: 'ENOENT' });
    await expectUntouched();
  });

  it.skipIf(isRoot || isWindows)('the folder may not be written', async () => {
    await chmod(folder, 0o500);
    await expect(writeFileInParts(target, parts('after'), never)).rejects.toMatchObject({ code: 'EACCES' });
    await chmod(folder, 0o700);
    await expectUntouched();
  });

  it.skipIf(isWindows)('the file grows beyond what the system allows', async () => {
    const limited = start('for (;;) yield "x".repeat(8192);', { fileSizeLimit: 64 });
    expect(await limited.ended).toMatch(/^(EFBIG|ENOSPC) 0$/);
    await expectUntouched();
  });

  it.skipIf(!canMount())('the disk is full', async () => {
    const disk = path.join(folder, 'disk');
    await mkdir(disk);
    run('mount', '-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', disk);
    try {
      const file = path.join(disk, 'orders.csv');
      await writeFile(file, 'before');
      const endless = (async function* () {
        for (;;) yield 'x'.repeat(8192);
      })();
      await expect(writeFileInParts(file, endless, never)).rejects.toMatchObject({ code: 'ENOSPC' });
      expect(await readFile(file, 'utf8')).toBe('before');
      expect(await readdir(disk)).toEqual(['orders.csv']);
    } finally {
      run('umount', disk);
    }
  });
});

describe('a process that is killed while it writes', () => {
  const moments = [1, 2, 5, 20];

  it.each(moments)(
    'leaves no half file under the name, and the next export cleans up (after part %i)',
    async (part) => {
      await writeFile(target, 'before');
      const killed = start(`
      for (let count = 1; ; count++) {
        yield 'x'.repeat(100_000);
        if (count === ${part}) process.kill(process.pid, 'SIGKILL');
      }`);
      await killed.ended;
      expect(await readFile(target, 'utf8')).toBe('before');
      expect(await temporaryFiles()).toHaveLength(1);

      await writeFileInParts(path.join(folder, 'other.csv'), parts('after'), never);
      expect((await readdir(folder)).sort()).toEqual(['orders.csv', 'other.csv']);
      expect(await readFile(target, 'utf8')).toBe('before');
    },
  );

  it('leaves the complete file if it is killed after that', async () => {
    await writeFile(target, 'before');
    await start("yield 'whole';", { afterwards: "process.kill(process.pid, 'SIGKILL')" }).ended;
    expect(await readFile(target, 'utf8')).toBe('whole');
    expect(await readdir(folder)).toEqual(['orders.csv']);
  });
});

describe('temporary files', () => {
  it('stay while their process runs', async () => {
    const { child } = start(
      "yield 'x'; process.stdout.write('waits'); await new Promise((go) => process.stdin.once('data', go));",
    );
    await once(child.stdout, 'data');
    const theirs = await temporaryFiles();
    expect(theirs).toHaveLength(1);
    await writeFileInParts(
      target,
      withInterruption(async () => {
        await writeFileInParts(path.join(folder, 'second.csv'), parts('second'), never);
        expect(await temporaryFiles()).toHaveLength(2);
      }),
      never,
    );
    expect(await temporaryFiles()).toEqual(theirs);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await writeFileInParts(target, parts('again'), never);
    expect(await temporaryFiles()).toEqual([]);
  });

  it('are removed only if the name is certainly one of this program', async () => {
    const ended = start('');
    await ended.ended;
    const own = temporaryName();
    const left = own.replace(`-${process.pid}-`, `-${ended.child.pid}-`);
    const others = [
      own,
      // A file of another machine in a shared folder.
      left.replace(/^(\.orderglass-export-)[0-9a-f]{12}/, '$1000000000000'),
      left.replace('.tmp', '.csv'),
      left.slice(1),
      `${left}.bak`,
      '.orderglass-export-.tmp',
      'orders.csv.tmp',
    ];
    for (const name of [left, ...others]) await writeFile(path.join(folder, name), 'x');
    await mkdir(path.join(folder, temporaryName().replace(`-${process.pid}-`, `-${ended.child.pid}-`)));
    await writeFileInParts(path.join(folder, 'new.csv'), parts('new'), never);
    // Also the file of the ended process, the folder, and the new file.
    const found = await readdir(folder);
    expect(found).not.toContain(left);
    expect(found).toEqual(expect.arrayContaining(others));
    expect(found).toHaveLength(others.length + 3);
  });

  it('that are links are not followed', async () => {
    const ended = start('');
    await ended.ended;
    const precious = path.join(folder, 'precious');
    await writeFile(precious, 'precious');
    const link = temporaryName().replace(`-${process.pid}-`, `-${ended.child.pid}-`);
    await symlink(precious, path.join(folder, link));
    await writeFileInParts(target, parts('new'), never);
    expect(await readFile(precious, 'utf8')).toBe('precious');
    expect((await readdir(folder)).sort()).toEqual([link, 'orders.csv', 'precious']);
  });
});

interface ProcessOptions {
  /** Blocks of 512 or 1,024 bytes. */
  fileSizeLimit?: number;
  /** Called when the file exists. */
  afterwards?: string;
}

/** Starts a process that writes `target` from the body of a generator and prints the outcome. */
function start(body: string, { fileSizeLimit, afterwards = '' }: ProcessOptions = {}) {
  const module = JSON.stringify(pathToFileURL(path.join(import.meta.dirname, 'write-file.ts')).href);
  const source = `
    import { readdirSync } from 'node:fs';
    import { writeFileInParts } from ${module};
    async function* parts() { ${body} }
    const left = () => readdirSync(${JSON.stringify(folder)}).filter((name) => name.endsWith('.tmp')).length;
    try {
      await writeFileInParts(${JSON.stringify(target)}, parts(), new AbortController().signal);
      ${afterwards}
    } catch (error) {
      process.stdout.write(error.code + ' ' + left());
    }
    process.stdin.destroy();`;
  const node = [process.execPath, '--input-type=module', '--eval', source];
  const limited =
    fileSizeLimit === undefined ? node : ['sh', '-c', `ulimit -f ${fileSizeLimit}; exec "$@"`, 'sh', ...node];
  const [command = '', ...args] = limited;
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  return { child, ended: once(child, 'close').then(() => output) };
}

/** Needs root, and is not allowed in every container. */
function canMount(): boolean {
  if (!isRoot || process.platform !== 'linux') return false;
  const place = mkdtempSync(path.join(tmpdir(), 'orderglass-mount-'));
  try {
    run('mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', place);
    run('umount', place);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function run(command: string, ...args: string[]): void {
  execFileSync(command, args, { stdio: 'ignore' });
}
