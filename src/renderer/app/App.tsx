import { useCallback, useEffect } from 'react';
import type { AccountSummary } from '../../shared/contract/accounts.ts';
import type { Activity } from '../../shared/contract/alerts.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import { useAccounts } from '../domain/accounts/accounts.ts';
import { FailureNotice } from '../domain/accounts/FailureNotice.tsx';
import { addressOfActivity } from '../domain/alerts/chosen-activity.ts';
import { useSystemNotifications } from '../features/alerts/use-system-notifications.ts';
import { WatchWindow } from '../features/watch/WatchWindow.tsx';
import { failureOf } from '../platform/client.ts';
import { GoTo, type Place } from '../platform/navigation/go-to.ts';
import { useChangeSettings, useSettingsQuery } from '../platform/settings/settings.ts';
import { receiveEvents } from './events.ts';
import { Age } from './Header.tsx';
import { LanguageProvider } from './LanguageProvider.tsx';
import { isMainPageOpen, isWatchWindow, openInMainPage } from './main-page.ts';
import { openPlace } from './places.ts';
import { Shell } from './Shell.tsx';
import './shell.css';

/** The page. Waits for the settings and the accounts, which every screen needs. */
export function App() {
  const settings = useSettingsQuery();
  const accounts = useAccounts();
  useTheme(settings.data);

  useEffect(receiveEvents, []);

  // A failure to read them again does not replace the screen.
  const failure = settings.data && accounts.data ? null : failureOf(settings.error ?? accounts.error);
  if (failure) {
    const retry = (): void => {
      void settings.refetch();
      void accounts.refetch();
    };
    return (
      <LanguageProvider key="failure" language={settings.data?.language ?? 'system'} settings={undefined}>
        <main className="start">
          <FailureNotice failure={failure} form="panel" onRetry={retry} />
        </main>
      </LanguageProvider>
    );
  }
  if (!settings.data || !accounts.data) return null;
  return (
    <LanguageProvider key="shell" language={settings.data.language} settings={settings.data}>
      <NamedShell />
    </LanguageProvider>
  );
}

/** The content of the page. It reads the accounts inside the language provider, which names the demo account. */
function NamedShell() {
  const accounts = useAccounts().data;
  const change = useChangeSettings();
  const openHere = useCallback((place: Place) => openPlace(place, change), [change]);
  if (!accounts) return null;
  return (
    <GoTo value={isWatchWindow ? openInMainPage : openHere}>
      {isWatchWindow ? <WatchPage accounts={accounts} /> : <Shell accounts={accounts} />}
    </GoTo>
  );
}

const isOnlyPage = async (): Promise<boolean> => !(await isMainPageOpen());

/** The watch window. It shows the notifications if no main page is open. */
function WatchPage({ accounts }: { accounts: readonly AccountSummary[] }) {
  useSystemNotifications({ isNotifier: isOnlyPage, show: showInMainPage });
  return <WatchWindow accounts={accounts} age={<Age />} />;
}

/** Opens the main page in a browser. In Electron the main process handles the click. */
function showInMainPage(activity: Activity | null): void {
  window.open(addressOfActivity(activity?.id ?? null));
}

const prefersLight = window.matchMedia('(prefers-color-scheme: light)');

/** Sets theme, price colors, flashes and density as attributes of the document, for the style sheets. */
function useTheme(settings: Settings | undefined): void {
  const theme = settings?.theme;
  const priceColours = settings?.priceColours;
  const density = settings?.density;
  const flashes = settings?.flashes;
  useEffect(() => {
    if (!theme || !priceColours || !density || !flashes) return;
    const apply = (): void => {
      const light = theme === 'light' || (theme === 'system' && prefersLight.matches);
      document.documentElement.dataset.theme = light ? 'light' : 'dark';
      document.documentElement.dataset.priceColours = priceColours;
      document.documentElement.dataset.density = density;
      document.documentElement.dataset.flashes = flashes;
    };
    apply();
    prefersLight.addEventListener('change', apply);
    return () => prefersLight.removeEventListener('change', apply);
  }, [theme, priceColours, density, flashes]);
}
