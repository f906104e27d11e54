import type { Day } from '../../../shared/values/domain.ts';
import { useText } from '../../text/use-text.ts';
import { Segmented } from '../../ui/controls/Segmented.tsx';
import { Stepper } from '../../ui/controls/Stepper.tsx';
import { RangeField } from '../../ui/filter/RangeField.tsx';
import { changeKind, daysOf, type Period, periodKinds, periodText, stepPeriod } from './period.ts';

interface PeriodChoiceProps {
  period: Period;
  today: Day;
  onChange: (period: Period) => void;
}

/** The choice of a year, a quarter, a month, or any days. */
export function PeriodChoice({ period, today, onChange }: PeriodChoiceProps) {
  const text = useText();
  const words = text.statement;
  return (
    <>
      <Segmented
        label={words.kind}
        options={periodKinds.map((value) => ({ value, label: words.kinds[value] }))}
        value={period.kind}
        onChange={(kind) => onChange(changeKind(period, kind, today))}
      />
      {period.kind === 'days' ? (
        <RangeField
          kind="days"
          label={words.days}
          from={period.from ?? ''}
          to={period.to ?? ''}
          onChange={(from, to) => onChange({ kind: 'days', from, to })}
        />
      ) : (
        <div className="statement-stepper">
          <Stepper
            before={text.periods.earlier}
            after={text.periods.later}
            // No period begins after today.
            isLast={(daysOf(period)?.to ?? today) >= today}
            onStep={(step) => onChange(stepPeriod(period, step))}
          >
            <output className="statement-period">{periodText(period, text)}</output>
          </Stepper>
        </div>
      )}
    </>
  );
}
