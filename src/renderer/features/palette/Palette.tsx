import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useSelector } from '@tanstack/react-store';
import { Check, Search } from 'lucide-react';
import { type HTMLAttributes, useMemo, useState } from 'react';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import type { AlertCondition } from '../../../shared/contract/alerts.ts';
import { maxRecentChoices, maxTypedLength } from '../../../shared/settings/choices.ts';
import { openNewAlert, saveAlert } from '../../domain/alerts/alerts.ts';
import { useIsLive } from '../../domain/market/freshness.ts';
import { useLive } from '../../domain/market/live/live.ts';
import { useRulesOf } from '../../domain/market/symbol-rules.ts';
import { scenario } from '../../domain/plans/what-if/scenario.ts';
import { closeDialog, dialog, focusAfterDialog, typedAhead } from '../../platform/dialogs.ts';
import { type Destination, useGoTo } from '../../platform/navigation/go-to.ts';
import { showNotice } from '../../platform/notice.ts';
import { useChangeSettings, useSetting, useTimeZone } from '../../platform/settings/settings.ts';
import { type Text, useText } from '../../text/use-text.ts';
import { KeyCaps } from '../../ui/controls/KeyCaps.tsx';
import { useToday } from '../../ui/filter/PeriodChoice.tsx';
import { failureSentences } from '../../ui/text/failures.ts';
import { alertEntries, readAlertRequest } from './alert-entries.ts';
import { type ListSearch, listEntries } from './list-entries.ts';
import { findEntries } from './search.ts';
import { type EntryKind, type PaletteEntry, useEntries } from './use-entries.ts';
import { whatIfEntries } from './what-if-entries.ts';
import './palette.css';

interface PaletteProps {
  accounts: readonly AccountSummary[];
  account: AccountSummary;
}

/** The command palette: finds screens, commands, settings, accounts and symbols by name. */
export function Palette(props: PaletteProps) {
  const text = useText();
  const open = useSelector(dialog) === 'palette';
  const openings = useOpenings(open);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && closeDialog('palette')}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog palette" aria-label={text.palette.title} finalFocus={focusAfterDialog}>
          <PaletteList key={openings} {...props} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Counts the times that the palette opened. A palette that opens in the frame after it closed starts empty. */
function useOpenings(open: boolean): number {
  const [seen, setSeen] = useState({ open, count: 0 });
  if (seen.open !== open) setSeen({ open, count: open ? seen.count + 1 : seen.count });
  return seen.count;
}

/** Maximum number of results. The user types more to find the others. */
const maxResults = 50;
/** Number of recent choices that are listed. */
const shownRecent = 5;

interface EntryGroup {
  label: string;
  items: PaletteEntry[];
}

/** Focuses the text field as soon as it exists. The dialog would wait for a frame and lose what is typed before it. */
function focusInput(input: HTMLInputElement | null): void {
  input?.focus();
}

