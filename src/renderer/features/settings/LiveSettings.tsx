import { useEffect, useId, useState } from 'react';
import { type Bounds, liveForBounds, maxTypedLength, refreshBounds } from '../../../shared/settings/choices.ts';
import { useChangeSettings, useSetting } from '../../platform/settings/settings.ts';
import { useText } from '../../text/use-text.ts';
import { Hint } from '../../ui/controls/Hint.tsx';

const rates = ['open-plans', 'futures-tickers', 'spot-tickers', 'alerts'] as const;

/** The poll intervals and the time for which data counts as live. */
export function LiveSettings() {
  const text = useText();
  const words = text.settings.live;
  const refreshRates = useSetting('refreshRates');
  const liveFor = useSetting('liveFor');
  const change = useChangeSettings();
  return (
    <>
      {rates.map((rate) => (
        <SecondsSetting
          key={rate}
          label={rate === 'alerts' ? words.alerts : words.everyOf(text.screens[rate])}
          value={refreshRates[rate]}
          bounds={refreshBounds[rate]}
          onChange={(seconds) => change({ refreshRates: { ...refreshRates, [rate]: seconds } })}
        />
      ))}
      <SecondsSetting
        label={words.liveFor}
        hint={words.explained}
        value={liveFor}
        bounds={liveForBounds}
        onChange={(seconds) => change({ liveFor: seconds })}
      />
    </>
  );
}

interface SecondsSettingProps {
  label: string;
  hint?: string;
  value: number;
  bounds: Bounds;
  onChange: (seconds: number) => void;
}

/** A number of seconds. Each valid number applies while the user types. */
function SecondsSetting({ label, hint, value, bounds: [min, max], onChange }: SecondsSettingProps) {
  const words = useText().settings.live;
  const id = useId();
  const [typed, setTyped] = useState(String(value));
  useEffect(() => setTyped(String(value)), [value]);
  const read = (text: string): number | null => {
    const seconds = /^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN;
    return seconds >= min && seconds <= max ? seconds : null;
  };
  const isValid = read(typed) !== null;
  return (
    <div className="setting">
      <span>
        <label htmlFor={id}>{label}</label>
        {hint !== undefined && <Hint>{hint}</Hint>}
      </span>
      <span className="setting-seconds">
        {!isValid && (
          <span className="form-problem" id={`${id}-problem`}>
            {words.range(min, max)}
          </span>
        )}
        <input
          id={id}
          className="form-input"
          maxLength={maxTypedLength}
          inputMode="numeric"
          value={typed}
          aria-invalid={!isValid}
          aria-describedby={isValid ? undefined : `${id}-problem`}
          onChange={({ target }) => {
            setTyped(target.value);
            const seconds = read(target.value);
            if (seconds !== null && seconds !== value) onChange(seconds);
          }}
          onBlur={() => setTyped(String(value))}
        />
        <span>{words.seconds}</span>
      </span>
    </div>
  );
}
