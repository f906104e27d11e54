import { useState } from 'react';
import { maxTypedLength } from '../../../shared/settings/choices.ts';
import type { Decimal } from '../../../shared/values/domain.ts';
import { useAccounts } from '../../domain/accounts/accounts.ts';
import { useChangeSettings, useSetting } from '../../platform/settings/settings.ts';
import { useText } from '../../text/use-text.ts';
import { readRate } from './fee-rate.ts';

const noRates = { maker: null, taker: null };

/** The fee rates of each account, from which fees are estimated (docs/results.md 2). */
export function FeeSettings() {
  const words = useText().settings.fees;
  const accounts = useAccounts().data ?? [];
  const feeRates = useSetting('feeRates');
  const change = useChangeSettings();
  if (accounts.length === 0) return null;
  return (
    <>
      {accounts.map(({ id, name }) => {
        const rates = feeRates[id] ?? noRates;
        return (
          <div key={id} className="setting">
            <span>{name}</span>
            <span className="setting-times">
              {(['maker', 'taker'] as const).map((rate) => (
                <RateField
                  key={rate}
                  name={words[rate]}
                  label={words.rateOf(name, words[rate])}
                  value={rates[rate]}
                  onChange={(value) => change({ feeRates: { ...feeRates, [id]: { ...rates, [rate]: value } } })}
                />
              ))}
            </span>
          </div>
        );
      })}
    </>
  );
}

interface RateFieldProps {
  name: string;
  label: string;
  /** Percent; `null` for none. */
  value: Decimal | null;
  onChange: (value: Decimal | null) => void;
}

function RateField({ name, label, value, onChange }: RateFieldProps) {
  const words = useText().settings.fees;
  /** What the user is typing; `null` at rest. */
  const [typed, setTyped] = useState<string | null>(null);
  const rate = typed === null ? value : readRate(typed);
  return (
    <label className="setting-rate">
      {name}
      <input
        className="form-input setting-time"
        maxLength={maxTypedLength}
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        aria-invalid={rate === undefined}
        title={rate === undefined ? words.enter : undefined}
        value={typed ?? value ?? ''}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => {
          if (rate !== undefined && rate !== value) onChange(rate);
          setTyped(null);
        }}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') currentTarget.blur();
        }}
      />
      %
    </label>
  );
}
