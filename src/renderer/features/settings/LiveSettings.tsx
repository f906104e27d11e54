import { useEffect, useId, useState } from 'react';
import { type Bounds, liveForBounds, refreshBounds } from '../../../shared/choices.ts';
import { useChangeSettings, useSettings } from '../../state/settings.ts';
import { useText } from '../../text/use-text.ts';

const rates = ['open-plans', 'futures-tickers', 'spot-tickers', 'alerts'] as const;

/** How often the exchange is asked, and for how long its answer counts as live. */
export function LiveSettings() {
  const text = useText();
  const words = text.settings.live;
  const { refreshRates, liveFor } = useSettings();
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
        value={liveFor}
        bounds={liveForBounds}
        onChange={(seconds) => change({ liveFor: seconds })}
      />
      <p className="form-hint">{words.explained}</p>
    </>
  );
}

interface SecondsSettingProps {
  label: string;
  value: number;
  bounds: Bounds;
  onChange: (seconds: number) => void;
}

/** In force as soon as what is typed can be. */
function SecondsSetting({ label, value, bounds: [least, most], onChange }: SecondsSettingProps) {
  const words = useText().settings.live;
  const id = useId();
  const [typed, setTyped] = useState(String(value));
  useEffect(() => setTyped(String(value)), [value]);
  const read = (text: string): number | null => {
    const seconds = /^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN;
    return seconds >= least && seconds <= most ? seconds : null;
  };
  const isPossible = read(typed) !== null;
  return (
    <div className="setting">
      <label htmlFor={id}>{label}</label>
      <span className="setting-seconds">
        {!isPossible && (
          <span className="form-problem" id={`${id}-problem`}>
            {words.range(least, most)}
          </span>
        )}
        <input
          id={id}
          className="form-input"
          inputMode="numeric"
          value={typed}
          aria-invalid={!isPossible}
          aria-describedby={isPossible ? undefined : `${id}-problem`}
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
