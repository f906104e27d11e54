import { useQuery } from '@tanstack/react-query';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import type { HistoryFilter, HistorySort, HistorySummary } from '../../../shared/contract/history.ts';
import type { SymbolRules } from '../../../shared/contract/market.ts';
import type { Order, PlanOrder } from '../../../shared/contract/orders.ts';
import type { HistoryList } from '../../../shared/orders/history.ts';
import { ArchiveScreen } from '../../domain/orders/archive/ArchiveScreen.tsx';
import type { ListDefinition, ShownList } from '../../domain/orders/archive/list-definition.ts';
import { SummaryBar } from '../../domain/orders/archive/SummaryBar.tsx';
import { AfterFees } from '../../domain/orders/fees/AfterFees.tsx';
import { tradeResultText } from '../../domain/orders/trade-pnl.ts';
import { OrderPlanLink } from '../../domain/plans/chain/OrderPlanLink.tsx';
import { useOrderPlans } from '../../domain/plans/chain/order-plans.ts';
import { PlanLifeSection } from '../../domain/plans/lives/PlanLifeSection.tsx';
import { client, request } from '../../platform/client.ts';
import { useGoTo } from '../../platform/navigation/go-to.ts';
import { useText } from '../../text/use-text.ts';
import { CurrencySums, PnlFigures } from '../../ui/screen/CurrencySums.tsx';
import { quantityText } from '../../ui/text/figures.ts';
import { endedColumn, exportFields, fieldsOfColumn, type HistoryExportField, historySort } from './history-fields.ts';
import { OrderExecutionSection } from './OrderExecutionSection.tsx';
import { makeOrderHistoryColumns } from './order-history-columns.ts';
import { PlanChainSection } from './PlanChainSection.tsx';
import { PlanOutcomes } from './PlanOutcomes.tsx';
import { makePlanHistoryColumns } from './plan-history-columns.ts';
import { RowChanges } from './RowChanges.tsx';

type HistoryDefinition<List extends HistoryList, Row extends Order | PlanOrder> = ListDefinition<
  List,
  Row,
  HistorySort,
  HistoryExportField
>;

/** Returns what the histories share. */
function common<List extends HistoryList>(list: List) {
  return {
    list,
    timeColumn: 'createdAt',
    exportRows: (query, signal) => client.exportHistory({ ...query, list }, signal),
    sortOf: (sorting) => historySort(sorting, list),
    // The side also says whether the order opens or closes.
    fieldsOfColumn: (column) => (column === 'side' ? ['side', 'action', 'kind'] : fieldsOfColumn(column, list)),
    exportFields: (columns, text, hasRates) => exportFields(columns, list, text, hasRates),
  } satisfies Partial<HistoryDefinition<List, Order | PlanOrder>>;
}

const orders: HistoryDefinition<'order-history', Order> = {
  ...common('order-history'),
  read: client.readOrderHistory,
  makeColumns: makeOrderHistoryColumns,
  notices: ({ empty, history }) => ({
    empty: { what: empty.orders, next: empty.ordersNext },
    noneFits: { what: history.noneFits, next: history.noneFitsNext },
  }),
};

const plans: HistoryDefinition<'plan-history', PlanOrder> = {
  ...common('plan-history'),
  timeColumn: endedColumn,
  read: client.readPlanHistory,
  makeColumns: makePlanHistoryColumns,
  notices: ({ empty, history }) => ({
    empty: { what: empty.plans, next: empty.plansNext },
    noneFits: { what: history.noPlansFit, next: history.noneFitsNext },
  }),
};

export function OrderHistoryScreen({ account }: { account: AccountSummary }) {
  return <HistoryScreen definition={orders} account={account} />;
}

export function PlanHistoryScreen({ account }: { account: AccountSummary }) {
  return <HistoryScreen definition={plans} account={account} />;
}

interface TradeOfOrderProps {
  account: string;
  order: Order;
  rules: SymbolRules | undefined;
}

/** Leads from an order to the trade that it belongs to. Renders nothing for an order that has executed nothing. */
function TradeOfOrder({ account, order, rules }: TradeOfOrderProps) {
  const text = useText();
  const goTo = useGoTo();
  const { data } = useQuery({
    queryKey: ['trade-of-order', account, order.key, order.raw],
    queryFn: ({ signal }) => request('readTradeOrders', { account, key: order.key, from: 0, count: 1 }, signal),
    gcTime: 0,
  });
  const [first] = data?.orders ?? [];
  if (!data?.trade || first === undefined) return null;
  const { trade } = data;
  const side = trade.side === null ? text.trades.incomplete : text.trades.sides[trade.side];
  const size = quantityText(trade.largestSize, rules, text);
  // A search for the ID of an order finds the trade of the order.
  const filter = { text: first.order.id, symbols: [trade.symbol], marginModes: [trade.marginMode] };
  return (
    <p className="panel-section">
      <button
        type="button"
        className="chain-link"
        onClick={() => goTo({ kind: 'list', account, list: 'trades', filter })}
      >
        {text.picture.tradeOf(side, size, tradeResultText(trade, text) || text.none)}
      </button>
    </p>
  );
}

