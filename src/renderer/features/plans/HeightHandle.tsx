import { type PointerEvent, useEffect, useRef, useState } from 'react';

/** CSS pixels by which one key press changes the height. */
const step = 28;
/** Lowest height in CSS pixels: a header and one row. */
const minHeight = 68;

interface HeightHandleProps {
  label: string;
  /** ID of the element above, whose height it changes. */
  controls: string;
  /** `null`: the usual height. */
  onChange: (height: number | null) => void;
}

/** The lower edge of a part of the screen, which the user drags or moves with the arrow keys. A double click returns to the usual height. */
export function HeightHandle({ label, controls, onChange }: HeightHandleProps) {
  const dragged = useRef<{ fromY: number; fromHeight: number } | null>(null);
  const heightOf = (): number => document.getElementById(controls)?.clientHeight ?? 0;
  const [height, setHeight] = useState(0);
  // Observed, because reading it while React renders would have the page laid out each time.
  useEffect(() => {
    const element = document.getElementById(controls);
    if (!element) return;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [controls]);
  const set = (height: number): void =>
    onChange(Math.round(Math.min(Math.max(height, minHeight), window.innerHeight * 0.7)));
  const onPointerMove = ({ clientY }: PointerEvent): void => {
    if (dragged.current) set(dragged.current.fromHeight + clientY - dragged.current.fromY);
  };
  const end = (): void => {
    dragged.current = null;
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot be dragged
    <div
      role="separator"
      aria-orientation="horizontal"
      aria-label={label}
      aria-controls={controls}
      aria-valuenow={height}
      tabIndex={0}
      className="height-handle"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        dragged.current = { fromY: event.clientY, fromHeight: heightOf() };
      }}
      onPointerMove={onPointerMove}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => onChange(null)}
      onKeyDown={(event) => {
        const way = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
        if (way === 0) return;
        event.preventDefault();
        set(heightOf() + way * step);
      }}
    />
  );
}
