import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { isDeepStrictEqual } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type DemoExchange, type DemoExchangeOptions, startDemoExchange } from '../../demo-exchange/index.ts';
import { historyWorkerSource } from '../../history/index.ts';
import { randomNumbers } from '../../shared/testing/random-numbers.ts';
import { archivedOrders, everyOrder, programs } from './testing/program.ts';

const {
  place,
  exchange: startExchange,
  start,
} = programs<DemoExchange, DemoExchangeOptions>(startDemoExchange, {
  orders: 300,
  plans: 60,
  openPlans: 0,
  ordersPerMinute: 0,
  requestsPerWindow: 1_000_000,
  timeScale: 0,
});
const script = path.join(import.meta.dirname, 'testing/reading-program.ts');
const kills = 8;

/** Resolves once the exchange has answered `count` more requests. */
async function requestsMore({ traffic }: DemoExchange, count: number): Promise<void> {
  const enough = traffic.total + count;
  await vi.waitUntil(() => traffic.total >= enough, { interval: 1, timeout: 60_000 });
}

/** Only a process that ends by itself saves its compiled code, which shortens the next starts. */
async function compileOnce(): Promise<void> {
  const source = `import ${JSON.stringify(path.join(import.meta.dirname, '../index.ts'))};`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], { stdio: 'inherit' });
  await once(child, 'exit');
}

/** `fileSizeLimit`: in blocks of the shell; acts like a full disk. */
function run({ baseUrl, token, secretKey }: DemoExchange, fileSizeLimit?: number) {
  const limit = fileSizeLimit === undefined ? '' : `ulimit -f ${fileSizeLimit}; `;
  const program = [process.execPath, script, place.data, baseUrl, token, secretKey, historyWorkerSource.href];
  const child: ChildProcess = spawn('sh', ['-c', `${limit}exec "$@"`, 'sh', ...program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // A process that outlives a failed test would keep the test runner waiting.
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const told = Promise.withResolvers<string>();
  if (child.stdout) createInterface({ input: child.stdout }).on('line', (line) => told.resolve(line));
  void ended.then(() => told.resolve('ended'));
  return {
    /** The first line; `null` if the process ended without one. */
    told: told.promise,
    async kill(): Promise<void> {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

test('after many kills while it reads, the archive equals the exchange', async () => {
  const exchange = await startExchange({ orders: 2500, latencyMs: 1 });
  await compileOnce();
  const random = randomNumbers(1);
  for (let kill = 0; kill < kills; kill++) {
    const program = run(exchange);
    await requestsMore(exchange, 1 + Math.floor(random() * 4));
    await new Promise((resolve) => setTimeout(resolve, random() * 15));
    expect(await Promise.race([program.told, 'reading'])).toBe('reading');
    await program.kill();
    exchange.addOrder({ symbol: 'BTC-USDT', marginMode: kill % 2 === 0 ? 1 : 2 });
  }

  const whole = run(exchange);
  expect(await whole.told).toBe('complete');
  await whole.kill();
  const asked = exchange.traffic.total;

  const program = await start();
  const [, account] = await program.ask('listAccounts', {});
  const id = account?.id ?? '';
  const { modes, unreadable } = await program.ask('readHistoryState', { account: id, list: 'order-history' });
  expect(modes.map(({ complete, gaps }) => [complete, gaps])).toEqual([
    [true, []],
    [true, []],
  ]);
  expect(unreadable).toBe(0);
  const [known, all] = [await archivedOrders(program, id), await everyOrder(exchange)];
  expect(known.size).toBe(2500 + kills);
  expect([...known.keys()].sort()).toEqual([...all.keys()].sort());
  const isStored = (key: string, raw: string) =>
    isDeepStrictEqual(JSON.parse(known.get(key)?.raw ?? ''), JSON.parse(raw));
  expect([...all].filter(([key, { raw }]) => !isStored(key, raw))).toEqual([]);
  // Saved pages are not requested again.
  expect(asked).toBeLessThan(2500 / 100 + kills * 15);
});

test('a full disk is reported, nothing is requested, and reading continues once there is room', async () => {
  const exchange = await startExchange({ orders: 2500 });
  const limited = run(exchange, 1024);
  expect(['disk-full', 'other']).toContain(await limited.told);
  const { total } = exchange.traffic;
  await limited.kill();
  // Pages under way in both modes, and the next of each.
  expect(exchange.traffic.total - total).toBeLessThanOrEqual(4);
  expect(total).toBeLessThan(20);

  const free = run(exchange);
  expect(await free.told).toBe('complete');
  await free.kill();
  const program = await start();
  const [, account] = await program.ask('listAccounts', {});
  expect((await archivedOrders(program, account?.id ?? '')).size).toBe(2500);
});
