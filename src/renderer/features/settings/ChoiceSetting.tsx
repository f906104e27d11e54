import { numberGroupings, numberSeparators } from '../../../shared/choices.ts';
import { formatDecimal } from '../../../shared/decimal.ts';
import { Segmented } from '../../components/controls/Segmented.tsx';
import { type SettingName, settingChoices } from '../../model/setting-choices.ts';
import { useChangeSettings, useSettings } from '../../state/settings.ts';
import { useText } from '../../text/use-text.ts';

/** A setting that is one out of a few. */
export function ChoiceSetting({ name }: { name: SettingName }) {
  const text = useText();
  const change = useChangeSettings();
  const choice = settingChoices(useSettings(), text).find((each) => each.name === name);
  if (!choice) return null;
  const { word, values } = choice;
  return (
    <div className="setting">
      <span>{word}</span>
      <Segmented
        label={word}
        options={values.map((each) => ({ value: each.value, ...labelled(name, each) }))}
        value={values.find(({ current }) => current)?.value ?? ''}
        onChange={(next) => change(values.find(({ value }) => value === next)?.change ?? {})}
      />
    </div>
  );
}

const sample = '1234.5';

/** A grouping is shown rather than named; who listens hears its name first, for the figures sound the same. */
function labelled(
  name: SettingName,
  { value, word }: { value: string; word: string },
): { label: string; name: string } {
  const grouping = name === 'numberGrouping' ? numberGroupings.find((each) => each === value) : undefined;
  if (grouping === undefined) return { label: word, name: word };
  const label = formatDecimal(sample, { separator: numberSeparators[grouping] });
  return { label, name: `${word}: ${label}` };
}
