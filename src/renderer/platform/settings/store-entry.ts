import type { Settings, SettingsChange } from '../../../shared/contract/settings.ts';
import { offerUndo } from '../undo.ts';
import { currentSettings, useChangeSettings } from './settings.ts';

/** Settings with entries of several owners, such as accounts. */
type OwnedSetting = 'contractSizes' | 'renamedSymbols' | 'settledOrders';
type Entry<Name extends OwnedSetting> = Settings[Name][string][string];

/**
 * Returns the function that stores an entry of an owner; the value `null` removes the entry. `done`: says what was changed, with the offer to
 * take that back; `null` offers nothing.
 */
export function useStoreEntry<Name extends OwnedSetting>(
  setting: Name,
): (owner: string, name: string, value: Entry<Name> | null, done: string | null) => void {
  const change = useChangeSettings();
  const store = (owner: string, name: string, value: Entry<Name> | null): Entry<Name> | null => {
    // The compiler does not see that each of these settings has the entries of its name.
    const entries = currentSettings()[setting] as Record<string, Record<string, Entry<Name>>>;
    const { [name]: before = null, ...others } = entries[owner] ?? {};
    const next = { ...entries, [owner]: value === null ? others : { ...others, [name]: value } };
    change({ [setting]: next } as SettingsChange);
    return before;
  };
  return (owner, name, value, done) => {
    const before = store(owner, name, value);
    if (done !== null) offerUndo(done, () => void store(owner, name, before));
  };
}
