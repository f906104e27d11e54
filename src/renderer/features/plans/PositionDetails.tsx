import type { ReactNode } from 'react';
import type { SymbolRules } from '../../../shared/contract/market.ts';
import { missingFrom } from '../../../shared/risk/position-book.ts';
import type { ClosingOrder, Cover, Protection } from '../../../shared/risk/protection.ts';
import type { WaitingOrder } from '../../../shared/risk/waiting.ts';
import { formatTimestamp } from '../../../shared/time/time.ts';
import type { Decimal } from '../../../shared/values/domain.ts';
import { isTold } from '../../../shared/values/told.ts';
import { sessionPrices } from '../../domain/market/live/live.ts';
import { latestCrossings } from '../../domain/market/session/crossings.ts';
import { Sparkline } from '../../domain/market/session/Sparkline.tsx';
import { wordFor } from '../../domain/orders/words.ts';
import { ContractSizeSection } from '../../domain/plans/positions/ContractSizeSection.tsx';
import type { PositionRow } from '../../domain/plans/positions/position-row.ts';
import {
  agreementText,
  alarmText,
  closingText,
  coverText,
  noStopText,
} from '../../domain/plans/positions/risk-words.ts';
import { useTimeZone } from '../../platform/settings/settings.ts';
import { useText } from '../../text/use-text.ts';
import { FigureText } from '../../ui/controls/FigureText.tsx';
import { Hint } from '../../ui/controls/Hint.tsx';
import { DetailPanel } from '../../ui/screen/DetailPanel.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import { estimateTone, moneyEstimate, percentEstimate } from '../../ui/text/estimates.ts';
import { priceText } from '../../ui/text/figures.ts';
import { RenamedSymbol } from './RenamedSymbol.tsx';

interface PositionDetailsProps {
  row: PositionRow;
  /** Shown below the figures. */
  ladder: ReactNode;
  columns: readonly TableColumn<PositionRow>[];
  rules: SymbolRules | undefined;
  /** Opens the details of a plan order. */
  onPlan: (key: string) => void;
  onClose: () => void;
}

/** The details of a position: its figures, and the orders that may close it. */
export function PositionDetails({ row, ladder, columns, rules, onPlan, onClose }: PositionDetailsProps) {
  const text = useText();
  const { protection } = row;
  const missing = missingFrom(row);
  const problem =
    missing !== null
      ? text.openPositions.missing[missing]
      : !row.isListed
        ? text.openPositions.notListed(row.symbol)
        : row.isUncertain
          ? agreementText(row, text)
          : null;
  const alarm = alarmText(row, rules, text);
  const agreement = problem === null ? agreementText(row, text) : null;
  const { contract } = row;
  const contractSize = contract && (
    <ContractSizeSection account={row.account} symbol={row.symbol} contract={contract} />
  );
  // The figures above lack it, or rest on what the user has typed.
  const isSizeFirst = contract && (contract.typed !== null || !isTold(contract.size));
  return (
    <DetailPanel
      row={row}
      columns={columns}
      onClose={onClose}
      lead={
        <>
          {problem !== null && <p className="detail-note">{problem}</p>}
          {alarm !== null && <p className="detail-note">{alarm}</p>}
          <RenamedSymbol row={row} />
        </>
      }
    >
      {isSizeFirst && contractSize}
      <SessionSection row={row} rules={rules} />
      {ladder}
      {protection && <ProtectionSections protection={protection} rules={rules} onPlan={onPlan} />}
      {!isSizeFirst && contractSize}
      {agreement !== null && <p className="panel-section form-hint">{agreement}</p>}
    </DetailPanel>
  );
}

