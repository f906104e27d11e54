import { accountsQuery } from '../domain/accounts/accounts.ts';
import { queryClient } from '../platform/query-client.ts';
import { settingsQuery } from '../platform/settings/settings.ts';
import { loadText } from '../text/load-text.ts';
import { systemLanguage } from './LanguageProvider.tsx';
import { isWatchWindow } from './main-page.ts';
import { loadScreen } from './screens.tsx';

/** Loads settings, accounts, texts, and the first screen. `App` shows what could not be loaded. */
export async function loadFirst(): Promise<void> {
  // Starts loading the likely catalog while the settings are read.
  loadText(systemLanguage()).catch(() => {});
  const [settings, accounts] = await Promise.all([
    queryClient.fetchQuery(settingsQuery),
    queryClient.fetchQuery(accountsQuery),
  ]);
  const { language, screen } = settings;
  const account = accounts.find(({ id }) => id === settings.account) ?? accounts[0];
  await Promise.all([
    loadText(language === 'system' ? systemLanguage() : language),
    isWatchWindow || !account ? null : loadScreen(screen, account.id),
  ]);
}
