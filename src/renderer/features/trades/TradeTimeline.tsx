import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { OrderPlan } from '../../../shared/contract/plans.ts';
import type { Trade, TradeOrder } from '../../../shared/contract/trades.ts';
import { maxFilterIds } from '../../../shared/orders/history.ts';
import { formatTimestamp } from '../../../shared/time/time.ts';
import { signOf, withoutZero } from '../../../shared/values/decimal.ts';
import { OrderItems } from '../../domain/orders/OrderItems.tsx';
import { sideAndKind } from '../../domain/orders/words.ts';
import { OrderPlanLink } from '../../domain/plans/chain/OrderPlanLink.tsx';
import { useOrderPlans } from '../../domain/plans/chain/order-plans.ts';
import { request } from '../../platform/client.ts';
import { useGoTo } from '../../platform/navigation/go-to.ts';
import { useTimeZone } from '../../platform/settings/settings.ts';
import { useText } from '../../text/use-text.ts';
import { FigureText } from '../../ui/controls/FigureText.tsx';
import { RowMenu } from '../../ui/controls/RowMenu.tsx';
import { idsFilter } from '../../ui/filter/list-filter.ts';
import { moneyFigure, priceText, quantityText, type RulesOf, signTone } from '../../ui/text/figures.ts';
import { hasFewOrders, tradeDaysFilter } from './trade-order-filter.ts';

interface TradeTimelineProps {
  account: string;
  trade: Trade;
  /** Version of the order history. */
  version: number | undefined;
  rulesOf: RulesOf;
}

const firstOrders = 50;
/** Maximum number of orders of a request. */
const maxOrders = 1000;

/** The orders of a trade, the oldest first. Each leads to its place in the order history. */
export function TradeTimeline({ account, trade, version, rulesOf }: TradeTimelineProps) {
  const text = useText();
  const zone = useTimeZone();
  const goTo = useGoTo();
  const [count, setCount] = useState(firstOrders);
  const { data, isError } = useQuery({
    queryKey: ['trade-orders', account, trade.key, version, count],
    queryFn: ({ signal }) => request('readTradeOrders', { account, key: trade.key, from: 0, count }, signal),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const showOrders = async (): Promise<void> => {
    const query = { account, key: trade.key, from: 0, count: maxFilterIds };
    const read = hasFewOrders(trade) ? await request('readTradeOrders', query).catch(() => null) : null;
    const ids = read?.orders.map(({ order }) => order.id) ?? [];
    const filter =
      ids.length > 0 ? idsFilter(account, ids, trade) : { accounts: [account], ...tradeDaysFilter(trade, zone) };
    goTo({ kind: 'list', account, list: 'order-history', filter });
  };
  const menuOf = (key: string) => {
    const order = data?.orders.find((each) => each.order.key === key)?.order;
    if (!order) return null;
    return {
      label: text.labeled(sideAndKind(order, text), formatTimestamp(order.createdAt, zone)),
      items: <OrderItems account={account} row={order} priceColumn="averagePrice" />,
    };
  };
  const orderKeys = useMemo(() => data?.orders.map(({ order }) => order.key) ?? [], [data]);
  const plans = useOrderPlans(account, orderKeys, version);
  const left = data?.trade ? data.trade.orders - data.orders.length : 0;
  return (
    <section className="panel-section" aria-label={text.trades.orders}>
      <header className="panel-section-header">
        <h3>{text.trades.orders}</h3>
        <button
          type="button"
          className="status-button"
          title={hasFewOrders(trade) ? undefined : text.trades.allOrdersExplained}
          onClick={() => void showOrders()}
        >
          {text.trades.allOrders}
        </button>
      </header>
      <LostStartHint account={account} trade={trade} version={version} />
      {isError && <p className="form-hint">{text.trades.ordersFailed}</p>}
      <RowMenu by="row" menuOf={menuOf}>
        <ol className="timeline">
          {data?.orders.map((entry) => (
            <TimelineEntry
              key={entry.order.key}
              entry={entry}
              account={account}
              rulesOf={rulesOf}
              plan={plans.get(entry.order.key)}
            />
          ))}
        </ol>
      </RowMenu>
      {left > 0 && count < maxOrders && (
        <button type="button" className="button" onClick={() => setCount(maxOrders)}>
          {text.trades.moreOrders(left)}
        </button>
      )}
      {left > 0 && count >= maxOrders && <p className="form-hint">{text.trades.ordersLeft(left)}</p>}
    </section>
  );
}

/** Says that the orders which opened the first trade of a position side are probably lost. Renders nothing for another trade. */
function LostStartHint({ account, trade, version }: Omit<TradeTimelineProps, 'rulesOf'>) {
  const text = useText();
  const { key, symbol, marginMode, side, incomplete } = trade;
  const { data: first } = useQuery({
    queryKey: ['first-trade', account, symbol, marginMode, side, version],
    queryFn: async ({ signal }) => {
      const filter = { symbols: [symbol], marginModes: [marginMode], ...(side === null ? {} : { sides: [side] }) };
      const sort = [{ field: 'openedAt', direction: 'ascending' } as const];
      // Without conditions on days, the time zone has no effect.
      const { rows } = await request('readTrades', { account, filter, sort, zone: 'UTC', from: 0, count: 1 }, signal);
      return rows[0]?.key ?? null;
    },
    // If the archive does not reach back, the reason of the trade says so.
    enabled: side !== null && incomplete.includes('more-closed') && !incomplete.includes('missing-start'),
    gcTime: 0,
  });
  return first === key ? <p className="form-hint trades-lost">{text.trades.lostStart}</p> : null;
}

interface TimelineEntryProps {
  entry: TradeOrder;
  account: string;
  rulesOf: RulesOf;
  /** The plan order that has probably placed the order. */
  plan: OrderPlan | undefined;
}

function TimelineEntry({ entry: { order, size }, account, rulesOf, plan }: TimelineEntryProps) {
  const text = useText();
  const zone = useTimeZone();
  const goTo = useGoTo();
  const rules = rulesOf(order.symbol);
  const hasPnl = order.pnl !== null && signOf(order.pnl) !== 0;
  return (
    <li className="timeline-entry" data-action={order.action} data-row={order.key}>
      <button
        type="button"
        className="timeline-order"
        title={text.trades.showOrder}
        onClick={() =>
          goTo({ kind: 'list', account, list: 'order-history', filter: idsFilter(account, [order.id], order) })
        }
      >
        <span className="timeline-line">
          <span className="timeline-time">{formatTimestamp(order.createdAt, zone)}</span>
          {hasPnl && (
            <span data-tone={signTone(order.pnl)}>
              <FigureText figure={moneyFigure(order.pnl, text)} />
            </span>
          )}
        </span>
        <span className="timeline-line">
          <span>{sideAndKind(order, text)}</span>
          {size !== null && <span className="timeline-size">{text.trades.size(quantityText(size, rules, text))}</span>}
        </span>
        <span className="timeline-fill">
          {text.trades.filledAt(
            quantityText(order.filledQuantity, rules, text),
            priceText(withoutZero(order.averagePrice), rules, text),
          )}
        </span>
        {order.note !== undefined && <span className="timeline-note">{order.note}</span>}
      </button>
      {plan && <OrderPlanLink account={account} found={plan} />}
    </li>
  );
}
