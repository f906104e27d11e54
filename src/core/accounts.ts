import { createExchangeClient, type ExchangeClient, type RequestOptions } from '../exchange/index.ts';
import { defaultRequestsPerWindow } from '../shared/account-input.ts';
import { type AccountSummary, demoAccountId } from '../shared/domain.ts';
import { OrderglassError } from '../shared/errors.ts';

/** A running exchange with made-up data, and what is needed to ask it. */
export interface DemoExchangeHandle {
  baseUrl: string;
  token: string;
  secretKey: string;
  close(): Promise<void>;
}

export interface AccountsOptions {
  readonly startDemoExchange: () => Promise<DemoExchangeHandle>;
  readonly fetch: typeof fetch;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

type Operation<Answer> = (client: ExchangeClient, options: RequestOptions) => Promise<Answer>;

/** An account whose exchange can be asked. */
export interface Account {
  readonly summary: AccountSummary;
  /**
   * The one way to the exchange: every request of the account passes here, one operation for one request. Rejects with what the operation fails
   * with, and with `cancelled` once the account is closed.
   */
  request<Answer>(operation: Operation<Answer>, signal: AbortSignal): Promise<Answer>;
  close(): Promise<void>;
}

export interface Accounts {
  list(): AccountSummary[];
  /** Throws `unknown-account`. */
  find(id: string): Account;
  close(): Promise<void>;
}

/** The accounts there are. Nothing is started or connected before an account is asked for something. */
export function createAccounts(options: AccountsOptions): Accounts {
  const accounts = new Map([demoAccount(options)].map((account) => [account.summary.id, account]));
  return {
    list: () => [...accounts.values()].map((account) => account.summary),
    find(id) {
      const account = accounts.get(id);
      if (account === undefined) throw new OrderglassError('unknown-account', 'there is no account with this id');
      return account;
    },
    async close() {
      await Promise.all([...accounts.values()].map((account) => account.close()));
    },
  };
}

interface Connection {
  readonly client: ExchangeClient;
  close(): Promise<void>;
}

function demoAccount(options: AccountsOptions): Account {
  let connecting: Promise<Connection> | null = null;
  let isClosed = false;

  function connect(): Promise<Connection> {
    if (connecting !== null) return connecting;
    const attempt = connectToDemo(options);
    connecting = attempt;
    // The next call tries again.
    attempt.catch(() => {
      if (connecting === attempt) connecting = null;
    });
    return attempt;
  }

  return {
    summary: {
      id: demoAccountId,
      name: 'Demo account',
      kind: 'demo',
      baseUrl: '',
      signingVariant: 'bytewise',
      requestsPerWindow: defaultRequestsPerWindow,
      credentials: null,
    },
    async request(operation, signal) {
      if (isClosed) throw new OrderglassError('cancelled', 'the account is closed');
      const { client } = await connect();
      return operation(client, { signal });
    },
    async close() {
      isClosed = true;
      const connection = await connecting?.catch(() => null);
      await connection?.close();
    },
  };
}

async function connectToDemo({ startDemoExchange, fetch, now }: AccountsOptions): Promise<Connection> {
  const demo = await startDemoExchange();
  const { baseUrl, token, secretKey } = demo;
  try {
    const client = createExchangeClient({
      baseUrl,
      credentials: { token, secretKey },
      signingVariant: 'bytewise',
      fetch,
      now,
      random: Math.random,
    });
    return { client, close: () => demo.close() };
  } catch (error) {
    await demo.close();
    throw error;
  }
}
