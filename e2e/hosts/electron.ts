import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { _electron } from '@playwright/test';
import type { ElectronHost, HostOptions } from './host.ts';

const root = path.resolve(import.meta.dirname, '../..');
const packageFolder = path.join(root, 'node_modules/electron');

/** The program of a package, for specs that run on it instead of on npm's Electron. */
const packagedProgram = process.env.ORDERGLASS_PACKAGED_PROGRAM;
/** The program as it is released, which specs can only start and watch from outside. */
const releasedProgram = process.env.ORDERGLASS_RELEASED_PROGRAM;
export const isPackaged: boolean = packagedProgram !== undefined;

/** True if this machine can run Electron: its binary is installed separately, and it does not run as root. */
export function electronIsHere(): boolean {
  const program = packagedProgram ?? releasedProgram;
  if (program !== undefined) return existsSync(program);
  const pathFile = path.join(packageFolder, 'path.txt');
  if (!existsSync(pathFile) || process.getuid?.() === 0) return false;
  const display = process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
  return display && existsSync(path.join(packageFolder, 'dist', readFileSync(pathFile, 'utf8')));
}

export function programArguments({ dataDirectory, exchange }: HostOptions): string[] {
  return ['--data-dir', dataDirectory, ...(exchange === undefined ? [] : ['--demo-exchange', exchange])];
}

export async function launchElectron(options: HostOptions): Promise<ElectronHost> {
  const args = [...(isPackaged ? [] : [root]), ...programArguments(options)];
  const env = definedOnly(options.environment ?? process.env);
  const executable = packagedProgram === undefined ? {} : { executablePath: packagedProgram };
  const app = await _electron.launch({ ...executable, args, cwd: root, env });
  const page = await app.firstWindow();
  const main = app.process();
  if (options.onStderr) main.stderr?.on('data', options.onStderr);
  return {
    page,
    process: main,
    close: () => app.close(),
    evaluate: (look, argument = '') => app.evaluate(look, argument),
    startAgain: () => spawn(main.spawnfile, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] }),
  };
}

function definedOnly(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
