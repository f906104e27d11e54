import { vi } from 'vitest';
import { keptThreads } from '../../core/testing/kept-threads.ts';
import { runTerminal } from '../terminal.ts';

/** Runs a command of the terminal in this process. To start a process and load the program takes longer than most commands. */
export async function runInProcess(args: readonly string[], directory: string) {
  const written = { stdout: '', stderr: '' };
  const errorListeners = process.stdout.listeners('error');
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((part) => {
      written[name] += typeof part === 'string' ? part : Buffer.from(part).toString();
      return true;
    }),
  );
  try {
    const status = await runTerminal(args, {
      about: { version: '0.0.0', host: 'browser', platform: 'linux' },
      historyWorker: keptThreads,
      typed: 'orderglass',
      directory,
    });
    return { status, ...written };
  } finally {
    for (const spy of spies) spy.mockRestore();
    for (const listener of process.stdout.listeners('error')) {
      if (!errorListeners.includes(listener)) process.stdout.off('error', listener as () => void);
    }
  }
}
