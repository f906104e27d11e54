import { createAtom, useSelector } from '@tanstack/react-store';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import './bars.css';

/** The line of the title bar that shows the bars; `null` until it is on the screen. */
const line = createAtom<HTMLElement | null>(null);

const setLine = (element: HTMLElement | null): void => line.set(element);

/**
 * The line for what needs saying. It has its room in the title bar, so that no message moves the table. It shows the most
 * urgent bar; all of them unfold under the pointer or with the focus.
 */
export function BarPlace() {
  return (
    <div className="bar-place">
      <div className="bars" ref={setLine} />
    </div>
  );
}

/** In the order of their urgency. */
const ranks = ['failure', 'warning', 'news', 'hint'] as const;

interface BarProps {
  rank: (typeof ranks)[number];
  children: ReactNode;
}

/** A message about the screen, the account or the program, while it holds. */
export function Bar({ rank, children }: BarProps) {
  const element = useSelector(line);
  if (element === null) return null;
  const urgency = ranks.indexOf(rank);
  return createPortal(
    <div className="bar" data-rank={rank} style={{ order: urgency, zIndex: ranks.length - urgency }}>
      {children}
    </div>,
    element,
  );
}
