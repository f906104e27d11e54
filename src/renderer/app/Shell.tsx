import { useSelector } from '@tanstack/react-store';
import { useEffect, useReducer, useRef, useState } from 'react';
import type { AccountSummary } from '../../shared/contract/accounts.ts';
import { ofAccount, useShownAccounts } from '../domain/accounts/use-shown-archive.ts';
import { usePresence } from '../domain/alerts/presence.ts';
import { useRecordedPlans } from '../domain/market/live/live.ts';
import { ActivityNotice } from '../features/alerts/ActivityNotice.tsx';
import { dialog, focusScreen, openDialog } from '../platform/dialogs.ts';
import { hostGone } from '../platform/host-gone.ts';
import { useClearPendingRow } from '../platform/navigation/pending.ts';
import { showNotice } from '../platform/notice.ts';
import { settingsReplaced, useChangeSettings, useSetting } from '../platform/settings/settings.ts';
import { afterFirstRows, startTimer, whenIdle } from '../platform/timer.ts';
import { useText } from '../text/use-text.ts';
import { TroubleLine } from '../ui/screen/Bar.tsx';
import { UndoToast } from '../ui/screen/UndoToast.tsx';
import { AccountBanner, FileBanner, HostBanner, LeftEntriesBanner, SameOrdersBanner } from './Banners.tsx';
import { DemoStrip } from './DemoStrip.tsx';
import type { DialogsProps } from './Dialogs.tsx';
import { ErrorBoundary, PartFailed } from './ErrorBoundary.tsx';
import { Header } from './Header.tsx';
import { useMainPage } from './main-page.ts';
import { Navigation } from './Navigation.tsx';
import { NotLoaded, onDemand } from './on-demand.tsx';
import { preloadScreens, screenParts } from './screens.tsx';
import { useKeys, useProgramCommands, useReconnect } from './use-program-commands.ts';
import { useScreenHistory } from './use-screen-history.ts';

/** Maximum milliseconds until the dialogs are loaded on a busy computer. */
const maxIdleWaitMs = 2000;

/** Resolves after the first rows, or when a dialog opens. */
async function untilIdleOrOpen(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { unsubscribe } = dialog.subscribe((name) => name !== null && resolve());
  afterFirstRows(resolve, maxIdleWaitMs);
  if (dialog.get() !== null) resolve();
  await promise;
  unsubscribe();
}

const Dialogs = onDemand<DialogsProps>(
  async () => {
    await untilIdleOrOpen();
    return (await import('./Dialogs.tsx')).Dialogs;
  },
  function NoDialogs() {
    const [isMissed, setMissed] = useState(false);
    const name = useSelector(dialog);
    useEffect(() => {
      if (name === null) return;
      setMissed(true);
      // An open dialog takes the keys of the page.
      dialog.set(null);
    }, [name]);
    return (
      isMissed && (
        <div className="toasts">
          <NotLoaded form="toast" />
        </div>
      )
    );
  },
);

/** Closes the dialog that cannot be rendered, and keeps the others. Without an open dialog, another try could not end. */
function DialogsFailed({ retry }: { retry: () => void }) {
  const text = useText();
  const [wasOpen] = useState(() => dialog.get() !== null);
  useEffect(() => {
    if (!wasOpen) return;
    dialog.set(null);
    showNotice(`${text.failure.pageFailed} ${text.failure.reloadPage}`);
    retry();
  }, [wasOpen, retry, text]);
  return (
    !wasOpen && (
      <div className="toasts">
        <PartFailed part="dialogs" />
      </div>
    )
  );
}

export function Shell({ accounts }: { accounts: readonly AccountSummary[] }) {
  const screen = useSetting('screen');
  const chosen = useSetting('account');
  const changeSettings = useChangeSettings();
  const replaced = useSelector(settingsReplaced);
  const [tries, retryDialogs] = useReducer((count: number) => count + 1, 0);
  const account = accounts.find((each) => each.id === chosen) ?? accounts[0];
  if (!account) throw new Error('There is no account, not even the demo account.');
  useKeys();
  useReconnect();
  useProgramCommands(accounts, account);
  usePreloadedScreens();
  useRecordedPlans(account.id);
  useMainPage();
  const visited = useScreenHistory(accounts, account);
  useClearPendingRow(account.id, screen);

  const isHostGone = useSelector(hostGone);
  const Screen = screenParts[screen];
  const { accounts: shown } = useShownAccounts(account);
  const choose = (id: string): void => changeSettings(ofAccount(id));
  const manage = (): void => openDialog('accounts');
  return (
    <div className="shell">
      <SkipLink />
      <Header visited={visited} accounts={accounts} account={account} onManage={manage} />
      <Navigation current={screen} onChoose={(next) => changeSettings({ screen: next })} />
      <main id="main" className="main" tabIndex={-1}>
        <TroubleLine />
        {isHostGone ? (
          <HostBanner />
        ) : (
          <>
            <FileBanner />
            <LeftEntriesBanner />
            <AccountBanner account={account} onManage={manage} />
            <SameOrdersBanner account={account} onManage={manage} />
          </>
        )}
        <DemoStrip accounts={accounts} account={account} />
        <ErrorBoundary key={`${screen} ${connectionKeyOf(account)} ${replaced}`} part={screen}>
          <Screen account={account} />
        </ErrorBoundary>
      </main>
      <ErrorBoundary key={tries} part="dialogs" fallback={<DialogsFailed retry={retryDialogs} />}>
        <Dialogs accounts={accounts} account={account} onChoose={choose} />
      </ErrorBoundary>
      <div className="toasts">
        <ActivityNotice />
        <UndoToast />
      </div>
      {shown.map(({ id }) => (
        <InFront key={id} account={id} />
      ))}
    </div>
  );
}

/** Reports that an account is in the window in front. */
function InFront({ account }: { account: string }) {
  usePresence(account);
  return null;
}

/** Returns a text that changes with the account's address and keys, so that its screen starts from scratch. */
function connectionKeyOf({ id, kind, baseUrl, credentials }: AccountSummary): string {
  return kind === 'demo' ? id : `${id} ${baseUrl} ${credentials?.savedAt}`;
}

/** Milliseconds from the start until the other screens are loaded, because the first data has priority. */
const preloadDelayMs = 1000;

/** Loads the code of the other screens in idle time, so that they appear at once. */
function usePreloadedScreens(): void {
  useEffect(() => {
    let cancel = startTimer(() => {
      cancel = whenIdle(() => void preloadScreens().catch(() => {}));
    }, preloadDelayMs);
    return () => cancel();
  }, []);
}

/**
 * The first link of the page, which leads to the table. Escape closes a popup, and the browser then focuses the first
 * element of the page if the opener is gone. The link passes that focus to the screen, so Escape never shows it.
 */
function SkipLink() {
  const text = useText();
  const lastKey = useRef('');
  useEffect(() => {
    const recordKey = ({ key }: KeyboardEvent): void => {
      lastKey.current = key;
    };
    window.addEventListener('keydown', recordKey, { capture: true });
    return () => window.removeEventListener('keydown', recordKey, { capture: true });
  }, []);
  return (
    // biome-ignore lint/a11y/useValidAnchor: the link is one, but following it would add an entry to the page's history
    <a
      className="skip"
      href="#main"
      onFocus={() => {
        if (lastKey.current === 'Escape') focusScreen();
      }}
      onClick={(event) => {
        event.preventDefault();
        focusScreen();
      }}
    >
      {text.navigation.skip}
    </a>
  );
}
