import { useEffect } from 'react';
import { failureOf } from '../api/client.ts';
import { FailureNotice } from '../components/screen/FailureNotice.tsx';
import { receiveEvents } from '../state/events.ts';
import { useAccounts } from '../state/queries.ts';
import { useSettingsQuery } from '../state/settings.ts';
import { LanguageProvider } from './LanguageProvider.tsx';
import { Shell } from './Shell.tsx';
import { useTheme } from './use-theme.ts';
import { WatchPage } from './WatchPage.tsx';

/** Which part of the program this page shows (main/window.ts). */
const isWatch = window.location.hash === '#watch';

/** Waits for what every screen needs: the settings and the accounts. */
export function App() {
  const settings = useSettingsQuery();
  const accounts = useAccounts();
  useTheme(settings.data);

  useEffect(receiveEvents, []);

  // What is known stays on the screen where it cannot be read anew.
  const failure = settings.data && accounts.data ? null : failureOf(settings.error ?? accounts.error);
  if (failure) {
    const retry = (): void => {
      void settings.refetch();
      void accounts.refetch();
    };
    return (
      <LanguageProvider key="failure" language={settings.data?.language ?? 'system'} numberGrouping="comma">
        <main className="start">
          <FailureNotice failure={failure} form="panel" onRetry={retry} />
        </main>
      </LanguageProvider>
    );
  }
  if (!settings.data || !accounts.data) return null;
  return (
    <LanguageProvider key="shell" language={settings.data.language} numberGrouping={settings.data.numberGrouping}>
      <NamedShell />
    </LanguageProvider>
  );
}

/** The accounts with the names that they have in the words around it. */
function NamedShell() {
  const accounts = useAccounts().data;
  if (!accounts) return null;
  return isWatch ? <WatchPage accounts={accounts} /> : <Shell accounts={accounts} />;
}
