import {
  densities,
  figureChoices,
  flashStrengths,
  languageChoices,
  numberGroupings,
  priceColours,
  themes,
  tinyPriceChoices,
} from '../../../shared/choices.ts';
import type { Settings, SettingsChange } from '../../../shared/contract/settings.ts';
import type { Text } from '../../text/use-text.ts';

interface SettingValue {
  value: string;
  word: string;
  current: boolean;
  change: SettingsChange;
}

interface SettingChoice {
  name: SettingName;
  word: string;
  values: SettingValue[];
}

export type SettingName =
  | 'theme'
  | 'density'
  | 'priceColours'
  | 'flashes'
  | 'language'
  | 'numberGrouping'
  | 'figures'
  | 'tinyPrices';

/** Returns the settings that have a few named values, with the change that each value makes. */
export function settingChoices(settings: Settings, text: Text): SettingChoice[] {
  const words = text.settings;
  const choice = <Name extends SettingName>(
    name: Name,
    word: string,
    values: readonly Settings[Name][],
    valueWords: Record<Settings[Name], string>,
  ): SettingChoice => ({
    name,
    word,
    values: values.map((value) => ({
      value,
      word: valueWords[value],
      current: settings[name] === value,
      change: { [name]: value },
    })),
  });
  return [
    choice('theme', words.theme, themes, words.themes),
    choice('density', words.density, densities, words.densities),
    choice('priceColours', words.priceColours, priceColours, words.priceColourNames),
    choice('flashes', words.flashes, flashStrengths, words.flashStrengths),
    choice('language', words.language, languageChoices, words.languages),
    choice('numberGrouping', words.numberGrouping, numberGroupings, words.numberGroupings),
    choice('figures', words.figures, figureChoices, words.figureChoices),
    choice('tinyPrices', words.tinyPrices, tinyPriceChoices, words.tinyPriceChoices),
  ];
}

/**
 * Returns the change to the next value of a setting, and the notice that names it. The first value follows the last.
 */
export function nextValue(
  name: SettingName,
  settings: Settings,
  text: Text,
): { notice: string; change: SettingsChange } {
  const choice = settingChoices(settings, text).find((each) => each.name === name);
  const values = choice?.values ?? [];
  const next = values[(values.findIndex(({ current }) => current) + 1) % values.length];
  if (!choice || !next) throw new Error(`The setting ${name} has no values.`);
  return { notice: text.labelled(choice.word, next.word), change: next.change };
}
