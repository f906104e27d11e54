import { type NumberGrouping, numberSeparators } from '../../shared/settings/choices.ts';
import { formatDecimal } from '../../shared/values/decimal.ts';

// Variables of the module, because every figure of every cell reads them: a store would cost more than the formatting.
let separator = numberSeparators.comma;

/** Sets the separator of groups of three digits. `app/LanguageProvider.tsx` calls it and re-renders the page. */
export function groupNumbers(grouping: NumberGrouping): void {
  separator = numberSeparators[grouping];
}

/** Returns the separator of groups of three digits before the decimal point. */
export function groupSeparator(): string {
  return separator;
}

/** Formats a count for a sentence: "1,240". Without `Intl`, whose first format takes milliseconds of the page's start. */
export function countText(number: number): string {
  return formatDecimal(String(number), { separator });
}

/** How figures are shown. */
export interface FigureForm {
  /** True if every figure has all its digits. */
  isExact: boolean;
  /** True if tiny prices have the number of their zeros, as in 0.0₅491. */
  countsZeros: boolean;
}

let form: FigureForm = { isExact: false, countsZeros: false };

/** Sets the form of figures. `app/LanguageProvider.tsx` calls it and re-renders the page. */
export function setFigureForm(next: FigureForm): void {
  form = next;
}

export function figureForm(): FigureForm {
  return form;
}
