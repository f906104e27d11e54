import { useSelector } from '@tanstack/react-store';
import { useMemo } from 'react';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import type { Settings, SettingsChange } from '../../../shared/contract/settings.ts';
import { screens } from '../../../shared/settings/choices.ts';
import {
  type CommandName,
  commandNames,
  commandWord,
  screenOf,
  showScreen,
} from '../../../shared/settings/commands.ts';
import { choiceNames } from '../../../shared/settings/settings.ts';
import type { Shortcut } from '../../../shared/settings/shortcut.ts';
import { useAccountChoices } from '../../domain/accounts/use-shown-archive.ts';
import { useSymbols } from '../../domain/market/symbol-rules.ts';
import { useByLiquidity } from '../../domain/market/use-by-liquidity.ts';
import { availableCommands, runCommand } from '../../platform/commands.ts';
import { useGoTo } from '../../platform/navigation/go-to.ts';
import { settingChoice } from '../../platform/settings/setting-choices.ts';
import { useChangeSettings, useSettings } from '../../platform/settings/settings.ts';
import { openSettings, type SettingsPart, settingsParts } from '../../platform/settings/settings-part.ts';
import { shortcutsOf } from '../../platform/shortcuts.ts';
import { type Text, useText } from '../../text/use-text.ts';
import { zoneNames } from '../../ui/controls/ZonePicker.tsx';
import type { Findable } from './search.ts';

export type EntryKind = 'screen' | 'command' | 'setting' | 'account' | 'symbol' | 'search';

export interface PaletteEntry extends Findable {
  kind: EntryKind;
  /** True if the entry is the current screen, setting or account. */
  current?: boolean;
  shortcut?: Shortcut;
  /** True for one of many entries of its kind, which is found by typing only. */
  isUnlisted?: true;
  run: () => void;
}

type Change = (change: SettingsChange) => void;

/** All entries of the palette, by kind. */
export function useEntries(accounts: readonly AccountSummary[], account: AccountSummary): PaletteEntry[] {
  const text = useText();
  const settings = useSettings();
  const change = useChangeSettings();
  const goTo = useGoTo();
  const available = useSelector(availableCommands);
  const symbols = useByLiquidity(account.id, useSymbols(account.id));
  const { choices, shown } = useAccountChoices(accounts, account);
  return useMemo(
    () => [
      ...screenEntries(settings, text),
      ...commandEntries(available, text),
      ...settingEntries(settings, text, change),
      ...partEntries(text),
      ...choices.map(({ id, name, change: shows }) => ({
        ...named('account', id, name, text),
        current: id === shown,
        run: () => change(shows),
      })),
      ...symbols.map((symbol) => ({
        ...named('symbol', symbol, symbol, text),
        run: () => goTo({ kind: 'screen', account: account.id, screen: 'futures-tickers', row: symbol }),
      })),
      ...zoneEntries(settings, text, change),
    ],
    [account.id, available, change, choices, goTo, settings, shown, symbols, text],
  );
}

function named(kind: EntryKind, name: string, label: string, text: Text) {
  const synonyms: Readonly<Record<string, string | undefined>> = text.synonyms;
  const hasSynonyms = kind !== 'account' && kind !== 'symbol';
  const also = `${(hasSynonyms && synonyms[name]) || ''} ${text.palette.kinds[kind]}`;
  return { id: `${kind} ${name}`, kind, label, also };
}

function screenEntries(settings: Settings, text: Text): PaletteEntry[] {
  return screens.map((screen) => ({
    ...commandEntry('screen', showScreen(screen), text),
    current: screen === settings.screen,
  }));
}

function commandEntries(available: ReadonlySet<CommandName>, text: Text): PaletteEntry[] {
  return commandNames
    .filter((name) => available.has(name) && name !== 'open-palette' && screenOf(name) === null)
    .map((name) => commandEntry('command', name, text));
}

function commandEntry(kind: EntryKind, name: CommandName, text: Text): PaletteEntry {
  const [shortcut] = shortcutsOf(name);
  return {
    ...named(kind, name, commandWord(name, text), text),
    ...(shortcut === undefined ? {} : { shortcut }),
    run: () => void runCommand(name),
  };
}

function settingEntries(settings: Settings, text: Text, change: Change): PaletteEntry[] {
  return choiceNames.flatMap((name) => {
    const { word, values } = settingChoice(name, text);
    return values.map((value) => ({
      ...named('setting', `${name} ${value.value}`, text.labeled(word, value.word), text),
      current: value.value === settings[name],
      run: () => change(value.change),
    }));
  });
}

/** The parts of the settings that are no choice of a few values. Each opens the dialog at the part. */
function partEntries(text: Text): PaletteEntry[] {
  const { settings: words, timeZone } = text;
  const wordOf: Record<SettingsPart, string> = {
    timeZone: timeZone.label,
    fees: words.fees.title,
    notifications: words.notifications.title,
    quietHours: words.notifications.quiet.hours,
    sound: words.notifications.sound,
    updates: words.updates.label,
  };
  return settingsParts.map((part) => ({
    ...named('setting', part, `${wordOf[part]}…`, text),
    run: () => openSettings(part),
  }));
}

/** The time zones by their names. */
function zoneEntries({ timeZone }: Settings, text: Text, change: Change): PaletteEntry[] {
  return zoneNames().map((zone) => ({
    ...named('setting', `timeZone ${zone}`, text.labeled(text.timeZone.label, zone.replaceAll('_', ' ')), text),
    current: zone === timeZone,
    isUnlisted: true,
    run: () => change({ timeZone: zone }),
  }));
}
