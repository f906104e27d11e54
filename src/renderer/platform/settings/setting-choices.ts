import type { Settings, SettingsChange } from '../../../shared/contract/settings.ts';
import { type ChoiceName, settingTable } from '../../../shared/settings/settings.ts';
import type { Text } from '../../text/use-text.ts';
import { currentSettings } from './settings.ts';

/** A setting with a few named values, and the change that each value makes. */
interface SettingChoice {
  word: string;
  values: { value: string; word: string; change: SettingsChange }[];
}

export function settingChoice<Name extends ChoiceName>(name: Name, text: Text): SettingChoice {
  const values: readonly Settings[ChoiceName][] = settingTable[name].values;
  const words: Readonly<Record<string, string>> = text.settings.values[name];
  return {
    word: text.settings.names[name],
    values: values.map((value) => ({ value, word: words[value] ?? value, change: { [name]: value } })),
  };
}

/**
 * Returns the change to the next value of a setting, and the notice that names it. The first value follows the last.
 */
export function nextValue(name: ChoiceName, text: Text): { notice: string; change: SettingsChange } {
  const { word, values } = settingChoice(name, text);
  const current = currentSettings()[name];
  const next = values[(values.findIndex(({ value }) => value === current) + 1) % values.length];
  if (!next) throw new Error(`The setting ${name} has no values.`);
  return { notice: text.labeled(word, next.word), change: next.change };
}
