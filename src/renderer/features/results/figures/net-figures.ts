import type { Fees } from '../../../../shared/orders/fees.ts';
import { signOf } from '../../../../shared/values/decimal.ts';
import type { Decimal } from '../../../../shared/values/domain.ts';
import type { Text } from '../../../text/use-text.ts';
import type { Tone } from '../../../ui/table/column.ts';
import { estimatedFigure, type Figure, moneyFigure, signTone } from '../../../ui/text/figures.ts';
import { netEnds } from './parts.ts';

/** A PnL and its estimated fees, if the rates of the account are known. */
export interface NetPart {
  readonly pnl: Decimal;
  readonly fees?: Fees | undefined;
}

/** Returns what is left of a PnL after its estimated fees, or the exact PnL without fees. */
export function netFigure(part: NetPart, text: Text): Figure {
  return part.fees === undefined ? moneyFigure(part.pnl, text) : estimatedFigure(netEnds(part), text);
}

/** Returns the color of `netFigure`; muted unless the sign is certain. */
export function netTone(part: NetPart): Tone | undefined {
  return endsTone(netEnds(part), part.fees);
}

/** Fees that are not in the estimate may make a gain a loss. */
function endsTone([low, high = low]: readonly [Decimal, Decimal?], fees: Fees | undefined): Tone | undefined {
  const tone = signOf(low) === signOf(high) ? signTone(low) : 'muted';
  return tone === 'up' && (fees?.unpriced ?? 0) > 0 ? 'muted' : tone;
}

/** The ends of a figure that was calculated after fees, of which there are one or two. */
export function endsOf([low = '0', high = low]: readonly Decimal[]): readonly [Decimal, Decimal] {
  return [low, high];
}

/** Returns the color of a figure after fees, or of the figure before them if there is none. `fees`: those of all its trades. */
export function toneAfter(
  value: Decimal | null,
  after: readonly Decimal[] | undefined,
  fees: Fees | undefined,
): Tone | undefined {
  return after === undefined ? signTone(value) : endsTone(endsOf(after), fees);
}

/** Returns what is left after fees with the whole PnL and the orders that are not in the estimate, for a tooltip; `undefined` without fees. */
export function netExplained({ pnl, fees }: NetPart, text: Text): string | undefined {
  if (fees === undefined) return undefined;
  const before = text.fees.before(moneyFigure(pnl, text).shown);
  return fees.unpriced === 0 ? before : text.clauses(before, text.fees.without(fees.unpriced));
}
