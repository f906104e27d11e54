import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { formatTimestamp } from '../../../../shared/time.ts';
import { failureOf, request } from '../../../api/client.ts';
import { failureText } from '../../../model/failure-text.ts';
import { type PrecisionOf, priceText } from '../../../model/figures.ts';
import { sideAndKind, sideTone, statusWord } from '../../../model/words.ts';
import { useHistoryState, useSyncHistory } from '../../../state/history-state.ts';
import { useChangeSettings } from '../../../state/settings.ts';
import { useTimeZone } from '../../../state/time-zone.ts';
import { useText } from '../../../text/use-text.ts';

interface OrdersSectionProps {
  account: string;
  symbol: string;
  precisionOf: PrecisionOf;
}

const list = 'order-history';
/** The newest orders shown. */
const shownOrders = 10;

/** The account's newest orders in the symbol, and the way to all of them. */
export function OrdersSection({ account, symbol, precisionOf }: OrdersSectionProps) {
  const text = useText();
  const zone = useTimeZone();
  const changeSettings = useChangeSettings();
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
    placeholderData: (before, query) => (query?.queryKey[2] === symbol ? before : undefined),
    // Each version of the archive has an answer of its own: those before are of no use.
    gcTime: 0,
  });
  const failure = failureOf(error);
  const precision = precisionOf(symbol);
  return (
    <section className="panel-section" aria-label={text.tickers.orders}>
      <h3>{text.tickers.orders}</h3>
      {failure && <p className="panel-note">{failureText(failure, text).what}</p>}
      {!data && !failure && <p className="panel-note">{text.tickers.reading}</p>}
      {data?.rows.length === 0 && <p className="panel-note">{text.tickers.noOrders}</p>}
      <ul className="panel-rows">
        {data?.rows.map((order) => (
          <li key={order.key} className="panel-order">
            <span data-tone={sideTone(order)}>{sideAndKind(order, text)}</span>
            <span>{priceText(order.averagePrice ?? order.price, precision, text)}</span>
            <span className="panel-order-more">{formatTimestamp(order.createdAt, zone).slice(0, 16)}</span>
            <span className="panel-order-more">{statusWord(order.status, text)}</span>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="button panel-button"
        onClick={() => changeSettings({ filters: { [list]: { symbols: [symbol] } }, screen: list })}
      >
        {text.tickers.showOrders}
      </button>
    </section>
  );
}
