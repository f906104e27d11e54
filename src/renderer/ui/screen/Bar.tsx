import { createAtom, useSelector } from '@tanstack/react-store';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import './bars.css';

/** Where the messages go; `null` until it is on the screen. */
const hintPlace = createAtom<HTMLElement | null>(null);
const troublePlace = createAtom<HTMLElement | null>(null);

const setHintPlace = (element: HTMLElement | null): void => hintPlace.set(element);
const setTroublePlace = (element: HTMLElement | null): void => troublePlace.set(element);

/** The place of hints in the title bar, which moves nothing. They unfold under the pointer or with the focus. It has a mark while there is trouble. */
export function BarPlace() {
  return (
    <>
      <TriangleAlert className="trouble-mark" size={16} aria-hidden="true" />
      <div className="bar-place">
        <div className="bars" ref={setHintPlace} />
      </div>
    </>
  );
}

/** The line under the title bar, which has room only while there is trouble or progress. It shows each message whole, the most urgent one first. */
export function TroubleLine() {
  return <div className="trouble" ref={setTroublePlace} />;
}

/** In the order of their urgency. */
const ranks = ['failure', 'warning', 'progress', 'hint'] as const;

interface BarProps {
  rank: (typeof ranks)[number];
  children: ReactNode;
}

/** A message about the screen, the account or the program, while it holds. */
export function Bar({ rank, children }: BarProps) {
  const element = useSelector(rank === 'hint' ? hintPlace : troublePlace);
  if (element === null) return null;
  return createPortal(
    <div className="bar" data-rank={rank} style={{ order: ranks.indexOf(rank) }}>
      {children}
    </div>,
    element,
  );
}
