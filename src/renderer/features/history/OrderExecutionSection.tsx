import { useQuery } from '@tanstack/react-query';
import type { ExecutionSlice } from '../../../shared/contract/history.ts';
import type { SymbolRules } from '../../../shared/contract/market.ts';
import type { Order } from '../../../shared/contract/orders.ts';
import { formatTimestamp } from '../../../shared/time/time.ts';
import { isFinalStatus } from '../../../shared/values/domain.ts';
import { request } from '../../platform/client.ts';
import { keepWhile } from '../../platform/query-client.ts';
import { useTimeZone } from '../../platform/settings/settings.ts';
import { useText } from '../../text/use-text.ts';
import { priceText, quantityText } from '../../ui/text/figures.ts';
import '../../domain/orders/changes.css';

/** Milliseconds between two reads of an order that waits, because another reading of it is no change of its row. */
const readIntervalMs = 15_000;

interface OrderExecutionSectionProps {
  account: string;
  order: Pick<Order, 'key' | 'raw' | 'status'>;
  rules: SymbolRules | undefined;
}

/** When the program saw that the order was executed, or that it still waited. Renders nothing if neither was seen. */
export function OrderExecutionSection({ account, order, rules }: OrderExecutionSectionProps) {
  const text = useText();
  const zone = useTimeZone();
  const words = text.execution;
  const { key, raw, status } = order;
  const { data, isError } = useQuery({
    queryKey: ['order-execution', account, key, raw],
    queryFn: ({ signal }) => request('readOrderExecution', { account, key }, signal),
    placeholderData: keepWhile(['order-execution', account, key]),
    refetchInterval: isFinalStatus(status) ? false : readIntervalMs,
    gcTime: 0,
  });
  if (isError) return <p className="panel-section form-hint">{words.failed}</p>;
  if (!data || (data.slices.length === 0 && data.waitingAt === null)) return null;
  const isWhole = data.slices.length === 1 && data.waitingAt === null;
  const between = ({ from, to }: ExecutionSlice) => [formatTimestamp(from, zone), formatTimestamp(to, zone)] as const;
  return (
    <section className="panel-section" aria-label={words.title}>
      <h3>{words.title}</h3>
      <ol className="changes">
        {data.slices.map((slice) => (
          <li key={slice.to} className="change">
            {isWhole
              ? words.whole(...between(slice))
              : words.part(
                  quantityText(slice.quantity, rules, text),
                  priceText(slice.averagePrice, rules, text),
                  ...between(slice),
                )}
          </li>
        ))}
        {data.waitingAt !== null && <li className="change">{words.waiting(formatTimestamp(data.waitingAt, zone))}</li>}
      </ol>
    </section>
  );
}