/** Leads from an order to the plan order that has probably placed it. Renders nothing if none is found. */
function PlanOfOrder({ account, order }: { account: string; order: Order }) {
  const found = useOrderPlans(account, [order.key], order.raw).get(order.key);
  return found ? (
    <p className="panel-section">
      <OrderPlanLink account={account} found={found} />
    </p>
  ) : null;
}

interface HistoryScreenProps<List extends HistoryList, Row extends Order | PlanOrder> {
  definition: HistoryDefinition<List, Row>;
  account: AccountSummary;
}

function HistoryScreen<List extends HistoryList, Row extends Order | PlanOrder>(props: HistoryScreenProps<List, Row>) {
  const { definition, account } = props;
  const { list } = definition;
  return (
    <ArchiveScreen
      definition={definition}
      account={account}
      details={(row, { account: own }, rulesOf) => (
        <>
          {'takeProfit' in row && <PlanChainSection account={own} plan={row} rules={rulesOf(row.symbol)} />}
          {list === 'plan-history' && <PlanLifeSection account={own} row={row} rules={rulesOf(row.symbol)} />}
          {'pnl' in row && <TradeOfOrder account={own} order={row} rules={rulesOf(row.symbol)} />}
          {'pnl' in row && <PlanOfOrder account={own} order={row} />}
          {'pnl' in row && <OrderExecutionSection account={own} order={row} rules={rulesOf(row.symbol)} />}
          <RowChanges account={own} list={list} row={row} />
        </>
      )}
      summary={(shown) => <HistorySummaryLine list={list} shown={shown} />}
    />
  );
}

interface HistorySummaryLineProps {
  list: HistoryList;
  shown: ShownList<HistoryFilter>;
}

/** The exact sums of the filtered history. */
function HistorySummaryLine({ list, shown }: HistorySummaryLineProps) {
  const { summary: words, columns } = useText();
  return (
    <SummaryBar
      list={list}
      shown={shown}
      read={(query, signal) => request('summarizeHistory', { ...query, list }, signal)}
      {...(list === 'order-history' ? { basis: { label: words.basis, explained: words.basisExplained } } : {})}
    >
      {(summary, earlier) => (
        <>
          <Counts list={list} summary={summary} shown={shown} />
          {list === 'plan-history' && <PlanOutcomes shown={shown} />}
          <CurrencySums sums={summary.pnl}>
            {(pnl) => (
              <span className="summary-part" data-quote={pnl.quote}>
                <PnlFigures
                  pnl={pnl}
                  label={columns.pnl}
                  isCertain={summary.unknownPnl === 0}
                  after={<AfterFees pnl={pnl.sum} fees={pnl.fees} />}
                  earlier={
                    earlier && {
                      name: earlier.name,
                      sum: earlier.summary.pnl.find(({ quote }) => quote === pnl.quote)?.sum ?? null,
                    }
                  }
                />
              </span>
            )}
          </CurrencySums>
        </>
      )}
    </SummaryBar>
  );
}

interface CountsProps extends HistorySummaryLineProps {
  summary: HistorySummary;
}

/** The numbers of rows. That of the failed plan orders leads to them. */
function Counts({ list, summary, shown: { account, filter } }: CountsProps) {
  const text = useText();
  const goTo = useGoTo();
  const orders = list === 'order-history';
  const others = summary.rows - summary.filled - summary.canceled - summary.failed;
  return (
    <span className="summary-part">
      <strong>{orders ? text.summary.orders(summary.rows) : text.summary.plans(summary.rows)}</strong>
      <span>{orders ? text.summary.filled(summary.filled) : text.summary.executed(summary.filled)}</span>
      <span>{text.summary.canceled(summary.canceled)}</span>
      {!orders && (
        <button
          type="button"
          className="status-button"
          onClick={() => goTo({ kind: 'list', account, list, filter: { ...filter, statuses: ['failed'] } })}
        >
          {text.summary.failed(summary.failed)}
        </button>
      )}
      {others > 0 && <span>{text.summary.others(others)}</span>}
      {summary.unknownPnl > 0 && (
        <span title={text.summary.unknownPnlExplained}>{text.summary.unknownPnl(summary.unknownPnl)}</span>
      )}
    </span>
  );
}
