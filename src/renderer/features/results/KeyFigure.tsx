import { Children, type ReactNode } from 'react';
import type { Fees } from '../../../shared/orders/fees.ts';
import { openSettings } from '../../platform/settings/settings-part.ts';
import { type Text, useText } from '../../text/use-text.ts';
import { Hint } from '../../ui/controls/Hint.tsx';
import { moneyFigure } from '../../ui/text/figures.ts';
import type { NetPart } from './figures/net-figures.ts';

interface KeyFigureProps {
  name: string;
  /** Lines for below the figure, the most important first. The figure has room for one, and the others are behind the mark. */
  below?: readonly ReactNode[];
  /** Lines behind the mark, such as a definition or a doubt. */
  notes?: readonly ReactNode[];
  isUncertain?: boolean;
  children: ReactNode;
}

/** A figure above the charts with at most one line below it. Everything else is behind a mark beside its name. */
export function KeyFigure({ name, below = [], notes = [], isUncertain, children }: KeyFigureProps) {
  const text = useText();
  const [first, ...others] = Children.toArray(below);
  const behind = Children.toArray([...others, ...notes]);
  return (
    <div className="results-total">
      <dt>
        {name}
        {behind.length > 0 && (
          <Hint label={text.results.about(name)}>
            {behind.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no names, and no state
              <p key={index}>{line}</p>
            ))}
          </Hint>
        )}
      </dt>
      <dd data-uncertain={isUncertain || undefined}>{children}</dd>
      {first !== undefined && <dd className="figure-below">{first}</dd>}
    </div>
  );
}

/** Returns a sum before fees, for below the one after them. Without rates, the way to enter those of `account`; `null` for several accounts. */
export function beforeFees({ pnl, fees }: NetPart, account: string | null, text: Text): ReactNode {
  if (fees !== undefined) return text.fees.before(moneyFigure(pnl, text).shown);
  if (account === null) return null;
  return (
    <button type="button" className="status-button" onClick={() => openSettings('fees')}>
      {text.fees.enterRates}
    </button>
  );
}

/** Returns what an estimate of fees is, and which orders it leaves out. */
export function feeNotes(fees: Fees | undefined, text: Text): string[] {
  if (fees === undefined) return [];
  return [...(fees.unpriced > 0 ? [text.fees.without(fees.unpriced)] : []), text.fees.explained];
}
