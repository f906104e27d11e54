import { useId, useState } from 'react';

interface TextFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Shown after the field has lost the focus, or if `showProblem`. */
  problem: string | null;
  showProblem: boolean;
  hint?: string;
  placeholder?: string;
  secret?: boolean;
}

export function TextField({ label, value, onChange, problem, showProblem, hint, placeholder, secret }: TextFieldProps) {
  const id = useId();
  const [isLeft, setLeft] = useState(false);
  const shown = problem !== null && (showProblem || (isLeft && value !== ''));
  const below = shown ? problem : hint;
  return (
    <div className="form-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="form-input"
        type={secret ? 'password' : 'text'}
        value={value}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={shown}
        aria-describedby={below ? `${id}-below` : undefined}
        onChange={(event) => onChange(event.target.value)}
        onBlur={() => setLeft(true)}
      />
      {below && (
        <p id={`${id}-below`} className={shown ? 'form-problem' : 'form-hint'}>
          {below}
        </p>
      )}
    </div>
  );
}
