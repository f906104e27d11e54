import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
} from 'chart.js';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { bandAt, nearestPosition, stepAmongPoints } from '../figures/points.ts';
import { useChartColours } from './colours.ts';
import { type DrawnKind, makeConfig, makeData, makeOptions, type Plot, pointCount } from './make-config.ts';
import { type Marked, makeMarker } from './marker.ts';

// Only these are in the program: what is not named here is left out of its files.
Chart.register(BarController, BarElement, CategoryScale, LinearScale, LineController, LineElement, PointElement);

interface ChartCanvasProps {
  /** Its kind stays. */
  plot: Plot;
  label: string;
  /** Id of the element that says what the keys do. */
  keysId: string;
  /** The point that is read. */
  active: number | null;
  onActive: (position: number | null) => void;
  onChoose: (position: number) => void;
}

/** A drawing whose points can be reached with the pointer and with the keys. What they say is shown by whoever uses it. */
export function ChartCanvas({ plot, label, keysId, active, onActive, onChoose }: ChartCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const chart = useRef<Chart<DrawnKind> | null>(null);
  const colours = useChartColours();
  const marked = useRef<Marked>({ plot, colours, active });

  useEffect(() => {
    if (!canvas.current) return;
    const first = marked.current;
    const marker = makeMarker(() => marked.current);
    const made = new Chart<DrawnKind>(canvas.current, makeConfig(first.plot, first.colours, marker));
    chart.current = made;
    return () => {
      made.destroy();
      chart.current = null;
    };
  }, []);

  useEffect(() => {
    const drawn = marked.current;
    marked.current = { plot, colours, active: drawn.active };
    if (!chart.current || (drawn.plot === plot && drawn.colours === colours)) return;
    chart.current.data = makeData(plot, colours);
    chart.current.options = makeOptions(plot, colours);
    chart.current.update('none');
  }, [plot, colours]);

  useEffect(() => {
    if (marked.current.active === active) return;
    marked.current = { ...marked.current, active };
    chart.current?.draw();
  }, [active]);

  const count = pointCount(plot);
  const pointedAt = ({ nativeEvent }: PointerEvent): number | null =>
    chart.current && count > 0 ? positionAt(chart.current, plot, nativeEvent.offsetX, nativeEvent.offsetY) : null;

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
      // The arrow keys are the chart's own here, and not the reading cursor's of a screen reader.
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its points are read with the keys
      tabIndex={0}
      aria-label={label}
      aria-describedby={keysId}
      onFocus={(event) => {
        if (event.target.matches(':focus-visible') && count > 0) onActive(active ?? count - 1);
      }}
      onBlur={() => onActive(null)}
      onKeyDown={press}
    >
      <canvas
        ref={canvas}
        onPointerMove={(event) => onActive(pointedAt(event))}
        onPointerLeave={() => onActive(null)}
        onPointerUp={(event) => {
          const position = event.button === 0 ? pointedAt(event) : null;
          if (position !== null) onChoose(position);
        }}
      />
    </div>
  );
}

function positionAt({ chartArea, scales }: Chart<DrawnKind>, plot: Plot, x: number, y: number): number {
  switch (plot.kind) {
    case 'line':
      return nearestPosition(plot.days, scales.x?.getValueForPixel(x) ?? 0);
    case 'columns':
      return bandAt((x - chartArea.left) / chartArea.width, plot.names.length);
    case 'rows':
      return bandAt((y - chartArea.top) / chartArea.height, plot.names.length);
  }
}