/** The prices since the program was started, and when they crossed the entry, the stops and the targets. */
function SessionSection({ row, rules }: Pick<PositionDetailsProps, 'row' | 'rules'>) {
  const text = useText();
  const zone = useTimeZone();
  const { account, symbol, protection } = row;
  const entryPrice = missingFrom(row) === null ? row.entryPrice : null;
  const prices = sessionPrices(account, 'futures-tickers');
  const points = prices.of(symbol);
  const words = text.cockpit.levels;
  const orders = (cover: Cover | undefined): Decimal[] => cover?.orders.map(({ level }) => level) ?? [];
  const names = new Map<Decimal, string>([
    ...orders(protection?.targets).map((level) => [level, words.target] as const),
    ...orders(protection?.stops).map((level) => [level, words.stop] as const),
    ...(entryPrice === null ? [] : [[entryPrice, words.entry] as const]),
  ]);
  const crossings = latestCrossings(points, [...names.keys()]);
  return (
    <section className="panel-section" aria-label={text.tickers.session}>
      <h3>{text.tickers.session}</h3>
      <Sparkline
        key={symbol}
        account={account}
        market="futures"
        symbol={symbol}
        points={points}
        gaps={prices.gaps}
        showPrice={(price) => priceText(price, rules, text)}
      />
      {crossings.map(({ level, at, isRise }) => (
        <p key={level} className="position-note">
          {text.cockpit.crossed(
            `${names.get(level) ?? ''} ${priceText(level, rules, text)}`,
            formatTimestamp(at, zone).slice(11),
            isRise,
          )}
        </p>
      ))}
    </section>
  );
}

interface SectionProps {
  rules: SymbolRules | undefined;
  onPlan: (key: string) => void;
}

function ProtectionSections({ protection, rules, onPlan }: SectionProps & { protection: Protection }) {
  const text = useText();
  const words = text.risk;
  const { stops, targets, unclear } = protection;
  return (
    <>
      <CoverSection
        title={words.stops}
        hint={words.careful}
        none={noStopText(protection, text)}
        cover={stops}
        rules={rules}
        onPlan={onPlan}
      />
      <CoverSection title={words.targets} none={words.noTarget} cover={targets} rules={rules} onPlan={onPlan} />
      {unclear.length > 0 && (
        <section className="panel-section" aria-label={words.unclear}>
          <h3>{words.unclear}</h3>
          <ul className="position-orders">
            {unclear.map(({ order, reason }) => (
              <OrderLine key={order.key} order={order} rules={rules} onPlan={onPlan}>
                {words.reasons[reason]}
              </OrderLine>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

interface CoverSectionProps extends SectionProps {
  title: string;
  hint?: string;
  none: string;
  cover: Cover;
}

function CoverSection({ title, hint, none, cover, ...rest }: CoverSectionProps) {
  const text = useText();
  const words = text.risk;
  const { result, fromNow } = cover.all;
  return (
    <section className="panel-section" aria-label={title}>
      <h3>
        {title}
        {hint !== undefined && <Hint>{hint}</Hint>}
      </h3>
      {cover.orders.length === 0 ? (
        <p className="position-note">{none}</p>
      ) : (
        <p className="position-note">
          {coverText(cover, text)}
          {result && (
            <>
              {' · '}
              {words.result}{' '}
              <span data-tone={estimateTone(result)}>
                <FigureText figure={moneyEstimate(result, text)} />
              </span>
            </>
          )}
          {fromNow && (
            <>
              {' · '}
              {words.fromNow} <FigureText figure={moneyEstimate(fromNow, text)} />
            </>
          )}
        </p>
      )}
      <ul className="position-orders">
        {cover.orders.map((each) => (
          <ClosingLine key={each.order.key} closing={each} {...rest} />
        ))}
      </ul>
    </section>
  );
}

function ClosingLine({ closing, rules, onPlan }: SectionProps & { closing: ClosingOrder }) {
  const text = useText();
  const { order, percent } = closing;
  return (
    <OrderLine order={order} rules={rules} onPlan={onPlan}>
      {closingText(closing, rules, text)}
      {percent && (
        <>
          {' · '}
          <FigureText figure={percentEstimate(percent, text)} />
        </>
      )}
    </OrderLine>
  );
}

/** A waiting order, with remarks on it as children. A plan order leads to its details. */
function OrderLine({ order, rules, onPlan, children }: SectionProps & { order: WaitingOrder; children: ReactNode }) {
  const text = useText();
  const { key, side, trigger, price } = order;
  const condition = trigger
    ? `${wordFor(trigger.direction, text.direction, text)} ${priceText(trigger.price, rules, text)}`
    : `${text.risk.waitingOrder} ${priceText(price, rules, text)}`;
  const label = side === null ? condition : `${text.side[side]} · ${condition}`;
  return (
    <li className="position-order">
      {trigger ? (
        <button type="button" className="position-plan" onClick={() => onPlan(key)}>
          {label}
        </button>
      ) : (
        <span>{label}</span>
      )}
      <span className="position-order-more">{children}</span>
    </li>
  );
}