function PaletteList({ accounts, account }: PaletteProps) {
  const text = useText();
  const words = text.palette;
  const [query, setQuery] = useState(() => typedAhead.get());
  const recentChoices = useSetting('recentChoices');
  const change = useChangeSettings();
  const entries = useEntries(accounts, account);
  const searching = query.trim() !== '';

  const alerts = useAlertEntries(query, account.id, entries);
  const questions = useQuestions(query, account.id, entries);
  const known = useMemo(
    () => [...alerts, ...questions, ...findEntries(entries, query, recentChoices)],
    [alerts, questions, entries, query, recentChoices],
  );
  const searches = useSearches(query, account.id, entries, known.length > 0);
  const found = useMemo(() => [...known, ...searches], [known, searches]);
  const groups = useMemo(
    () => (searching ? [{ label: '', items: found.slice(0, maxResults) }] : groupsOf(entries, recentChoices, text)),
    [searching, found, entries, recentChoices, text],
  );
  const symbolCount = entries.filter(({ kind }) => kind === 'symbol').length;

  const choose = (entry: PaletteEntry): void => {
    const { id, run } = entry;
    // Alerts, questions and searches of the query cannot be chosen again from the recent choices.
    if (entries.includes(entry)) change({ recentChoices: [id, ...recentChoices].slice(0, maxRecentChoices) });
    closeDialog('palette');
    // In a later task, when the dialog has returned the focus, so that the next dialog returns it to the same element.
    window.setTimeout(run);
  };

  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      mode="none"
      autoHighlight="always"
      keepHighlight
      value={query}
      onValueChange={(value, { reason }) => reason !== 'item-press' && setQuery(value)}
      itemToStringValue={({ label }: PaletteEntry) => label}
    >
      <div className="palette-head">
        <Search size={16} className="palette-icon" aria-hidden="true" />
        <Autocomplete.Input
          ref={focusInput}
          className="palette-input"
          maxLength={maxTypedLength}
          aria-label={words.title}
          placeholder={words.placeholder}
          spellCheck={false}
          autoComplete="off"
        />
      </div>
      <Autocomplete.List className="palette-list">
        {(group: EntryGroup) => (
          <Autocomplete.Group key={group.label} items={group.items} className="palette-group">
            {group.label !== '' && (
              <Autocomplete.GroupLabel className="palette-title">{group.label}</Autocomplete.GroupLabel>
            )}
            <Autocomplete.Collection>
              {(entry: PaletteEntry) => (
                <Autocomplete.Item
                  key={entry.id}
                  value={entry}
                  className="palette-item"
                  data-kind={entry.kind}
                  onClick={() => choose(entry)}
                  render={markSelected}
                >
                  <span className="palette-label">{entry.label}</span>
                  {entry.current && (
                    <span className="palette-current">
                      <Check size={14} aria-hidden="true" />
                      {entry.kind === 'setting' ? words.inForce : words.shown}
                    </span>
                  )}
                  {entry.shortcut && <KeyCaps shortcut={entry.shortcut} />}
                  {(searching || group.label === words.recent) && (
                    <span className="palette-kind">{words.kinds[entry.kind]}</span>
                  )}
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
      <div className="palette-foot">
        <Autocomplete.Status className="palette-note">
          {searching ? countWords(found.length, text) : words.symbols(symbolCount)}
        </Autocomplete.Status>
        <Hints />
      </div>
    </Autocomplete.Root>
  );
}

/** Renders an item as a selected option if Enter would choose it (ARIA listbox pattern). */
function markSelected(props: HTMLAttributes<HTMLDivElement>, { highlighted }: { highlighted: boolean }) {
  // biome-ignore lint/a11y/useFocusableInteractive: the text field keeps the focus and refers to the option
  return <div {...props} role="option" aria-selected={highlighted} />;
}

function countWords(found: number, { palette }: Text): string {
  return found > maxResults ? palette.more(found - maxResults) : palette.results(found);
}

function Hints() {
  const { palette } = useText();
  return (
    <span className="palette-hints" aria-hidden="true">
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> {palette.move}
      </span>
      <span>
        <kbd>↵</kbd> {palette.choose}
      </span>
      <span>
        <kbd>Esc</kbd> {palette.close}
      </span>
    </span>
  );
}

/** Returns the entries without a query: recent choices, then groups by kind. Symbols are too many to list. */
function groupsOf(entries: readonly PaletteEntry[], recentChoices: readonly string[], text: Text): EntryGroup[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const recent = [...new Set(recentChoices)].flatMap((id) => byId.get(id) ?? []).slice(0, shownRecent);
  const listed = entries.filter((entry) => !entry.isUnlisted && !recent.includes(entry));
  const ofKind = (kind: EntryKind): PaletteEntry[] => listed.filter((entry) => entry.kind === kind);
  const { recent: recentWord, groups: words } = text.palette;
  return [
    { label: recentWord, items: recent },
    { label: words.screen, items: ofKind('screen') },
    { label: words.command, items: ofKind('command') },
    { label: words.setting, items: ofKind('setting') },
    { label: words.account, items: ofKind('account') },
  ].filter(({ items }) => items.length > 0);
}

/** The entries that search the lists of the account for the query. */
function useSearches(
  query: string,
  account: string,
  entries: readonly PaletteEntry[],
  hasOthers: boolean,
): readonly PaletteEntry[] {
  const text = useText();
  const zone = useTimeZone();
  const today = useToday();
  const goTo = useGoTo();
  return useMemo(() => {
    if (query.trim() === '') return [];
    const from = text.palette.title;
    const go: ListSearch['go'] = (list, filter) => goTo({ kind: 'list', account, list, filter, from } as Destination);
    return listEntries(query, { hasOthers, entries, zone, today, go }, text);
  }, [query, account, entries, hasOthers, zone, today, text, goTo]);
}

/** The entries for a query such as "what if btc falls 5%", which are answered on Open plans. */
function useQuestions(query: string, account: string, entries: readonly PaletteEntry[]): PaletteEntry[] {
  const text = useText();
  const recentChoices = useSetting('recentChoices');
  const goTo = useGoTo();
  return useMemo(
    () =>
      whatIfEntries(query, entries, recentChoices, text, (symbol, percent) => {
        if (symbol === null) {
          scenario.set({ kind: 'shift', percent });
          goTo({ kind: 'screen', account, screen: 'open-plans' });
        } else {
          scenario.set({ kind: 'move', account, symbol, percent });
          goTo({ kind: 'open-plans', account, symbol });
        }
      }),
    [query, account, entries, recentChoices, text, goTo],
  );
}

/** The entries for a query such as "alert btc 95000", which create an alert of the account. */
function useAlertEntries(query: string, account: string, entries: readonly PaletteEntry[]): PaletteEntry[] {
  const text = useText();
  const recentChoices = useSetting('recentChoices');
  const isAlert = readAlertRequest(query) !== null;
  const tickers = useLive('futures-tickers', account, isAlert);
  const isLive = useIsLive(tickers);
  const rulesOf = useRulesOf(account);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new price must not change what is about to be chosen
  return useMemo(() => {
    const create = async (condition: AlertCondition, words: string): Promise<void> => {
      const saved = await saveAlert({ account, condition, paused: false });
      showNotice(saved.ok ? text.alerts.saved(words) : failureSentences(saved.error, text));
    };
    return alertEntries(query, entries, recentChoices, text, {
      priceOf(symbol) {
        const last = isLive ? tickers.rows.find((row) => row.symbol === symbol)?.last : null;
        return last ? { last, pricePrecision: rulesOf(symbol)?.pricePrecision } : null;
      },
      create: (condition, words) => void create(condition, words),
      open: (symbol, level) => openNewAlert(symbol, level, { account }),
    });
  }, [query, account, entries, recentChoices, text, isLive, rulesOf]);
}
