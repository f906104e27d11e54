import { Menu } from '@base-ui/react/menu';
import { useSelector } from '@tanstack/react-store';
import { Bell, BellOff, ChevronsUpDown, Clock, KeyRound, RefreshCw, TriangleAlert } from 'lucide-react';
import type { AccountSummary } from '../../shared/contract/accounts.ts';
import { commands } from '../../shared/settings/commands.ts';
import { ariaShortcut } from '../../shared/settings/shortcut.ts';
import { formatTimestamp, utcOffset } from '../../shared/time/time.ts';
import { useAccountChoices } from '../domain/accounts/use-shown-archive.ts';
import { useActivity } from '../domain/alerts/activity.ts';
import { useUnwatched } from '../domain/alerts/unwatched.ts';
import { currentAge, freshness } from '../domain/market/freshness.ts';
import type { NewsMarkProps } from '../features/alerts/since/NewsMark.tsx';
import { availableCommands, isMac, runCommand } from '../platform/commands.ts';
import { openDialog } from '../platform/dialogs.ts';
import { hostGone } from '../platform/host-gone.ts';
import { useChangeSettings, useSetting, useTimeZone } from '../platform/settings/settings.ts';
import { openSettings } from '../platform/settings/settings-part.ts';
import { shortcutsOf } from '../platform/shortcuts.ts';
import { afterFirstRows, useNow } from '../platform/timer.ts';
import { useWindowTitle } from '../platform/window-title.ts';
import { type Text, useText } from '../text/use-text.ts';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { MenuItem } from '../ui/controls/MenuItem.tsx';
import { RadioItems } from '../ui/controls/RadioMenu.tsx';
import { BarPlace } from '../ui/screen/Bar.tsx';
import { BackForward } from './BackForward.tsx';
import { onDemand } from './on-demand.tsx';
import { Product } from './Product.tsx';
import type { ScreenHistory } from './screen-history.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

interface HeaderProps {
  visited: ScreenHistory;
  accounts: readonly AccountSummary[];
  account: AccountSummary;
  onManage: () => void;
}

export function Header({ visited, accounts, account, onManage }: HeaderProps) {
  const text = useText();
  return (
    <header className="header">
      <Product />
      <BackForward visited={visited} />
      <AccountSwitcher accounts={accounts} account={account} onManage={onManage} />
      {account.credentials?.keptIn === 'session' && (
        <span
          className="session-keys"
          role="img"
          aria-label={text.accounts.keptForSession}
          title={text.accounts.keptForSession}
        >
          <KeyRound size={14} aria-hidden="true" />
        </span>
      )}
      {account.kind === 'demo' && (
        <span className="demo" title={text.account.demoExplained}>
          {text.account.demo}
        </span>
      )}
      <BarPlace />
      <Age />
      <RefreshButton />
      <TimeZoneLabel />
      <Unwatched accounts={accounts} />
      <ActivityBell account={account} />
    </header>
  );
}

interface AccountSwitcherProps {
  accounts: readonly AccountSummary[];
  account: AccountSummary;
  onManage: () => void;
}

