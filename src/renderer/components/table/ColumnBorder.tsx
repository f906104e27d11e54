import { type PointerEvent, useRef } from 'react';
import { useText } from '../../text/use-text.ts';

interface ColumnBorderProps {
  header: string;
  /** In CSS pixels. */
  width: number;
  /** `null`: as wide as the column comes. */
  onResize: (width: number | null) => void;
}

/** The right border of a header, which can be dragged. */
export function ColumnBorder({ header, width, onResize }: ColumnBorderProps) {
  const text = useText();
  /** The place of the pointer at which the column would have no width, while the border is held. */
  const origin = useRef<number | null>(null);
  const hold = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    origin.current = event.clientX - width;
  };
  const letGo = (): void => {
    origin.current = null;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Shift and an arrow key do the same
    <div
      className="table-head-border"
      title={text.table.resize(header)}
      // Without this the browser takes the move for a drag of the header that slides under the pointer.
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={hold}
      onPointerMove={(event) => {
        if (origin.current !== null) onResize(event.clientX - origin.current);
      }}
      onPointerUp={letGo}
      onLostPointerCapture={letGo}
      onDoubleClick={() => onResize(null)}
      onClick={(event) => event.stopPropagation()}
    />
  );
}
