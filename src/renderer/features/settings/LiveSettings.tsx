import { useEffect, useId, useState } from 'react';
import type { Settings } from '../../../shared/settings.ts';
import { useChangeSettings, useSettings } from '../../state/settings.ts';
import { useText } from '../../text/use-text.ts';

type Rate = keyof Settings['refreshRates'];

/** In seconds, as settingsSchema has them. */
const bounds: Readonly<Record<Rate | 'liveFor', readonly [least: number, most: number]>> = {
  'futures-tickers': [1, 60],
  'spot-tickers': [1, 60],
  'open-plans': [1, 60],
  alerts: [5, 60],
  liveFor: [5, 300],
};
const rates = ['open-plans', 'futures-tickers', 'spot-tickers', 'alerts'] as const satisfies readonly Rate[];

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
          bounds={bounds[rate]}
          onChange={(seconds) => change({ refreshRates: { ...refreshRates, [rate]: seconds } })}
        />
      ))}
      <SecondsSetting
        label={words.liveFor}
        value={liveFor}
        bounds={bounds.liveFor}
        onChange={(seconds) => change({ liveFor: seconds })}
      />
      <p className="form-hint">{words.explained}</p>
    </>
  );
}

interface SecondsSettingProps {
  label: string;
  value: number;
  bounds: readonly [least: number, most: number];
  onChange: (seconds: number) => void;
}

/** In force as soon as what is typed can be. */
function SecondsSetting({ label, value, bounds: [least, most], onChange }: SecondsSettingProps) {
  const words = useText().settings.live;
  const id = useId();
  const [typed, setTyped] = useState(String(value));
  useEffect(() => setTyped(String(value)), [value]);
  const seconds = /^\d{1,4}$/.test(typed.trim()) ? Number(typed) : Number.NaN;
  const isPossible = seconds >= least && seconds <= most;
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
            const next = /^\d{1,4}$/.test(target.value.trim()) ? Number(target.value) : Number.NaN;
            if (next >= least && next <= most && next !== value) onChange(next);
          }}
          onBlur={() => setTyped(String(value))}
        />
        <span>{words.seconds}</span>
      </span>
    </div>
  );
}
