import { useId, useState } from 'react';
import { maxFieldLength } from '../../../shared/settings/account-input.ts';

interface TextFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Shown after the field has lost the focus, or if `showProblem`. */
  problem: string | null;
  showProblem: boolean;
  onLeave?: () => void;
  hint?: string;
  placeholder?: string;
  secret?: boolean;
}

export function TextField(props: TextFieldProps) {
  const { label, value, onChange, problem, showProblem, onLeave, hint, placeholder, secret } = props;
  const id = useId();
  const [isLeft, setLeft] = useState(false);
  const shown = problem !== null && (showProblem || (isLeft && value !== ''));
  return (
    <div className="form-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="form-input"
        type={secret ? 'password' : 'text'}
        maxLength={maxFieldLength}
        value={value}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={shown}
        aria-describedby={shown || hint ? `${id}-below` : undefined}
        onChange={(event) => onChange(event.target.value)}
        onBlur={() => {
          setLeft(true);
          onLeave?.();
        }}
      />
      {(shown || hint) && (
        <div id={`${id}-below`}>
          {shown && <p className="form-problem">{problem}</p>}
          {hint && <p className="form-hint">{hint}</p>}
        </div>
      )}
    </div>
  );
}
