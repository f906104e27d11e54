import type { Figure } from '../text/figures.ts';

interface FigureTextProps {
  figure: Figure;
  /** Returns the text around a figure, such as the figure with its currency. */
  within?: (figure: string) => string;
}

/** A figure outside tables. A shortened figure has its digits as a tooltip, and screen readers read all of them. */
export function FigureText({ figure: { shown, full }, within = (figure) => figure }: FigureTextProps) {
  if (full === null) return within(shown);
  return (
    <span className="figure" title={within(full)}>
      <span aria-hidden="true">{within(shown)}</span>
      <span className="visually-hidden">{within(full)}</span>
    </span>
  );
}
