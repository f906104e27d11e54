import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Evidence } from './evidence.ts';

const run = promisify(execFile);

/**
 * Records what other users of the machine can see: the command lines of all processes, and the environments of `pid`
 * and its children.
 */
export async function addProcesses(evidence: Evidence, step: string, pid: number): Promise<void> {
  if (process.platform !== 'linux') {
    const { stdout } = await run('ps', ['-A', '-ww', '-o', 'pid,ppid,args'], { maxBuffer: 64 * 1024 * 1024 });
    evidence.add('process list', step, stdout);
    return;
  }
  const everyPid = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const commandLines = await Promise.all(everyPid.map((each) => readOfProcess(each, 'cmdline')));
  evidence.add('process list', step, Buffer.concat(commandLines));
  for (const each of [pid, ...(await childrenOf(pid))]) {
    evidence.add('environment', `${step}, process ${each}`, await readOfProcess(each, 'environ'));
  }
}

async function childrenOf(pid: number): Promise<number[]> {
  const text = (await readOfProcess(pid, `task/${pid}/children`)).toString();
  const children = text.split(' ').filter(Boolean).map(Number);
  return [...children, ...(await Promise.all(children.map(childrenOf))).flat()];
}

/** Returns an empty buffer if the process has ended. */
async function readOfProcess(pid: number | string, file: string): Promise<Buffer> {
  try {
    return await readFile(`/proc/${pid}/${file}`);
  } catch {
    return Buffer.alloc(0);
  }
}
