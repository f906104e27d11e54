import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

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
      <StepButton name={before} onClick={isFirst ? undefined : () => onStep(-1)}>
        <ChevronLeft size={14} aria-hidden="true" />
      </StepButton>
      {children}
      <StepButton name={after} onClick={isLast ? undefined : () => onStep(1)}>
        <ChevronRight size={14} aria-hidden="true" />
      </StepButton>
    </>
  );
}

interface StepButtonProps {
  name: string;
  onClick: (() => void) | undefined;
  children: ReactNode;
}

function StepButton({ name, onClick, children }: StepButtonProps) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={name}
      title={name}
      aria-disabled={onClick === undefined}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
