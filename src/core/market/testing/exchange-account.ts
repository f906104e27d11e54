import type { DemoExchange } from '../../../demo-exchange/index.ts';
import { ExchangeLine } from '../../accounts/exchange-line.ts';
import type { LiveAccount } from '../live-account.ts';

/** An account of a running exchange, over HTTP. */
export function accountOf(exchange: DemoExchange): LiveAccount & { close(): void } {
  const { baseUrl, token, secretKey } = exchange;
  const line = new ExchangeLine({
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
    askMarket: (operation, signal, priority) => line.askMarket(operation, signal, priority),
    askOrders: (operation, signal, priority) => line.askOrders(operation, signal, priority),
    close: () => line.close(),
  };
}