/** The account that the screen shows, or all of them, and the choice between these. */
export function AccountSwitcher({ accounts, account, onManage }: AccountSwitcherProps) {
  const text = useText();
  const change = useChangeSettings();
  const { choices, shown } = useAccountChoices(accounts, account);
  const nameOf = (id: string): string => choices.find((each) => each.id === id)?.name ?? id;
  return (
    <Menu.Root>
      <Menu.Trigger className="account" aria-label={text.labeled(text.account.label, nameOf(shown))}>
        <span className="account-name">{nameOf(shown)}</span>
        <ChevronsUpDown size={14} aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="popup-positioner" sideOffset={4} align="start">
          <Menu.Popup className="popup popup-list">
            <RadioItems
              values={choices.map(({ id }) => id)}
              nameOf={nameOf}
              value={shown}
              onChange={(id) => change(choices.find((each) => each.id === id)?.change ?? {})}
            />
            <Menu.Separator className="popup-separator" />
            <MenuItem
              label={text.account.add}
              shortcut={shortcutsOf('add-account')[0]}
              onClick={() => openDialog('new-account')}
            />
            <MenuItem label={text.account.manage} shortcut={shortcutsOf('manage-accounts')[0]} onClick={onManage} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** The time zone of all times on the screen, with its current offset. It leads to the settings. */
function TimeZoneLabel() {
  const text = useText();
  const zone = useTimeZone();
  const offset = utcOffset(useNow(minute), zone);
  return (
    <button
      type="button"
      className="time-zone"
      aria-haspopup="dialog"
      title={text.timeZone.explained(zone, offset)}
      onClick={() => openSettings('timeZone')}
    >
      <Clock size={14} aria-hidden="true" />
      {text.timeZone.shown(zone, offset)}
    </button>
  );
}

/** Says beside the bell for which accounts it tells nothing at the moment. */
function Unwatched({ accounts }: Pick<HeaderProps, 'accounts'>) {
  const text = useText();
  const unwatched = useUnwatched() ?? [];
  const [first, ...others] = unwatched.map(({ account }) => accounts.find(({ id }) => id === account)?.name ?? account);
  if (first === undefined) return null;
  return (
    <button
      type="button"
      className="unwatched"
      aria-haspopup="dialog"
      title={text.unwatched.explained}
      onClick={() => openDialog('activity')}
    >
      <BellOff size={14} aria-hidden="true" />
      <span className="unwatched-name">
        {others.length === 0 ? text.unwatched.one(first) : text.unwatched.several(unwatched.length)}
      </span>
    </button>
  );
}

const [refreshKey] = commands.refresh.shortcuts;

/** Refreshes the screen, whichever it is. */
function RefreshButton() {
  const { refresh } = useText().toolbar;
  const isAvailable = useSelector(availableCommands).has('refresh');
  return (
    <IconButton
      label={refresh}
      icon={RefreshCw}
      aria-keyshortcuts={ariaShortcut(refreshKey, isMac)}
      disabled={!isAvailable}
      onClick={() => runCommand('refresh')}
    />
  );
}

/** Largest number that the bell shows. */
const maxShownCount = 99;

/** Loaded after the first rows, because it reads the history. */
const NewsMark = onDemand<NewsMarkProps>(
  async () => {
    await new Promise<void>((resolve) => afterFirstRows(resolve, maxMarkDelayMs));
    return (await import('../features/alerts/since/NewsMark.tsx')).NewsMark;
  },
  () => null,
);
/** Maximum milliseconds until the mark is loaded on a busy computer. */
const maxMarkDelayMs = 2000;
/** ID of the mark, which describes the bell. */
const newsMarkId = 'news-mark';

function ActivityBell({ account }: { account: AccountSummary }) {
  const text = useText();
  const [key = ''] = shortcutsOf('show-activity');
  const unread = useActivity().activities.filter(({ read }) => !read).length;
  useWindowTitle(unread, text.screens[useSetting('screen')], text.product);
  return (
    <button
      type="button"
      className="icon-button bell"
      aria-label={text.activity.bell(unread)}
      aria-describedby={newsMarkId}
      aria-haspopup="dialog"
      aria-keyshortcuts={ariaShortcut(key, isMac)}
      onClick={() => openDialog('activity')}
    >
      <Bell size={16} aria-hidden="true" />
      {unread > 0 && (
        <span className="bell-count" aria-hidden="true">
          {unread > maxShownCount ? `${maxShownCount}+` : unread}
        </span>
      )}
      <NewsMark id={newsMarkId} account={account} />
    </button>
  );
}

/** Age of the data on the screen, marked as stale once it exceeds the live time. */
export function Age() {
  const text = useText();
  const zone = useTimeZone();
  const { fetchedAt, liveFor, failure } = useSelector(freshness);
  const isHostGone = useSelector(hostGone);
  useNow();
  if (fetchedAt === null) return <span className="age">{failure ? text.age.never : ''}</span>;
  const age = currentAge(fetchedAt);
  const stale = failure !== null || isHostGone || age > (liveFor ?? Number.MAX_VALUE);
  const time = formatTimestamp(fetchedAt, zone);
  return (
    <span className="age" data-stale={stale || undefined} title={stale ? text.age.staleExplained(time) : time}>
      {stale && (
        <strong className="age-mark">
          <TriangleAlert size={14} aria-hidden="true" />
          {text.age.stale}
        </strong>
      )}
      {ageText(age, text)}
    </span>
  );
}

function ageText(age: number, text: Text): string {
  if (age < 2 * second) return text.age.justNow;
  if (age < 2 * minute) return text.age.seconds(Math.floor(age / second));
  if (age < 2 * hour) return text.age.minutes(Math.floor(age / minute));
  return age === Number.POSITIVE_INFINITY ? text.age.unknown : text.age.hours(Math.floor(age / hour));
}
