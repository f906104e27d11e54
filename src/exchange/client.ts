import { createOperations, type ExchangeClient } from './operations.ts';
import { createSendOnce, type ExchangeClientOptions } from './send-once.ts';

export type { ExchangeClient, ExchangeClientOptions };

/**
 * A client that sends each request once and at once. Throws `invalid-input` where the base URL or the credentials cannot be used.
 * Sends nothing yet.
 */
export function createExchangeClient(options: ExchangeClientOptions): ExchangeClient {
  const attempt = createSendOnce(options);
  return createOperations((question, signal) => attempt(question, { signal }), options.credentials !== undefined);
}
