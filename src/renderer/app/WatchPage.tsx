import type { AccountSummary } from '../../shared/domain.ts';
import type { Activity } from '../../shared/market.ts';
import { useSystemNotifications } from '../features/alerts/use-system-notifications.ts';
import { WatchWindow } from '../features/watch/WatchWindow.tsx';
import { addressOfActivity } from '../state/chosen-activity.ts';
import { isMainPageThere } from '../state/main-page.ts';
import { Age } from './Age.tsx';

const isAlone = async (): Promise<boolean> => !(await isMainPageThere());

/** Where only the watch window is left, it tells what the main page would. */
export function WatchPage({ accounts }: { accounts: readonly AccountSummary[] }) {
  useSystemNotifications({ isNotifier: isAlone, show: showInMainPage });
  return <WatchWindow accounts={accounts} age={<Age />} />;
}

/** In a browser; in Electron the program itself hears the click. */
function showInMainPage(activity: Activity | null): void {
  window.open(addressOfActivity(activity?.id ?? null));
}
