import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { _electron } from '@playwright/test';
import type { HostOptions, RunningHost } from './host.ts';

const root = path.resolve(import.meta.dirname, '../..');
const packageFolder = path.join(root, 'node_modules/electron');

/** Electron's binary comes from outside the npm registry, so a machine may not have it; and it refuses to run as root. */
export function electronIsHere(): boolean {
  const pathFile = path.join(packageFolder, 'path.txt');
  if (!existsSync(pathFile) || process.getuid?.() === 0) return false;
  const display = process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
  return display && existsSync(path.join(packageFolder, 'dist', readFileSync(pathFile, 'utf8')));
}

export async function launchElectron({ dataDirectory, exchange, environment }: HostOptions): Promise<RunningHost> {
  const app = await _electron.launch({
    args: [root, '--data-dir', dataDirectory, ...(exchange === undefined ? [] : ['--demo-exchange', exchange])],
    cwd: root,
    env: definedOnly(environment ?? process.env),
  });
  const page = await app.firstWindow();
  return { page, close: () => app.close() };
}

function definedOnly(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
