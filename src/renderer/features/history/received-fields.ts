import { orderStatuses, planStatuses } from '../../../shared/domain.ts';
import type { Text } from '../../text/use-text.ts';

/** A field of a row as received, before and after a change; `null` if the field was missing. */
export interface FieldChange {
  name: string;
  before: string | null;
  after: string | null;
}

/**
 * Returns the fields in which two JSON objects differ, with every digit as received. `null` if one is not an object.
 */
export function changedFields(before: string, after: string): FieldChange[] | null {
  const [old, now] = [receivedFields(before), receivedFields(after)];
  if (!old || !now) return null;
  const names = [...new Set([...now.keys(), ...old.keys()])];
  return names
    .map((name) => ({ name, before: old.get(name) ?? null, after: now.get(name) ?? null }))
    .filter((change) => change.before !== change.after);
}

/** A number with its source text, because parsing does not keep all digits. */
class SourceNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  toJSON(): number {
    return Number(this.source);
  }
}

function receivedFields(raw: string): Map<string, string> | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(raw, (_name, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' ? new SourceNumber(context?.source ?? String(value)) : value,
    );
  } catch {
    return null;
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null;
  return new Map(Object.entries(parsed).map(([name, value]) => [name, textOf(value)]));
}

function textOf(value: unknown): string {
  if (value instanceof SourceNumber) return value.source;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns the heading of a received field (docs/service.md 2.2 and 2.3). Another field keeps its name. */
export function receivedHeading(name: string, text: Text): string {
  const { columns } = text;
  const headings: Record<string, string> = {
    order_id: columns.id,
    ctime: columns.created,
    symbol: columns.symbol,
    price: columns.price,
    price_avg: columns.averagePrice,
    lever_rate: columns.leverage,
    amount: columns.quantity,
    deal_amount: columns.filled,
    tactics_deal: columns.filled,
    type: columns.side,
    status: columns.status,
    implement_status: columns.status,
    contract_type: columns.action,
    profit: columns.pnl,
    trigger_sign: columns.trigger,
    trigger_price: columns.triggerPrice,
    stop_profit_price: columns.takeProfit,
    stop_loss_price: columns.stopLoss,
  };
  return (Object.hasOwn(headings, name) ? headings[name] : undefined) ?? name;
}

/** Returns a status in words (docs/service.md 3.1 counts from 1, 3.2 from 0), every other value as received. */
export function receivedValue(name: string, value: string | null, text: Text): string {
  if (value === null) return text.none;
  const code = /^\d$/.test(value) ? Number(value) : Number.NaN;
  const order = name === 'status' ? orderStatuses[code - 1] : undefined;
  if (order) return text.orderStatus[order];
  const plan = name === 'implement_status' ? planStatuses[code] : undefined;
  return plan ? text.planStatus[plan] : value;
}
