export interface ChoicesProps<Value extends string> {
  options: readonly { value: Value; label: string }[];
  chosen: readonly Value[];
  onToggle: (value: Value) => void;
}

/** A few values that are all in sight, each of which is chosen or not. */
export function Choices<Value extends string>({ options, chosen, onToggle }: ChoicesProps<Value>) {
  return (
    <div className="choices">
      {options.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          className="choice"
          aria-pressed={chosen.includes(value)}
          onClick={() => onToggle(value)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
