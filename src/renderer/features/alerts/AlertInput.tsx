import { type ReactNode, useId, useState } from 'react';

interface AlertInputProps {
  label: string;
  unit?: string;
  value: string;
  onChange: (value: string) => void;
  /** Shown once the field has been release, or when the whole form is to be shown with its problems. */
  problem: string | null;
  showProblem: boolean;
  /** Below, while there is nothing wrong. */
  children?: ReactNode;
}

export function AlertInput({ label, unit, value, onChange, problem, showProblem, children }: AlertInputProps) {
  const id = useId();
  const [left, setLeft] = useState(false);
  const shown = problem !== null && (showProblem || (left && value !== ''));
  return (
    <div className="form-field">
      <label htmlFor={id}>{label}</label>
      <div className="alert-input">
        <input
          id={id}
          className="form-input"
          inputMode="decimal"
          value={value}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={shown}
          aria-describedby={`${id}-below`}
          onChange={(event) => onChange(event.target.value)}
          onBlur={() => setLeft(true)}
        />
        {unit !== undefined && <span className="alert-unit">{unit}</span>}
      </div>
      <div id={`${id}-below`} className={shown ? 'form-problem' : 'form-hint'}>
        {shown ? problem : children}
      </div>
    </div>
  );
}
