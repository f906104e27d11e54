import { AccountConnection } from '../../accounts/account-connection.ts';
import type { LiveAccount } from '../live-readers.ts';

interface RunningExchange {
  readonly baseUrl: string;
  readonly token: string;
  readonly secretKey: string;
}

/** An account of a running exchange, connected over HTTP. */
export function accountOf(exchange: RunningExchange): LiveAccount & { close(): void } {
  const { baseUrl, token, secretKey } = exchange;
  const connection = new AccountConnection({
    baseUrl,
    signingVariant: 'bytewise',
    requestsPerWindow: 1000,
    fetch,
    now: Date.now,
    random: Math.random,
    credentials: { token, secretKey },
  });
  return {
    scope: baseUrl,
    archive: baseUrl,
    run: '',
    askMarket: (operation, signal, priority) => connection.askMarket(operation, signal, priority),
    askOrders: (operation, signal, priority) => connection.askOrders(operation, signal, priority),
    close: () => connection.close(),
  };
}
