import { readableMembers } from '../json/json-text.ts';
import { timeOfWire } from '../time/time.ts';
import type { Timestamp } from '../values/domain.ts';
import { orderFields } from './order-fields.ts';

/** What the received text of an order or plan order that could not be read tells of it; `null`: nothing. */
export interface UnreadableFacts {
  readonly symbol: string | null;
  readonly createdAt: Timestamp | null;
}

/** `raw`: need not be JSON. */
export function unreadableFacts(raw: string): UnreadableFacts {
  const fields = readableMembers(raw);
  const symbol = fields[orderFields.symbol.wire['order-history']];
  const time = timeOfWire(fields[orderFields.createdAt.wire['order-history']]);
  return {
    symbol: typeof symbol === 'string' && symbol !== '' ? symbol : null,
    createdAt: typeof time === 'number' ? time : null,
  };
}
