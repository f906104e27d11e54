import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { formatDataTime, formatTimestamp } from '../../../../shared/time/time.ts';
import { withoutZero } from '../../../../shared/values/decimal.ts';
import { useIsLive } from '../../../domain/market/freshness.ts';
import { useLive } from '../../../domain/market/live/live.ts';
import { useHistoryState, useSyncHistory } from '../../../domain/orders/history-state.ts';
import { OrderItems } from '../../../domain/orders/OrderItems.tsx';
import { sideAndKind, sideTone, statusWord, triggerWord } from '../../../domain/orders/words.ts';
import { failureOf, request } from '../../../platform/client.ts';
import { useGoTo } from '../../../platform/navigation/go-to.ts';
import { keepWhile } from '../../../platform/query-client.ts';
import { useTimeZone } from '../../../platform/settings/settings.ts';
import { useText } from '../../../text/use-text.ts';
import { RowMenu } from '../../../ui/controls/RowMenu.tsx';
import { idsFilter } from '../../../ui/filter/list-filter.ts';
import { failureText } from '../../../ui/text/failures.ts';
import { type PrecisionOf, priceText, quantityText } from '../../../ui/text/figures.ts';

interface OrderSectionProps {
  account: string;
  symbol: string;
  precisionOf: PrecisionOf;
}

/** The account's open plan orders of the symbol. They are marked if they are older than the live time. */
export function PlansSection({ account, symbol, precisionOf }: OrderSectionProps) {
  const text = useText();
  const zone = useTimeZone();
  const view = useLive('open-plans', account);
  const isLive = useIsLive(view);
  const { rows, fetchedAt, failure } = view;
  const plans = rows.filter((plan) => plan.symbol === symbol);
  const precision = precisionOf(symbol);
  const isOld = fetchedAt !== null && !isLive;
  const goTo = useGoTo();
  const menuOf = (key: string) => {
    const plan = plans.find((each) => each.key === key);
    if (!plan) return null;
    const items = <OrderItems account={account} row={plan} priceColumn="triggerPrice" tickersOf="futures" />;
    return { label: text.labeled(sideAndKind(plan, text), priceText(plan.triggerPrice, precision, text)), items };
  };
  return (
    <section className="panel-section" aria-label={text.tickers.plans} data-stale={isOld || undefined}>
      <h3>{text.tickers.plans}</h3>
      {failure && <p className="panel-note">{failureText(failure, text).what}</p>}
      {isOld && <p className="panel-warning">{text.tickers.oldPlans(formatDataTime(fetchedAt, zone))}</p>}
      {fetchedAt === null && !failure && <p className="panel-note">{text.tickers.reading}</p>}
      {fetchedAt !== null && plans.length === 0 && (
        <p className="panel-note">{isOld ? text.tickers.noPlansThen : text.tickers.noPlans}</p>
      )}
      <RowMenu by="row" menuOf={menuOf}>
        <ul className="panel-rows panel-plans">
          {plans.map((plan) => (
            <li key={plan.key} className="panel-item">
              <button
                type="button"
                className="panel-row"
                data-row={plan.key}
                title={text.openPositions.showPlan}
                onClick={() => goTo({ kind: 'screen', account, screen: 'open-plans', row: plan.key })}
              >
                <span>{triggerWord(plan, text)} </span>
                <span>{priceText(plan.triggerPrice, precision, text)} </span>
                <span data-tone={isOld ? undefined : sideTone(plan)}>{sideAndKind(plan, text)} </span>
                <span>{quantityText(plan.quantity, precision, text)}</span>
              </button>
            </li>
          ))}
        </ul>
      </RowMenu>
    </section>
  );
}

const list = 'order-history';
/** Number of orders shown. */
const shownOrders = 10;

/** The account's newest orders of the symbol, and a button that shows all of them. */
export function OrdersSection({ account, symbol, precisionOf }: OrderSectionProps) {
  const text = useText();
  const zone = useTimeZone();
  const goTo = useGoTo();
  const version = useHistoryState(account, list)?.version;
  const sync = useSyncHistory(account, list);
  useEffect(() => sync('refresh'), [sync]);
  const { data, error } = useQuery({
    queryKey: ['orders-of-symbol', account, symbol, version],
    queryFn: ({ signal }) =>
      request(
        'readOrderHistory',
        { account, filter: { symbols: [symbol] }, zone, sort: [], from: 0, count: shownOrders },
        signal,
      ),
    placeholderData: keepWhile(['orders-of-symbol', account, symbol]),
    // Results of earlier versions of the history are not used again.
    gcTime: 0,
  });
  const failure = failureOf(error);
  const precision = precisionOf(symbol);
  const menuOf = (key: string) => {
    const order = data?.rows.find((each) => each.key === key);
    if (!order) return null;
    const priceColumn = withoutZero(order.averagePrice) === null ? 'price' : 'averagePrice';
    const items = <OrderItems account={account} row={order} priceColumn={priceColumn} tickersOf="futures" />;
    return { label: text.labeled(sideAndKind(order, text), formatTimestamp(order.createdAt, zone)), items };
  };
  return (
    <section className="panel-section" aria-label={text.tickers.orders}>
      <h3>{text.tickers.orders}</h3>
      {failure && <p className="panel-note">{failureText(failure, text).what}</p>}
      {!data && !failure && <p className="panel-note">{text.tickers.reading}</p>}
      {data?.rows.length === 0 && <p className="panel-note">{text.tickers.noOrders}</p>}
      <RowMenu by="row" menuOf={menuOf}>
        <ul className="panel-rows">
          {data?.rows.map((order) => (
            <li key={order.key}>
              <button
                type="button"
                className="panel-order"
                data-row={order.key}
                title={text.trades.showOrder}
                onClick={() => goTo({ kind: 'list', account, list, filter: idsFilter(account, [order.id], order) })}
              >
                <span data-tone={sideTone(order)}>{sideAndKind(order, text)} </span>
                <span>{priceText(withoutZero(order.averagePrice) ?? withoutZero(order.price), precision, text)} </span>
                <span className="panel-order-more">{formatTimestamp(order.createdAt, zone).slice(0, 16)} </span>
                <span className="panel-order-more">{statusWord(order.status, text)}</span>
              </button>
            </li>
          ))}
        </ul>
      </RowMenu>
      <button
        type="button"
        className="button panel-button"
        onClick={() => goTo({ kind: 'list', account, list, filter: { symbols: [symbol] } })}
      >
        {text.tickers.showOrders}
      </button>
    </section>
  );
}
