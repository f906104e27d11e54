import { useEffect } from 'react';
import type { AccountSummary } from '../../shared/domain.ts';
import type { Activity } from '../../shared/market.ts';
import type { Settings } from '../../shared/settings.ts';
import { failureOf } from '../api/client.ts';
import { FailureNotice } from '../components/screen/Notices.tsx';
import { useSystemNotifications } from '../features/alerts/use-system-notifications.ts';
import { WatchWindow } from '../features/watch/WatchWindow.tsx';
import { useAccounts } from '../state/accounts.ts';
import { addressOfActivity } from '../state/chosen-activity.ts';
import { receiveEvents } from '../state/events.ts';
import { isMainPageOpen } from '../state/main-page.ts';
import { useSettingsQuery } from '../state/settings.ts';
import { Age } from './Age.tsx';
import { LanguageProvider } from './LanguageProvider.tsx';
import { Shell } from './Shell.tsx';

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

const isAlone = async (): Promise<boolean> => !(await isMainPageOpen());

/** Where only the watch window is left, it tells what the main page would. */
function WatchPage({ accounts }: { accounts: readonly AccountSummary[] }) {
  useSystemNotifications({ isNotifier: isAlone, show: showInMainPage });
  return <WatchWindow accounts={accounts} age={<Age />} />;
}

/** In a browser; in Electron the program itself hears the click. */
function showInMainPage(activity: Activity | null): void {
  window.open(addressOfActivity(activity?.id ?? null));
}

const prefersLight = window.matchMedia('(prefers-color-scheme: light)');

/** Puts theme, price colours and density on the document, where the style sheets look for them. */
function useTheme(settings: Settings | undefined): void {
  const theme = settings?.theme;
  const priceColours = settings?.priceColours;
  const density = settings?.density;
  useEffect(() => {
    if (!theme || !priceColours || !density) return;
    const apply = (): void => {
      const light = theme === 'light' || (theme === 'system' && prefersLight.matches);
      document.documentElement.dataset.theme = light ? 'light' : 'dark';
      document.documentElement.dataset.priceColours = priceColours;
      document.documentElement.dataset.density = density;
    };
    apply();
    prefersLight.addEventListener('change', apply);
    return () => prefersLight.removeEventListener('change', apply);
  }, [theme, priceColours, density]);
}
