import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SymbolRules } from '../../../shared/contract/market.ts';
import type { Order, PlanOrder } from '../../../shared/contract/orders.ts';
import type { PlanChain } from '../../../shared/contract/plans.ts';
import type { Trade } from '../../../shared/contract/trades.ts';
import { maxChainOrders } from '../../../shared/orders/history.ts';
import { formatTimestamp } from '../../../shared/time/time.ts';
import { withoutZero } from '../../../shared/values/decimal.ts';
import { boundWarning } from '../../domain/orders/order-columns.ts';
import { tradeResultText } from '../../domain/orders/trade-pnl.ts';
import { sideAndKind } from '../../domain/orders/words.ts';
import { fillTimeText, slippageText } from '../../domain/plans/chain/execution-words.ts';
import { request } from '../../platform/client.ts';
import { useGoTo } from '../../platform/navigation/go-to.ts';
import { keepWhile } from '../../platform/query-client.ts';
import { useTimeZone } from '../../platform/settings/settings.ts';
import { useText } from '../../text/use-text.ts';
import { idsFilter } from '../../ui/filter/list-filter.ts';
import { priceText, quantityText } from '../../ui/text/figures.ts';
import '../../domain/orders/changes.css';
import '../../domain/plans/chain/chain.css';

/** Milliseconds between two reads, because the order of a plan order, and what it executes, may come later. */
const readIntervalMs = 15_000;
/** The same while an executed plan order has no order yet: the newest orders are being read. */
const noneIntervalMs = 3000;

interface PlanChainSectionProps {
  account: string;
  plan: PlanOrder;
  rules: SymbolRules | undefined;
}

/** The order that an executed plan order has probably placed, or what can be checked of a failed one. Renders nothing for another one. */
export function PlanChainSection({ account, plan, rules }: PlanChainSectionProps) {
  const text = useText();
  const words = text.planChain;
  const { key, raw, status } = plan;
  const isFailed = status === 'failed';
  const isShown = isFailed || status === 'partially-executed' || status === 'fully-executed';
  const { data, isError } = useQuery({
    queryKey: ['plan-chain', account, key, raw],
    enabled: isShown,
    queryFn: ({ signal }) => request('readPlanChain', { account, key }, signal),
    placeholderData: keepWhile(['plan-chain', account, key]),
    refetchInterval: ({ state }) => (!isFailed && state.data?.orders.length === 0 ? noneIntervalMs : readIntervalMs),
    gcTime: 0,
  });
  if (!isShown) return null;
  if (isError) return <p className="panel-section form-hint">{words.failed}</p>;
  if (!data) return null;
  const title = isFailed ? words.whyFailed : words.title;
  return (
    <section className="panel-section" aria-label={title}>
      <h3>{title}</h3>
      {isFailed ? (
        <FailedPlan account={account} plan={plan} around={data.around} rules={rules} />
      ) : (
        <PlacedOrders account={account} plan={plan} chain={data} rules={rules} />
      )}
    </section>
  );
}

function PlacedOrders({ chain, ...rest }: PlanChainSectionProps & { chain: PlanChain }) {
  const words = useText().planChain;
  const { orders, window } = chain;
  const [only, ...others] = orders;
  if (!only) return <p className="form-hint">{words.none}</p>;
  const how =
    others.length === 0
      ? window.isSeen
        ? words.probably
        : words.probablyUnseen
      : words.oneOf(orders.length, orders.length === maxChainOrders);
  return (
    <>
      <ol className="changes">
        {orders.map((each) => (
          <PlacedOrder key={each.order.key} {...rest} placed={each} />
        ))}
      </ol>
      <p className="form-hint">{how}</p>
    </>
  );
}

function PlacedOrder({
  account,
  plan,
  rules,
  placed: { order, trade, execution },
}: PlanChainSectionProps & { placed: PlanChain['orders'][number] }) {
  const text = useText();
  const words = text.planChain;
  const filled = withoutZero(order.averagePrice);
  const hasLimit = plan.kind !== 'market' && withoutZero(plan.price) !== null;
  return (
    <li className="change">
      <OrderLink account={account} order={order} />
      <dl>
        {filled !== null && (
          <>
            <Fact name={text.columns.averagePrice}>{priceText(filled, rules, text)}</Fact>
            <Fact name={words.againstTrigger}>{slippageText(order, plan.triggerPrice, text) ?? text.none}</Fact>
            {hasLimit && <Fact name={words.againstLimit}>{slippageText(order, plan.price, text) ?? text.none}</Fact>}
            <Fact name={words.filledAfter}>{fillTimeText(order, execution, text)}</Fact>
          </>
        )}
        {trade && (
          <Fact name={words.trade}>
            <TradeLink account={account} trade={trade} rules={rules} />
          </Fact>
        )}
      </dl>
    </li>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="change-field">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function OrderLink({ account, order }: { account: string; order: Order }) {
  const text = useText();
  const zone = useTimeZone();
  const goTo = useGoTo();
  return (
    <button
      type="button"
      className="chain-link"
      onClick={() =>
        goTo({ kind: 'list', account, list: 'order-history', filter: idsFilter(account, [order.id], order) })
      }
    >
      {text.clauses(sideAndKind(order, text), formatTimestamp(order.createdAt, zone))}
    </button>
  );
}

function TradeLink({ account, trade, rules }: { account: string; trade: Trade; rules: SymbolRules | undefined }) {
  const text = useText();
  const goTo = useGoTo();
  const { symbol, marginMode, side, openedAt, largestSize } = trade;
  const show = (): void => {
    const opened = { since: openedAt, before: openedAt + 1 };
    const filter = {
      symbols: [symbol],
      marginModes: [marginMode],
      ...(side === null ? {} : { sides: [side] }),
      opened,
    };
    goTo({ kind: 'list', account, list: 'trades', filter });
  };
  const size = largestSize === null ? '' : quantityText(largestSize, rules, text);
  const held = side === null ? text.none : text.openPositions.held(text.trades.sides[side], size);
  const result = tradeResultText(trade, text);
  return (
    <button type="button" className="chain-link" onClick={show}>
      {result === '' ? held : text.clauses(held, result)}
    </button>
  );
}

interface FailedPlanProps extends PlanChainSectionProps {
  around: PlanChain['around'];
}

/** What can be checked of a failed plan order: the trading rules, the position, and other orders at that time. */
function FailedPlan({ account, plan, around, rules }: FailedPlanProps) {
  const text = useText();
  const words = text.planChain;
  const bounds = [
    boundWarning('quantity', plan.quantity, rules, text),
    boundWarning('price', plan.price, rules, text),
    boundWarning('triggerPrice', plan.triggerPrice, rules, text),
  ].filter((warning) => warning !== null);
  return (
    <>
      <p>{words.noReason}</p>
      <ul className="changes">
        {rules === undefined ? (
          <li className="change">{words.noRules}</li>
        ) : bounds.length === 0 ? (
          <li className="change">{words.rulesFit}</li>
        ) : (
          bounds.map((warning) => (
            <li key={warning} className="change" data-tone="warning">
              {warning}
            </li>
          ))
        )}
        {around === null ? (
          <li className="change">{words.unseen}</li>
        ) : (
          <>
            <li className="change">
              {around.couldClose ? words.couldClose : around.couldAdd ? words.couldAdd : words.noPosition}
            </li>
            <li className="change">
              {around.orders.length === 0 ? words.noOrders : words.orders(around.orders.length)}
              {around.orders.map((order) => (
                <div key={order.key}>
                  <OrderLink account={account} order={order} />
                </div>
              ))}
            </li>
          </>
        )}
      </ul>
    </>
  );
}
