import { Popover } from '@base-ui/react/popover';
import { Fragment, type ReactNode } from 'react';
import type { PnlSummary } from '../../../shared/contract/history.ts';
import { difference } from '../../../shared/values/decimal.ts';
import type { Decimal } from '../../../shared/values/domain.ts';
import { useText } from '../../text/use-text.ts';
import { FigureText } from '../controls/FigureText.tsx';
import { moneyFigure, plainText, signTone } from '../text/figures.ts';

/** Number of currencies in the line. A popover shows the others. */
const maxInLine = 2;

interface CurrencySumsProps<Sum extends { quote: string }> {
  sums: readonly Sum[];
  /** Returns the figures of one currency. */
  children: (sum: Sum) => ReactNode;
}

/** The sums of a list by quote currency, because amounts of different currencies are never added. */
export function CurrencySums<Sum extends { quote: string }>({ sums, children }: CurrencySumsProps<Sum>) {
  const text = useText();
  const more = sums.slice(maxInLine);
  const draw = (sum: Sum): ReactNode => <Fragment key={sum.quote}>{children(sum)}</Fragment>;
  return (
    <>
      {sums.slice(0, maxInLine).map(draw)}
      {more.length > 0 && (
        <Popover.Root>
          <Popover.Trigger className="status-button">{text.summary.more(more.length)}</Popover.Trigger>
          <Popover.Portal>
            <Popover.Positioner className="popup-positioner" sideOffset={8} side="top" align="start">
              <Popover.Popup className="popup summary-popup">{more.map(draw)}</Popover.Popup>
            </Popover.Positioner>
          </Popover.Portal>
        </Popover.Root>
      )}
    </>
  );
}

/** An exact amount, colored by its sign unless the sign is not certain; a dash for `null`. */
export function SumText({ value, isCertain = true }: { value: Decimal | null; isCertain?: boolean }) {
  const text = useText();
  return (
    <span data-tone={isCertain ? signTone(value) : undefined}>
      <FigureText figure={moneyFigure(value, text)} />
    </span>
  );
}

/** The sum of earlier days, which have that name; `null` if they have none in the currency. */
export interface EarlierSum {
  name: string;
  sum: Decimal | null;
}

interface PnlFiguresProps {
  pnl: PnlSummary;
  label: string;
  /** Shown after the sum. */
  after?: ReactNode;
  /** A tooltip of the average. */
  ofAverage?: string | undefined;
  /** With which the sum is compared. */
  earlier?: EarlierSum | null;
  /** False if the sum may lack a PnL. Default: true. */
  isCertain?: boolean;
}

/** The sum of a currency with wins, losses and averages. */
export function PnlFigures({ pnl, label, after, ofAverage, earlier = null, isCertain = true }: PnlFiguresProps) {
  const text = useText();
  return (
    <>
      <span className="summary-sum">
        {label}{' '}
        <strong>
          <SumText value={pnl.sum} isCertain={isCertain} />
        </strong>{' '}
        {pnl.quote}
      </span>
      {after}
      {earlier && earlier.sum !== null && (
        <span title={text.labeled(earlier.name, text.results.amount(moneyFigure(earlier.sum, text).shown, pnl.quote))}>
          <SumText value={difference(earlier.sum, pnl.sum)} /> {text.results.compare.with(earlier.name)}
        </span>
      )}
      <span>{text.summary.wins(pnl.wins)}</span>
      <span>{text.summary.losses(pnl.losses)}</span>
      {pnl.winRate !== null && <span>{text.summary.winRate(plainText(pnl.winRate, text))}</span>}
      {pnl.average !== null && (
        <span title={ofAverage}>
          {text.summary.average} <SumText value={pnl.average} isCertain={isCertain} />
        </span>
      )}
      {pnl.best !== null && (
        <span>
          {text.summary.best} <SumText value={pnl.best} />
        </span>
      )}
      {pnl.worst !== null && (
        <span>
          {text.summary.worst} <SumText value={pnl.worst} />
        </span>
      )}
    </>
  );
}
