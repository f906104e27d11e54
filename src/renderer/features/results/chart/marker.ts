import type { Chart, Plugin } from 'chart.js';
import type { ChartColors } from './colors.ts';
import type { Plot } from './make-config.ts';

export interface Marked {
  plot: Plot;
  colors: ChartColors;
  /** Index of the marked point. */
  active: number | null;
}

/** A plugin that marks a point: with a band behind its bar, or with a vertical line at its day. */
export function makeMarker(marked: () => Marked): Plugin {
  return {
    id: 'marker',
    beforeDatasetsDraw(chart) {
      const { plot, colors, active } = marked();
      if (active === null) return;
      const { ctx } = chart;
      ctx.save();
      if (plot.kind === 'line') {
        ctx.strokeStyle = colors.lineStrong;
        drawDay(chart, plot.days[active]);
      } else {
        ctx.fillStyle = colors.marker;
        drawBand(chart, active, plot.heights.length, plot.kind);
      }
      ctx.restore();
    },
    afterDatasetsDraw(chart) {
      const { plot, colors, active } = marked();
      // The first point of the line is the zero before the first day.
      const point = active === null || plot.kind !== 'line' ? undefined : chart.getDatasetMeta(0).data[active + 1];
      if (!point) return;
      const { ctx } = chart;
      ctx.save();
      ctx.fillStyle = colors.accent;
      ctx.beginPath();
      ctx.arc(point.x, point.y, 4, 0, 2 * Math.PI);
      ctx.fill();
      ctx.restore();
    },
  };
}

function drawDay({ ctx, chartArea, scales }: Chart, day: number | undefined): void {
  if (day === undefined || !scales.x) return;
  const x = Math.round(scales.x.getPixelForValue(day)) + 0.5;
  ctx.beginPath();
  ctx.moveTo(x, chartArea.top);
  ctx.lineTo(x, chartArea.bottom);
  ctx.stroke();
}

function drawBand({ ctx, chartArea }: Chart, position: number, count: number, kind: 'columns' | 'rows'): void {
  const { left, top, width, height } = chartArea;
  if (kind === 'columns') ctx.fillRect(left + (width * position) / count, top, width / count, height);
  else ctx.fillRect(left, top + (height * position) / count, width, height / count);
}
