import type { Position } from '../../../../shared/contract/trades.ts';
import { exactly } from '../../../../shared/risk/estimate.ts';
import { pricePlaces, riskPositionOf } from '../../../../shared/risk/held-position.ts';
import { missingFrom } from '../../../../shared/risk/position-book.ts';
import { positionFigures } from '../../../../shared/risk/position-figures.ts';
import { formatTimestamp } from '../../../../shared/time/time.ts';
import type { Decimal } from '../../../../shared/values/domain.ts';
import { positionTone } from '../../../domain/orders/words.ts';
import { ContractSizeSection } from '../../../domain/plans/positions/ContractSizeSection.tsx';
import { missingHistory } from '../../../domain/plans/positions/position-words.ts';
import { usePositions } from '../../../domain/plans/positions/positions.ts';
import { useTimeZone } from '../../../platform/settings/settings.ts';
import { useText } from '../../../text/use-text.ts';
import { type PrecisionOf, percentText, priceText, quantityText, signTone } from '../../../ui/text/figures.ts';

interface PositionSectionProps {
  account: string;
  symbol: string;
  last: Decimal | null;
  precisionOf: PrecisionOf;
}

/** The account's open positions of the symbol, derived from its orders. */
export function PositionSection({ account, symbol, last, precisionOf }: PositionSectionProps) {
  const text = useText();
  const zone = useTimeZone();
  const { book, history, hasFailed } = usePositions(account);
  const words = text.openPositions;
  const positions = book.positions.filter((position) => position.symbol === symbol);
  const missing = missingHistory(history, zone, text);
  const isHeld = positions.length > 0;
  const contract = isHeld ? book.contractOf(symbol) : undefined;
  return (
    <>
      <section className="panel-section" aria-label={words.mine}>
        <h3>{words.mine}</h3>
        {hasFailed && <p className="panel-note">{words.failed}</p>}
        {!book.isRead && !hasFailed && <p className="panel-note">{words.reading}</p>}
        {book.isRead && positions.length === 0 && missing.length === 0 && <p className="panel-note">{words.noneOf}</p>}
        <ul className="panel-rows">
          {positions.map((position) => (
            <li key={position.trade} className="panel-order panel-position">
              <PositionLine position={position} last={last} precision={precisionOf(symbol)} zone={zone} />
            </li>
          ))}
        </ul>
        {missing.map((note) => (
          <p key={note} className="panel-note">
            {note}
          </p>
        ))}
        {isHeld && <p className="panel-note">{words.derived}</p>}
      </section>
      {contract && <ContractSizeSection account={account} symbol={symbol} contract={contract} />}
    </>
  );
}

interface PositionLineProps {
  position: Position;
  last: Decimal | null;
  precision: ReturnType<PrecisionOf>;
  zone: string;
}

function PositionLine({ position, last, precision, zone }: PositionLineProps) {
  const text = useText();
  const words = text.openPositions;
  const { side, marginMode, quantity, entryPrice, since } = position;
  const missing = missingFrom(position);
  const held = riskPositionOf(position, null, pricePlaces(entryPrice, last));
  const pnl = positionFigures(held, last === null ? null : exactly(last)).pnlPercent?.value ?? null;
  return (
    <>
      <span>
        <span data-tone={positionTone(side)}>{text.trades.sides[side]}</span> · {text.marginModes[marginMode]}
      </span>
      {missing === null ? (
        <>
          <span>{words.sizeOf(quantityText(quantity, precision, text))}</span>
          <span className="panel-order-more">
            {words.entryOf(priceText(entryPrice, precision, text))}
            {pnl !== null && (
              <span className="panel-pnl" data-tone={signTone(pnl)} title={words.pnlPercentExplained}>
                {words.pnlOf(percentText(pnl, text))}
              </span>
            )}
          </span>
          <span className="panel-order-more">{words.sinceOf(formatTimestamp(since, zone).slice(0, 16))}</span>
        </>
      ) : (
        <span className="panel-order-more">{words.missing[missing]}</span>
      )}
    </>
  );
}
