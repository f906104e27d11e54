import { createAttempt, type ExchangeClientOptions } from './attempt.ts';
import { createOperations, type ExchangeClient } from './operations.ts';

export type { ExchangeClient, ExchangeClientOptions };

/**
 * A client that sends each request once and at once. Throws `invalid-input` where the base URL or the credentials cannot be used.
 * Sends nothing yet.
 */
export function createExchangeClient(options: ExchangeClientOptions): ExchangeClient {
  const attempt = createAttempt(options);
  return createOperations((question, signal) => attempt(question, { signal }), options.credentials !== undefined);
}
