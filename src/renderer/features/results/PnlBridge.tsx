import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { HistoryFilter } from '../../../shared/contract/history.ts';
import type { TradeResults } from '../../../shared/contract/results.ts';
import type { TradeFilter } from '../../../shared/contract/trades.ts';
import { difference, sum, withoutZero } from '../../../shared/values/decimal.ts';
import type { Decimal } from '../../../shared/values/domain.ts';
import { request } from '../../platform/client.ts';
import { useChangeSettings, useTimeZone } from '../../platform/settings/settings.ts';
import { useText } from '../../text/use-text.ts';
import { FigureText } from '../../ui/controls/FigureText.tsx';
import { cleanFilter } from '../../ui/filter/list-filter.ts';
import { SumText } from '../../ui/screen/CurrencySums.tsx';
import { moneyFigure, signTone } from '../../ui/text/figures.ts';

interface PnlBridgeProps {
  account: string;
  results: TradeResults;
  /** PnL of the closed trades. */
  total: Decimal;
  filter: TradeFilter;
}

/** How the PnL of the trades adds up to that of the orders, on request. */
export function PnlBridge({ account, results, total, filter }: PnlBridgeProps) {
  const text = useText();
  const words = text.tradeResults.bridge;
  const [isOpen, setOpen] = useState(false);
  const ofOrders = orderFilter(filter);
  return (
    <div className="pnl-bridge">
      <button
        type="button"
        className="status-button"
        aria-expanded={isOpen}
        disabled={ofOrders === null}
        title={ofOrders === null ? words.otherFilters : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {words.title}
      </button>
      {isOpen && ofOrders && (
        <BridgeParts account={account} results={results} total={total} filter={ofOrders} isDated={'closed' in filter} />
      )}
    </div>
  );
}

interface BridgePartsProps extends Omit<PnlBridgeProps, 'filter'> {
  filter: HistoryFilter;
  isDated: boolean;
}

function BridgeParts({ account, results, total, filter, isDated }: BridgePartsProps) {
  const text = useText();
  const zone = useTimeZone();
  const changeSettings = useChangeSettings();
  const words = text.tradeResults.bridge;
  const { quote, version, open, incomplete } = results;
  const { data } = useQuery({
    queryKey: ['pnl-bridge', account, filter, zone, version],
    queryFn: ({ signal }) => request('summarizeHistory', { account, list: 'order-history', filter, zone }, signal),
    placeholderData: keepPreviousData,
  });
  if (!data) return null;
  const orders = data.pnl.find((each) => each.quote === quote)?.sum ?? '0';
  const rest = withoutZero(difference([total, open.sum ?? '0', incomplete.sum ?? '0'].reduce(sum, '0'), orders));
  const parts = [
    { name: words.closed, amount: total },
    { name: words.open, amount: open.sum },
    { name: words.incomplete, amount: incomplete.sum, isCertain: false },
    ...(rest === null ? [] : [{ name: isDated ? words.otherPeriod : words.rest, amount: rest }]),
  ];
  return (
    <p className="pnl-bridge-parts">
      {parts.map(({ name, amount, isCertain = true }, position) => (
        <span key={name}>
          {position > 0 && <span aria-hidden="true">+ </span>}
          {name} <SumText value={amount} isCertain={isCertain} />
        </span>
      ))}
      <span>
        ={' '}
        <button type="button" className="status-button" onClick={() => changeSettings({ resultsOf: 'order-history' })}>
          {words.orders}
        </button>{' '}
        <strong data-tone={signTone(orders)}>
          <FigureText figure={moneyFigure(orders, text)} within={(figure) => text.results.amount(figure, quote)} />
        </strong>
      </span>
    </p>
  );
}

/** Returns the filter of the orders beside the trades of a filter; `null` if it has parts that orders do not have. */
function orderFilter(filter: TradeFilter): HistoryFilter | null {
  const { accounts, closed, symbols, withoutSymbols, marginModes, quotes: _, ...others } = cleanFilter(filter);
  if (Object.keys(others).length > 0) return null;
  return cleanFilter<HistoryFilter>({ accounts, created: closed, symbols, withoutSymbols, marginModes });
}
