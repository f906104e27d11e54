import { useMemo } from 'react';
import type { AlertCondition } from '../../../shared/contract/alerts.ts';
import { openNewAlert, saveAlert } from '../../domain/alerts/alerts.ts';
import { showNotice } from '../../platform/notice.ts';
import { useSettings } from '../../platform/settings/settings.ts';
import { useText } from '../../text/use-text.ts';
import { failureSentences } from '../../ui/text/failures.ts';
import { alertEntries } from './alert-entries.ts';
import type { PaletteEntry } from './use-entries.ts';

/** The entries for a query such as "alert btc 95000", which create an alert of the account. */
export function useAlertEntries(query: string, account: string, entries: readonly PaletteEntry[]): PaletteEntry[] {
  const text = useText();
  const { recentChoices } = useSettings();
  return useMemo(() => {
    const create = async (condition: AlertCondition, words: string): Promise<void> => {
      const saved = await saveAlert({ account, condition, paused: false });
      showNotice(saved.ok ? text.alerts.saved(words) : failureSentences(saved.error, text));
    };
    return alertEntries(query, entries, recentChoices, text, {
      create: (condition, words) => void create(condition, words),
      open: (symbol) => openNewAlert(symbol, null, { account }),
    });
  }, [query, account, entries, recentChoices, text]);
}
