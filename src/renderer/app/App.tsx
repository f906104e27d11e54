import { type ReactNode, useCallback, useLayoutEffect } from 'react';
import type { AccountSummary } from '../../shared/contract/accounts.ts';
import type { Activity } from '../../shared/contract/alerts.ts';
import { useAccounts } from '../domain/accounts/accounts.ts';
import { FailureNotice } from '../domain/accounts/FailureNotice.tsx';
import { addressOfActivity } from '../domain/alerts/chosen-activity.ts';
import { useEarly } from '../domain/market/live/live.ts';
import { useSystemNotifications } from '../features/alerts/use-system-notifications.ts';
import { WatchWindow } from '../features/watch/WatchWindow.tsx';
import { failureOf } from '../platform/client.ts';
import { type Destination, GoTo } from '../platform/navigation/go-to.ts';
import { currentSettings, useChangeSettings, useSetting, useSettingsQuery } from '../platform/settings/settings.ts';
import { Tooltips } from '../ui/controls/Tooltips.tsx';
import { openDestination } from './destinations.ts';
import { ErrorBoundary, PartFailed } from './ErrorBoundary.tsx';
import { Age } from './Header.tsx';
import { LanguageProvider } from './LanguageProvider.tsx';
import { isMainPageOpen, isWatchWindow, openInMainPage } from './main-page.ts';
import { Shell } from './Shell.tsx';
import './shell.css';

/** The page. */
export function App() {
  return (
    <ErrorBoundary part="page" fallback={<PageFailed />}>
      <Page />
    </ErrorBoundary>
  );
}

/** Says that the page cannot be rendered, in the system's language and without any setting, which may be the cause. */
function PageFailed() {
  return (
    <LanguageProvider key="failed" language="system" settings={undefined}>
      <main className="start">
        <PartFailed part="page" />
      </main>
    </LanguageProvider>
  );
}

/** Waits for the settings and the accounts, which every screen needs. */
function Page() {
  const settings = useSettingsQuery();
  const accounts = useAccounts();

  // A failure to read them again does not replace the screen.
  const failure = settings.data && accounts.data ? null : failureOf(settings.error ?? accounts.error);
  if (failure) {
    const retry = (): void => {
      void settings.refetch();
      void accounts.refetch();
    };
    return (
      <>
        {settings.data && <Theme />}
        <LanguageProvider
          key="failure"
          language={settings.data ? currentSettings().language : 'system'}
          settings={undefined}
        >
          <main className="start">
            <FailureNotice failure={failure} form="panel" onRetry={retry} />
          </main>
        </LanguageProvider>
      </>
    );
  }
  if (!settings.data) return null;
  return (
    <>
      <Theme />
      <EarlyPlans />
      <Tooltips />
      {accounts.data && (
        <InOwnForm>
          <NamedShell />
        </InOwnForm>
      )}
    </>
  );
}

/** Shows its children in the language and with the figures that the user has chosen. */
function InOwnForm({ children }: { children: ReactNode }) {
  const language = useSetting('language');
  const numberGrouping = useSetting('numberGrouping');
  const figures = useSetting('figures');
  const tinyPrices = useSetting('tinyPrices');
  return (
    <LanguageProvider key="shell" language={language} settings={{ numberGrouping, figures, tinyPrices }}>
      {children}
    </LanguageProvider>
  );
}

/** The content of the page. It reads the accounts inside the language provider, which names the demo account. */
function NamedShell() {
  const accounts = useAccounts().data;
  const change = useChangeSettings();
  const openHere = useCallback(
    (destination: Destination) => openDestination(destination, change, currentSettings().screen),
    [change],
  );
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

/** Requests the open plan orders while the accounts and the texts are still being loaded. */
function EarlyPlans(): null {
  const account = useSetting('account');
  const screen = useSetting('screen');
  useEarly('open-plans', account, isWatchWindow || screen === 'open-plans');
  return null;
}

/** Sets theme, price colors, flashes and density as attributes of the document, for the style sheets. */
function Theme(): null {
  const theme = useSetting('theme');
  const priceColors = useSetting('priceColors');
  const density = useSetting('density');
  const flashes = useSetting('flashes');
  // Before the page is laid out: after it, each element would get its style a second time.
  useLayoutEffect(() => {
    const apply = (): void => {
      const light = theme === 'light' || (theme === 'system' && prefersLight.matches);
      document.documentElement.dataset.theme = light ? 'light' : 'dark';
      document.documentElement.dataset.priceColors = priceColors;
      document.documentElement.dataset.density = density;
      document.documentElement.dataset.flashes = flashes;
    };
    apply();
    prefersLight.addEventListener('change', apply);
    return () => prefersLight.removeEventListener('change', apply);
  }, [theme, priceColors, density, flashes]);
  return null;
}
