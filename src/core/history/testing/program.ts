import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import {
  createExchangeClient,
  type ExchangeClient,
  type OrderList,
  type OrderListQuery,
} from '../../../exchange/index.ts';
import type { HistoryState } from '../../../shared/contract/history.ts';
import type { HostEvent, InputOf } from '../../../shared/contract/index.ts';
import type { HistoryWindow } from '../../../shared/contract/lists.ts';
import type { Order, PlanOrder } from '../../../shared/contract/orders.ts';
import type { HistoryList } from '../../../shared/orders/history.ts';
import { marginModes } from '../../../shared/values/domain.ts';
import { type Core, type CoreOptions, createCore } from '../../index.ts';
import { type Callers, callersOf } from '../../testing/callers.ts';
import { FileKeychain } from '../../testing/file-keychain.ts';
import { keptThreads } from '../../testing/kept-threads.ts';

const about = { version: '0.0.0', host: 'browser', platform: 'linux' } as const;
export const orders = 'order-history';
export const plans = 'plan-history';
export const everything = { filter: {}, sort: [], zone: 'UTC', from: 0, count: 1000 };

/** The address and keys of a running exchange. */
export interface RunningExchange {
  readonly baseUrl: string;
  readonly token: string;
  readonly secretKey: string;
  close(): Promise<void>;
}

export interface Program extends Callers {
  readonly core: Core;
  readonly events: HostEvent[];
  /** Adds an account of this exchange, for this session only. */
  add(exchange: RunningExchange, changed?: Partial<InputOf<'saveAccount'>>): Promise<string>;
  state(account: string, list?: HistoryList): Promise<HistoryState>;
  /** Resolves when the archive is complete for both margin modes and nothing is running. */
  complete(account: string, list?: HistoryList): Promise<HistoryState>;
}

/**
 * Programs and exchanges on one data folder. They are ended and removed after each test, or after all tests of the file or the `describe` in
 * which this is called.
 */
export function programs<Exchange extends RunningExchange, Options extends object>(
  startExchange: (options: Options) => Promise<Exchange>,
  usual: Options,
  lifetime: 'each test' | 'all tests' = 'each test',
) {
  const closing: (() => Promise<unknown>)[] = [];
  const place = { folder: '', data: '' };

  const [before, after] = lifetime === 'each test' ? [beforeEach, afterEach] : [beforeAll, afterAll];
  before(async () => {
    place.folder = await mkdtemp(path.join(tmpdir(), 'orderglass-history-'));
    place.data = path.join(place.folder, 'data');
  });
  after(async () => {
    for (const close of closing.splice(0).reverse()) await close();
    await rm(place.folder, { recursive: true, force: true });
  });

  return {
    place,
    async exchange(options: Partial<Options> = {}): Promise<Exchange> {
      const exchange = await startExchange({ ...usual, ...options });
      closing.push(() => exchange.close());
      return exchange;
    },
    async start(options: Partial<CoreOptions> = {}): Promise<Program> {
      const core = await createCore({
        dataDirectory: place.data,
        historyWorker: keptThreads,
        about,
        startDemoExchange: () => Promise.reject(new Error('the demo exchange is not asked')),
        openKeychain: () => new FileKeychain(path.join(place.folder, 'keychain.json')),
        ...options,
      });
      closing.push(() => core.close());
      return programOf(core);
    },
  };
}

function programOf(core: Core): Program {
  const events: HostEvent[] = [];
  core.subscribe((event) => events.push(event));
  const program: Program = {
    core,
    events,
    ...callersOf(core),
    async add({ baseUrl, token, secretKey }, changed = {}) {
      const { id } = await program.ask('saveAccount', {
        name: 'Main',
        baseUrl,
        signingVariant: 'bytewise',
        requestsPerWindow: 1000,
        credentials: { token, secretKey },
        keptIn: 'session',
        ...changed,
      });
      return id;
    },
    state: (account, list = orders) => program.ask('readHistoryState', { account, list }),
    async complete(account, list = orders) {
      return vi.waitFor(
        async () => {
          const state = await program.state(account, list);
          const { modes, phase, failure } = state;
          expect([phase, failure, ...modes.map(({ complete }) => complete)]).toEqual(['idle', null, true, true]);
          return state;
        },
        { timeout: 15_000 },
      );
    },
  };
  return program;
}

/** All orders of an exchange by key, read without the archive. */
export function everyOrder(exchange: RunningExchange): Promise<Map<string, Order>> {
  return everyRow(exchange, (client, query) => client.readOrderHistory(query));
}

/** All closed plan orders of an exchange by key. */
export function everyPlan(exchange: RunningExchange): Promise<Map<string, PlanOrder>> {
  return everyRow(exchange, (client, query) => client.readPlanHistory(query));
}

async function everyRow<Row extends { key: string }>(
  { baseUrl, token, secretKey }: RunningExchange,
  read: (client: ExchangeClient, query: OrderListQuery) => Promise<OrderList<Row>>,
): Promise<Map<string, Row>> {
  const client = createExchangeClient({
    baseUrl,
    signingVariant: 'bytewise',
    credentials: () => ({ token, secretKey }),
    fetch,
    now: Date.now,
    random: Math.random,
  });
  const rows = new Map<string, Row>();
  for (const marginMode of marginModes) {
    for (let from: string | null | undefined; from !== null; ) {
      const page = await read(client, { marginMode, limit: 100, ...(from === undefined ? {} : { from }) });
      for (const entry of page.entries) if ('row' in entry) rows.set(entry.row.key, entry.row);
      const last: string | null = page.entries.findLast(({ id }) => id !== null)?.id ?? null;
      from = last === from ? null : last;
    }
  }
  return rows;
}

/** All orders of the archive by key. */
export function archivedOrders({ ask }: Program, account: string): Promise<Map<string, Order>> {
  return archivedRows((from) => ask('readOrderHistory', { account, ...everything, from }));
}

/** All plan orders of the archive by key. */
export function archivedPlans({ ask }: Program, account: string): Promise<Map<string, PlanOrder>> {
  return archivedRows((from) => ask('readPlanHistory', { account, ...everything, from }));
}

async function archivedRows<Row extends { key: string }>(
  read: (from: number) => Promise<HistoryWindow<Row>>,
): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>();
  for (let from = 0; ; from += 1000) {
    const window = await read(from);
    for (const row of window.rows) rows.set(row.key, row);
    if (window.rows.length < 1000) return rows;
  }
}
