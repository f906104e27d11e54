import { defaultRequestsPerWindow } from '../../shared/account-input.ts';
import { type AccountSummary, demoAccountId } from '../../shared/domain.ts';
import { OrderglassError } from '../../shared/errors.ts';
import { AccountConnection, type ExchangeLineOptions } from './account-connection.ts';

export const demoAccountName = 'Demo account';

/** A running exchange with made-up data, and what is needed to ask it. */
export interface DemoExchangeHandle {
  baseUrl: string;
  token: string;
  secretKey: string;
  close(): Promise<void>;
}

export interface DemoAccountOptions extends Pick<ExchangeLineOptions, 'fetch' | 'now' | 'random'> {
  readonly startDemoExchange: () => Promise<DemoExchangeHandle>;
  /** Called with each line before it is used. */
  readonly onLine: (line: AccountConnection) => void;
}

interface RunningDemo {
  readonly exchange: DemoExchangeHandle;
  readonly line: AccountConnection;
}

const connection = { signingVariant: 'bytewise', requestsPerWindow: defaultRequestsPerWindow } as const;

/** The account that is always there. Its exchange is started when it is first asked. */
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
    return { id: demoAccountId, name: demoAccountName, kind: 'demo', baseUrl, ...connection, credentials: null };
  }

  /** `null` until it is asked for the first time. */
  get startedLine(): AccountConnection | null {
    return this.#running?.line ?? null;
  }

  /** Starts the exchange where it does not run yet: once for all who ask, and again after it failed. */
  async line(): Promise<AccountConnection> {
    if (this.#isClosed) throw new OrderglassError('cancelled', 'the account is closed');
    this.#starting ??= this.#start();
    const { line } = await this.#starting;
    return line;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const demo = await this.#starting?.catch(() => null);
    demo?.line.close();
    await demo?.exchange.close();
  }

  async #start(): Promise<RunningDemo> {
    try {
      const { startDemoExchange, onLine, ...options } = this.#options;
      const exchange = await startDemoExchange();
      const { baseUrl, token, secretKey } = exchange;
      const line = new AccountConnection({ ...options, ...connection, baseUrl, credentials: { token, secretKey } });
      onLine(line);
      this.#running = { exchange, line };
      return this.#running;
    } catch (error) {
      this.#starting = null;
      throw error;
    }
  }
}
