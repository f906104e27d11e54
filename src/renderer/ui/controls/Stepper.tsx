import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './IconButton.tsx';

interface StepperProps {
  /** Names of the buttons. */
  before: string;
  after: string;
  isFirst?: boolean;
  isLast: boolean;
  onStep: (step: 1 | -1) => void;
  /** Shown between the buttons. */
  children: ReactNode;
}

/** Buttons to the day, month or year before and after the shown one. A button without a next one keeps the focus, so that it is marked as disabled instead. */
export function Stepper({ before, after, isFirst = false, isLast, onStep, children }: StepperProps) {
  return (
    <>
      <IconButton
        label={before}
        icon={ChevronLeft}
        aria-disabled={isFirst}
        onClick={isFirst ? undefined : () => onStep(-1)}
      />
      {children}
      <IconButton
        label={after}
        icon={ChevronRight}
        aria-disabled={isLast}
        onClick={isLast ? undefined : () => onStep(1)}
      />
    </>
  );
}
