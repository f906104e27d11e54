/** What a chart draws: heights for the eye alone. Whoever reads a figure is given the exact one, by its position. */
export type Plot = LinePlot | BarPlot;

/** Comes from zero a day earlier, is level from one day to the next that has a point, and goes on a day longer. */
export interface LinePlot {
  kind: 'line';
  /** Ascending, as `dayNumber` counts. */
  days: readonly number[];
  heights: readonly number[];
}

/** A bar for each name, upwards or to the right from zero where it is positive. */
export interface BarPlot {
  kind: 'columns' | 'rows';
  names: readonly string[];
  heights: readonly number[];
}

export function pointCount(plot: Plot): number {
  return plot.heights.length;
}
