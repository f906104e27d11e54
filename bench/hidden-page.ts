import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { chromiumOptions, startHostProcess } from '../e2e/hosts/browser.ts';
import { printTable } from './lib/measure.ts';

/**
 * Measures the processor time of the program during a minute in which nobody looks at its page: of the browser host with the demo exchange in
 * it, and of a Chromium with the page behind another tab. Arguments: a built checkout to compare with, and the number of rounds, by
 * default 3.
 */
const [, , other = '', rounds = '3'] = process.argv;
/** Until the histories of the demo account have been read and checked. */
const settleMs = 150_000;
const measuredMs = 60_000;
const checkouts = [path.join(import.meta.dirname, '..'), other];
const spent: Spent[][] = checkouts.map(() => []);

/** Processor time in milliseconds. */
interface Spent {
  host: number;
  browser: number;
}

for (let round = 0; round < Number(rounds); round++) {
  for (const [index, checkout] of checkouts.entries()) spent[index]?.push(await spendMinute(checkout));
}
const compare = (what: string, timeOf: (spent: Spent) => number) => ({
  what: `a minute with a hidden page, ${what}`,
  against: other,
  ours: spent[0]?.map(timeOf) ?? [],
  theirs: spent[1]?.map(timeOf) ?? [],
  reach: 0.5,
});
printTable(
  [
    compare('the host', ({ host }) => host),
    compare('the browser', ({ browser }) => browser),
    compare('both', ({ host, browser }) => host + browser),
  ],
  Number(rounds),
);

async function spendMinute(checkout: string): Promise<Spent> {
  const folder = mkdtempSync(path.join(tmpdir(), 'orderglass-bench-'));
  const program = path.join(checkout, 'out/browser-host/cli.js');
  const host = await startHostProcess({ dataDirectory: path.join(folder, 'data') }, program);
  const { executablePath = chromium.executablePath(), args = [] } = chromiumOptions('--headless=new', '--no-first-run');
  const profile = path.join(folder, 'profile');
  // Playwright shows every page as focused and visible.
  const browser = spawn(
    executablePath,
    [...args, '--remote-debugging-port=0', `--user-data-dir=${profile}`, host.url],
    {
      stdio: 'ignore',
    },
  );
  try {
    const port = await devToolsPort(profile);
    const [page] = await targets(port);
    if (page === undefined) throw new Error('there is no page');
    await until(async () => (await evaluate(page, 'document.querySelector("[data-row-id]") !== null')) === true);
    // A blank tab would have a blinking cursor in its address bar.
    await fetch(`http://127.0.0.1:${port}/json/new?data:text/html,front`, { method: 'PUT' });
    await pause(settleMs);
    await mustBeHidden(page);
    const before = [processorTime(host.process.pid ?? 0), processorTime(browser.pid ?? 0)];
    await pause(measuredMs);
    const after = [processorTime(host.process.pid ?? 0), processorTime(browser.pid ?? 0)];
    await mustBeHidden(page);
    const [hostMs = 0, browserMs = 0] = after.map((time, index) => time - (before[index] ?? 0));
    console.log(`${checkout}: host ${hostMs} ms, browser ${browserMs} ms`);
    return { host: hostMs, browser: browserMs };
  } finally {
    browser.kill();
    await new Promise((resolve) => browser.once('exit', resolve));
    await host.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

interface Target {
  id: string;
  type: string;
  webSocketDebuggerUrl: string;
}

async function devToolsPort(profile: string): Promise<string> {
  const file = path.join(profile, 'DevToolsActivePort');
  await until(async () => existsSync(file) && readFileSync(file, 'utf8').includes('\n'));
  return readFileSync(file, 'utf8').split('\n')[0] ?? '';
}

async function targets(port: string): Promise<Target[]> {
  const all = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as Target[];
  return all.filter(({ type }) => type === 'page');
}

async function mustBeHidden(page: Target): Promise<void> {
  const state = await evaluate(page, 'document.visibilityState');
  if (state !== 'hidden') throw new Error(`the page is ${String(state)}`);
}

async function evaluate({ webSocketDebuggerUrl }: Target, expression: string): Promise<unknown> {
  const socket = new WebSocket(webSocketDebuggerUrl);
  try {
    await new Promise((resolve) => socket.addEventListener('open', resolve));
    socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } }));
    const { data } = await new Promise<MessageEvent>((resolve) => socket.addEventListener('message', resolve));
    return (JSON.parse(String(data)) as { result?: { result: { value: unknown } } }).result?.result.value;
  } finally {
    socket.close();
  }
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause(50);
}

/** User and system time (ms) of a process and of those that it has started. */
function processorTime(root: number): number {
  const parents = new Map<number, number>();
  const times = new Map<number, number>();
  for (const line of execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')) {
    const [pid = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
    parents.set(pid, parent);
  }
  const isOf = (pid: number | undefined): boolean =>
    pid === root || (pid !== undefined && pid > 1 && isOf(parents.get(pid)));
  for (const pid of parents.keys()) {
    if (!isOf(pid)) continue;
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      times.set(pid, (Number(fields[11]) + Number(fields[12])) * 10);
    } catch {
      // The process has ended.
    }
  }
  return [...times.values()].reduce((sum, time) => sum + time, 0);
}
