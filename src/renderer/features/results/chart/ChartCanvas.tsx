import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
} from 'chart.js';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useChartColors } from './colors.ts';
import { type DrawnKind, makeConfig, makeData, makeOptions, type Plot, pointCount } from './make-config.ts';
import { type Marked, makeMarker } from './marker.ts';
import { bandAt, nearestIndex, stepAmongPoints } from './points.ts';

// The bundler leaves out the other parts of Chart.js.
Chart.register(
  BarController,
  BarElement,
  CategoryScale,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
);

interface ChartCanvasProps {
  /** The kind of the plot must not change. */
  plot: Plot;
  label: string;
  /** ID of the element that explains the keys. */
  keysId: string;
  /** Index of the marked point. */
  active: number | null;
  /** Key of the marked point's row, for its menu. */
  activeRow: string | undefined;
  onActive: (position: number | null) => void;
  onChoose: (position: number) => void;
}

/**
 * A chart whose points can be marked with the pointer and the keys. The caller shows the figure of the marked point.
 */
export function ChartCanvas({ plot, label, keysId, active, activeRow, onActive, onChoose }: ChartCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const chart = useRef<Chart<DrawnKind> | null>(null);
  const colors = useChartColors();
  const marked = useRef<Marked>({ plot, colors, active });

  useEffect(() => {
    if (!canvas.current) return;
    const first = marked.current;
    const marker = makeMarker(() => marked.current);
    const created = new Chart<DrawnKind>(canvas.current, makeConfig(first.plot, first.colors, marker));
    chart.current = created;
    return () => {
      created.destroy();
      chart.current = null;
    };
  }, []);

  useEffect(() => {
    const previous = marked.current;
    marked.current = { plot, colors, active: previous.active };
    if (!chart.current || (previous.plot === plot && previous.colors === colors)) return;
    chart.current.data = makeData(plot, colors);
    chart.current.options = makeOptions(plot, colors);
    chart.current.update('none');
  }, [plot, colors]);

  useEffect(() => {
    if (marked.current.active === active) return;
    marked.current = { ...marked.current, active };
    chart.current?.draw();
  }, [active]);

  const count = pointCount(plot);
  /** The point that was marked when the focus left. It is marked again when a menu gives the focus back. */
  const latest = useRef(Number.POSITIVE_INFINITY);
  const indexAt = ({ nativeEvent }: MouseEvent): number | null =>
    chart.current && count > 0 ? pointAt(chart.current, plot, nativeEvent.offsetX, nativeEvent.offsetY) : null;

  const press = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || count === 0) return;
    if (event.key === 'Enter') {
      if (active !== null) onChoose(active);
      return;
    }
    const next = stepAmongPoints(event.key, active ?? count - 1, count);
    if (next === null) return;
    event.preventDefault();
    onActive(next);
  };

  return (
    <div
      className="results-plot"
      // Passes the arrow keys to the chart instead of a screen reader's reading cursor.
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys mark its points
      tabIndex={0}
      aria-label={label}
      aria-describedby={keysId}
      data-row={activeRow}
      onFocus={(event) => {
        if (event.target.matches(':focus-visible') && count > 0)
          onActive(active ?? Math.min(latest.current, count - 1));
      }}
      onBlur={() => {
        latest.current = active ?? Number.POSITIVE_INFINITY;
        onActive(null);
      }}
      onKeyDown={press}
    >
      <canvas
        ref={canvas}
        onPointerMove={(event) => onActive(indexAt(event))}
        onPointerLeave={() => onActive(null)}
        onPointerUp={(event) => {
          const position = event.button === 0 ? indexAt(event) : null;
          if (position !== null) onChoose(position);
        }}
        // The menu reads the mark at once, and a movement of the pointer renders it later.
        onContextMenu={(event) => flushSync(() => onActive(indexAt(event)))}
      />
    </div>
  );
}

function pointAt({ chartArea, scales }: Chart<DrawnKind>, plot: Plot, x: number, y: number): number {
  switch (plot.kind) {
    case 'line':
      return nearestIndex(plot.days, scales.x?.getValueForPixel(x) ?? 0);
    case 'columns':
      return bandAt((x - chartArea.left) / chartArea.width, plot.names.length);
    case 'rows':
      return bandAt((y - chartArea.top) / chartArea.height, plot.names.length);
  }
}
