import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';

const programLog = pathToFileURL(`${import.meta.dirname}/../program-log.ts`).href;

/**
 * A process of its own with a log in `dataDirectory`, which the script finds as `log`. No file of it can grow beyond `fileSizeLimit`
 * (of 512 or 1024 bytes each), as on a disk that is full.
 */
export function runWithLog(
  dataDirectory: string,
  script: string,
  options = '{}',
  { fileSizeLimit }: { fileSizeLimit?: number } = {},
): ChildProcess {
  const source = `
    import { openProgramLog } from ${JSON.stringify(programLog)};
    const log = openProgramLog({ dataDirectory: ${JSON.stringify(dataDirectory)}, ...(${options}) });
    ${script}`;
  const node = [process.execPath, '--input-type=module', '--eval', source];
  const limited =
    fileSizeLimit === undefined ? node : ['sh', '-c', `ulimit -f ${fileSizeLimit}; exec "$@"`, 'sh', ...node];
  const [command = '', ...args] = limited;
  return spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** The exit code, or the signal that ended it. */
export async function endOf(child: ChildProcess): Promise<number | NodeJS.Signals | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode ?? child.signalCode;
}
