import type { Chart, Plugin } from 'chart.js';
import type { ChartColours } from './colours.ts';
import type { Plot } from './make-config.ts';

export interface Marked {
  plot: Plot;
  colours: ChartColours;
  /** The point that is read. */
  active: number | null;
}

/** Shows in the chart which point is read: a band behind its bar, or a line down from its day. */
export function makeMarker(marked: () => Marked): Plugin {
  return {
    id: 'marker',
    beforeDatasetsDraw(chart) {
      const { plot, colours, active } = marked();
      if (active === null) return;
      const { ctx } = chart;
      ctx.save();
      if (plot.kind === 'line') {
        ctx.strokeStyle = colours.lineStrong;
        drawDay(chart, plot.days[active]);
      } else {
        ctx.fillStyle = colours.marker;
        drawBand(chart, active, plot.heights.length, plot.kind);
      }
      ctx.restore();
    },
    afterDatasetsDraw(chart) {
      const { plot, colours, active } = marked();
      // Before the first day's point is the zero that the line comes from.
      const point = active === null || plot.kind !== 'line' ? undefined : chart.getDatasetMeta(0).data[active + 1];
      if (!point) return;
      const { ctx } = chart;
      ctx.save();
      ctx.fillStyle = colours.accent;
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
