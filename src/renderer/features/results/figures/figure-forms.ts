import type { Decimal } from '../../../../shared/values/domain.ts';
import type { Text } from '../../../text/use-text.ts';
import { decimalText, type Figure, moneyFigure, plainFigure } from '../../../ui/text/figures.ts';

/** How a figure is written. */
export interface FigureForm {
  show: (value: Decimal) => Figure;
  /** Writes a difference with its sign. */
  showChange: (value: Decimal) => Figure;
  /** True if a higher figure is better, so that the difference has the color of a profit or a loss. */
  isBetterHigher: boolean;
  /** True for money, whose sign has a color. */
  isMoney: boolean;
}

/** Returns the forms of amounts of money, of rates in percent, of ratios, and of numbers of rows. */
export function figureForms(text: Text): Record<'money' | 'percent' | 'ratio' | 'number', FigureForm> {
  const money = (value: Decimal): Figure => moneyFigure(value, text);
  const plain = (value: Decimal): Figure => plainFigure(decimalText(value));
  const signed = (value: Decimal): string =>
    `${value.startsWith('-') || value === '0' ? '' : '+'}${decimalText(value)}`;
  const change = (value: Decimal): Figure => plainFigure(signed(value));
  return {
    money: { show: money, showChange: money, isBetterHigher: true, isMoney: true },
    percent: {
      show: (value) => plainFigure(text.tradeResults.percent(decimalText(value))),
      showChange: (value) => plainFigure(text.results.compare.points(signed(value))),
      isBetterHigher: true,
      isMoney: false,
    },
    ratio: { show: plain, showChange: change, isBetterHigher: true, isMoney: false },
    number: { show: plain, showChange: change, isBetterHigher: false, isMoney: false },
  };
}
