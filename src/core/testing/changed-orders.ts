import { vi } from 'vitest';
import { startDemoExchange } from '../../demo-exchange/index.ts';
import { createCore } from '../index.ts';
import { callersOf } from './callers.ts';

type Fields = Readonly<Record<string, unknown>>;

interface ChangedOrders {
  folder: string;
  /** Number of orders. */
  orders: number;
  /** Sent instead of some fields of the newest orders, each of one. */
  newest: readonly Fields[];
  /** Sent instead of some fields of every order. */
  every?: Fields;
  /** Names of the accounts that download the orders. Default: `Main`. */
  accounts?: readonly string[];
  /** Names of accounts that download nothing. */
  unread?: readonly string[];
}

/** Fills a data folder with the orders of an exchange that sends some fields otherwise. */
export async function downloadChangedOrders({
  folder,
  orders,
  newest,
  every = {},
  accounts = ['Main'],
  unread = [],
}: ChangedOrders): Promise<void> {
  /** Places of the orders, by ID, in the order in which they are sent. */
  const places = new Map<string, number>();
  const exchange = await startDemoExchange({
    ...{ orders, plans: 0, openPlans: 0, timeScale: 0 },
    interceptor(_request, reply) {
      const { result, ...others } = JSON.parse(reply.body) as { result: Record<string, unknown>[] };
      if (!Array.isArray(result) || !result.some((row) => 'profit' in row)) return undefined;
      const rows = result.map((row) => {
        const id = String(row.order_id);
        if (!places.has(id)) places.set(id, places.size);
        return { ...row, ...every, ...newest[places.get(id) ?? 0] };
      });
      const body = JSON.stringify({ ...others, result: rows });
      return (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    },
  });
  const core = await createCore({
    dataDirectory: folder,
    about: { version: '0.0.0', host: 'browser', platform: 'linux' },
    startDemoExchange: () => Promise.reject(new Error('not needed')),
  });
  const { ask } = callersOf(core);
  const { baseUrl, token, secretKey } = exchange;
  const save = (name: string, ownToken: string) =>
    ask('saveAccount', {
      ...({ name, baseUrl, signingVariant: 'bytewise', requestsPerWindow: 100, keptIn: 'session' } as const),
      credentials: { token: ownToken, secretKey },
    });
  for (const name of accounts) {
    const { id: account } = await save(name, token);
    const list = 'order-history';
    await ask('syncHistory', { account, list, action: 'refresh' });
    await vi.waitUntil(
      async () => {
        const { phase, modes } = await ask('readHistoryState', { account, list });
        return phase === 'idle' && modes.every(({ complete }) => complete);
      },
      { timeout: 60_000, interval: 100 },
    );
  }
  for (const name of unread) await save(name, 'another-token-1');
  await core.close();
  await exchange.close();
}
