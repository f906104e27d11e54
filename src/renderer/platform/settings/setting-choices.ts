import type { Settings, SettingsChange } from '../../../shared/contract/settings.ts';
import { type ChoiceName, settingTable } from '../../../shared/settings/settings.ts';
import type { Text } from '../../text/use-text.ts';

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
