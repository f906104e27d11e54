import { orderStatuses, planStatuses } from '../../../shared/domain.ts';
import type { Text } from '../../text/use-text.ts';

/** One field of a row as it was received, before and after it changed; `null`: it was not there. */
export interface FieldChange {
  name: string;
  before: string | null;
  after: string | null;
}

/** The fields of two JSON objects that differ, every digit as it was received. `null` where one of them is no object. */
export function changedFields(before: string, after: string): FieldChange[] | null {
  const [old, now] = [receivedFields(before), receivedFields(after)];
  if (!old || !now) return null;
  const names = [...new Set([...now.keys(), ...old.keys()])];
  return names
    .map((name) => ({ name, before: old.get(name) ?? null, after: now.get(name) ?? null }))
    .filter((change) => change.before !== change.after);
}

/** A number as it stands in the text: parsing would not keep its digits. */
class Figure {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  toJSON(): number {
    return Number(this.source);
  }
}

function receivedFields(raw: string): Map<string, string> | null {
  let whole: unknown;
  try {
    whole = JSON.parse(raw, (_name, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' ? new Figure(context?.source ?? String(value)) : value,
    );
  } catch {
    return null;
  }
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) return null;
  return new Map(Object.entries(whole).map(([name, value]) => [name, textOf(value)]));
}

function textOf(value: unknown): string {
  if (value instanceof Figure) return value.source;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The heading of a received field: its names are those of service-api.md 2.2 and 2.3; another one is shown as it came. */
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

/** A status in words (service-api.md 3.1 counts from 1, 3.2 from 0); every other value as it was received. */
export function receivedValue(name: string, value: string | null, text: Text): string {
  if (value === null) return text.none;
  const code = /^\d$/.test(value) ? Number(value) : Number.NaN;
  const order = name === 'status' ? orderStatuses[code - 1] : undefined;
  if (order) return text.orderStatus[order];
  const plan = name === 'implement_status' ? planStatuses[code] : undefined;
  return plan ? text.planStatus[plan] : value;
}
