import type { AccountSummary } from '../../shared/contract/accounts.ts';
import { defaultRequestsPerWindow } from '../../shared/settings/account-input.ts';
import { demoAccountId, demoAccountName } from '../../shared/values/domain.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import { AccountConnection, type AccountConnectionOptions } from './account-connection.ts';

/** A running demo exchange, with the credentials it accepts. */
export interface DemoExchangeHandle {
  baseUrl: string;
  token: string;
  secretKey: string;
  close(): Promise<void>;
}

export interface DemoAccountOptions extends Pick<AccountConnectionOptions, 'fetch' | 'now' | 'random'> {
  readonly startDemoExchange: () => Promise<DemoExchangeHandle>;
  /** Called with each connection before its first use. */
  readonly onConnection: (connection: AccountConnection) => void;
}

interface RunningDemo {
  readonly exchange: DemoExchangeHandle;
  readonly connection: AccountConnection;
}

const settings = { signingVariant: 'bytewise', requestsPerWindow: defaultRequestsPerWindow } as const;

/** The built-in account. Its exchange starts with the first call of `connect`. */
export class DemoAccount {
  readonly #options: DemoAccountOptions;
  #starting: Promise<RunningDemo> | null = null;
  #running: RunningDemo | null = null;
  #isClosed = false;

  constructor(options: DemoAccountOptions) {
    this.#options = options;
  }

  get summary(): AccountSummary {
    const baseUrl = this.#running?.exchange.baseUrl ?? '';
    return { id: demoAccountId, name: demoAccountName, kind: 'demo', baseUrl, ...settings, credentials: null };
  }

  /** `null` until the exchange has started. */
  get connection(): AccountConnection | null {
    return this.#running?.connection ?? null;
  }

  /** Starts the exchange if it does not run. Concurrent calls share one start; after a failed start the next call tries again. */
  async connect(): Promise<AccountConnection> {
    if (this.#isClosed) throw new OrderglassError('canceled', 'the account is closed');
    this.#starting ??= this.#start();
    const { connection } = await this.#starting;
    return connection;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const demo = await this.#starting?.catch(() => null);
    demo?.connection.close();
    await demo?.exchange.close();
  }

  async #start(): Promise<RunningDemo> {
    try {
      const { startDemoExchange, onConnection, ...options } = this.#options;
      const exchange = await startDemoExchange();
      const { baseUrl, token, secretKey } = exchange;
      const connection = new AccountConnection({ ...options, ...settings, baseUrl, credentials: { token, secretKey } });
      onConnection(connection);
      this.#running = { exchange, connection };
      return this.#running;
    } catch (error) {
      this.#starting = null;
      throw error;
    }
  }
}
