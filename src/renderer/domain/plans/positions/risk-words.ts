import type { SymbolRules } from '../../../../shared/contract/market.ts';
import type { Position } from '../../../../shared/contract/trades.ts';
import { missingFrom } from '../../../../shared/risk/position-book.ts';
import { type ClosingOrder, type Cover, hasStop, type Protection } from '../../../../shared/risk/protection.ts';
import { compareDecimals, signOf } from '../../../../shared/values/decimal.ts';
import type { Decimal } from '../../../../shared/values/domain.ts';
import { isTold } from '../../../../shared/values/told.ts';
import type { Text } from '../../../text/use-text.ts';
import { decimalText, type Figure, plainFigure, priceText, quantityText } from '../../../ui/text/figures.ts';
import type { PositionRow } from './position-row.ts';

/** Returns the nearest stop with the share that stops cover. Without one, that none was found, or that there may be one. */
export function stopText(row: PositionRow, rules: SymbolRules | undefined, text: Text): Figure {
  const { protection } = row;
  if (protection === null) return plainFigure(text.none);
  const { stops } = protection;
  const [nearest] = stops.orders;
  if (!nearest) {
    const shown = isTold(hasStop(protection)) ? text.risk.noStop : text.risk.mayStop;
    return { shown, full: text.sentences(noStopText(protection, text), alarmText(row, rules, text) ?? '') };
  }
  const price = priceText(nearest.level, rules, text);
  const isAll = compareDecimals(stops.all.percent, '100') === 0;
  const shown = isAll ? price : text.risk.covers(price, wholePercentText(stops.all.percent));
  const alarm = alarmText(row, rules, text);
  const full = text.clauses(shown, coverText(stops, text));
  return { shown, full: alarm === null ? full : text.sentences(`${full}.`, alarm) };
}

/** Returns, in a sentence, that a position without a stop has none, or why that cannot be told. */
export function noStopText(protection: Protection, text: Text): string {
  if (isTold(hasStop(protection))) return text.risk.noStopExplained;
  const doubtful = doubtfulStops(protection);
  const reasons = new Set(doubtful.map(({ reason }) => text.risk.reasons[reason]));
  return text.risk.mayStopExplained(doubtful.length, text.enumerated([...reasons]));
}

function doubtfulStops({ unclear }: Protection): Protection['unclear'] {
  return unclear.filter(({ mayStop }) => mayStop);
}

/** Returns why the stops of a position need a look, in a sentence; `null` if they do not. */
export function alarmText(
  { alarm }: Pick<PositionRow, 'alarm'>,
  rules: SymbolRules | undefined,
  text: Text,
): string | null {
  if (alarm === null) return null;
  if (alarm.kind === 'in-range') return text.risk.stopInRange;
  const { plan, kind } = alarm;
  return text.risk.stopLost[kind](quantityText(plan.quantity, rules, text), priceText(plan.triggerPrice, rules, text));
}

/** Returns a percentage without its decimal places, so that 99.9 is not 100; one below 1 keeps them. */
export function wholePercentText(percent: Decimal): string {
  const [whole = '0'] = percent.split('.');
  return decimalText(whole === '0' ? percent : whole);
}

/** Marks a figure that rests on the entry, if the PnL of the symbol is uncertain. */
export function doubtedFigure(row: PositionRow, figure: Figure, text: Text): Figure {
  if (!row.isUncertain || figure.shown === text.none) return figure;
  const why = agreementText(row, text) ?? '';
  return { shown: text.risk.doubted(figure.shown), full: text.sentences(figure.full ?? figure.shown, why) };
}

/** Returns how many contracts a stop or a target closes, and what may keep it from that. */
export function closingText(
  { order, taken, quantity, mayNotFill, isLikely }: ClosingOrder,
  rules: SymbolRules | undefined,
  text: Text,
): string {
  const words = text.risk;
  return [
    words.takes(quantityText(taken, rules, text), quantityText(quantity, rules, text)),
    ...(mayNotFill ? [words.limit(priceText(order.price, rules, text))] : []),
    ...(isLikely ? [] : [words.maybeOpens]),
  ].reduce(text.clauses);
}

/** Returns how often the PnL of the symbol agreed with the reported one; `null` if no closing could be compared. */
export function agreementText({ contract, isUncertain }: PositionRow, text: Text): string | null {
  const agreement = contract?.pnl;
  if (!agreement || agreement.compared === 0) return null;
  const { compared, agreed } = isUncertain ? agreement.latest : agreement;
  const words = text.risk;
  return isUncertain ? words.uncertain(agreed, compared) : words.agreed(agreed, compared);
}

/** Returns how much stops or targets cover, and how sure that is. */
export function coverText({ likely, all, excess }: Cover, text: Text): string {
  const words = text.risk;
  const range = signOf(all.quantity) === 0 ? null : [decimalText(likely.percent), decimalText(all.percent)];
  const [from = '', to = ''] = range ?? [];
  const covered = from === to ? words.covered(to) : words.coveredBetween(from, to);
  return signOf(excess) === 0 ? covered : text.clauses(covered, words.excess(decimalText(excess)));
}

/** Returns a position in words, such as "Long 57", or that its size is not known. */
export function positionText(
  position: Pick<Position, 'side' | 'quantity' | 'incomplete'>,
  rules: Pick<SymbolRules, 'pricePrecision' | 'quantityPrecision'> | undefined,
  text: Text,
): string {
  const side = text.trades.sides[position.side];
  const words = text.openPositions;
  return missingFrom(position) === null
    ? words.held(side, quantityText(position.quantity, rules, text))
    : words.incomplete(side);
}
