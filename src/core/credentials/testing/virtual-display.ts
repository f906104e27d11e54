import { type ChildProcess, execFile, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { end, firstLine } from './private-session.ts';

const run = promisify(execFile);
/** Milliseconds between two looks for a window. */
const lookMs = 50;

/** A display of its own for programs that open windows, with keys for those windows. */
export interface VirtualDisplay {
  /** As in the variable DISPLAY. */
  readonly name: string;
  /**
   * Presses keys in each window whose title contains `title`, until the call has settled. Settles as the call does. `keys`: as xdotool
   * knows them.
   */
  pressUntil<Result>(title: string, keys: readonly string[], call: Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

export const displayPrograms = ['Xvfb', 'xdotool'];

export async function openVirtualDisplay(): Promise<VirtualDisplay> {
  const server: ChildProcess = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1024x768x24', '-nolisten', 'tcp', '-noreset'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  const name = `:${await firstLine(server.stdio[3] as Readable)}`;

  /**
   * Without a window manager, a window has the keys only once it is given the focus. Escape is sent to that window: if the window closes
   * meanwhile, it would otherwise reach the main window of KeePassXC, and close the database. Other keys are pressed, because a window
   * that is not active yet handles them in another way if they are sent.
   */
  async function press(title: string, keys: readonly string[]): Promise<void> {
    const presses = keys.flatMap((key) => ['key', ...(key === 'Escape' ? ['--window', '%1'] : []), key]);
    const steps = ['search', '--onlyvisible', '--name', title, 'windowfocus', ...presses];
    // Fails while there is no such window, and if one closes meanwhile.
    await run('xdotool', steps, { env: { PATH: process.env.PATH, DISPLAY: name } }).catch(() => {});
  }

  return {
    name,
    async pressUntil(title, keys, call) {
      let isSettled = false;
      const settled = call.finally(() => {
        isSettled = true;
      });
      settled.catch(() => {});
      while (!isSettled) {
        await press(title, keys);
        await Promise.race([settled.catch(() => {}), delay(lookMs)]);
      }
      return settled;
    },
    close: () => end(server, 'SIGKILL'),
  };
}
