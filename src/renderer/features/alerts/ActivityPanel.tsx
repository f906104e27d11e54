import { Dialog } from '@base-ui/react/dialog';
import { Menu } from '@base-ui/react/menu';
import { Tabs } from '@base-ui/react/tabs';
import { useSelector } from '@tanstack/react-store';
import { BellRing, CircleCheck, CircleX, LogOut, Plug, Ruler, Unplug } from 'lucide-react';
import { useState } from 'react';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import type { Activity } from '../../../shared/contract/alerts.ts';
import { type ActivityKind, activityKinds, kindOfActivity } from '../../../shared/text/activity-words.ts';
import { dayOf } from '../../../shared/time/days.ts';
import { formatTimestamp } from '../../../shared/time/time.ts';
import { FailureNotice } from '../../domain/accounts/FailureNotice.tsx';
import { markRead, readActivitiesAgain, useActivity } from '../../domain/alerts/activity.ts';
import { shownActivities } from '../../domain/alerts/chosen-activity.ts';
import { useUnwatched } from '../../domain/alerts/unwatched.ts';
import { PriceAlertItem } from '../../domain/market/PriceAlertItem.tsx';
import { SymbolItems } from '../../domain/market/SymbolItems.tsx';
import { failureOf } from '../../platform/client.ts';
import { useCommands } from '../../platform/commands.ts';
import { closeDialog, dialog, focusAfterDialog, openDialog } from '../../platform/dialogs.ts';
import { useTimeZone } from '../../platform/settings/settings.ts';
import { useText } from '../../text/use-text.ts';
import { RowMenu } from '../../ui/controls/RowMenu.tsx';
import { SelectOne } from '../../ui/controls/SelectOne.tsx';
import { EmptyNotice } from '../../ui/screen/Notices.tsx';
import { AlertList } from './AlertList.tsx';
import { SinceSection } from './since/SinceSection.tsx';
import { useActivityWords } from './use-activity-words.ts';
import { useShowActivity } from './use-system-notifications.ts';
import './alerts.css';

type View = 'activity' | 'alerts';

/** The panel with two tabs: activities and alerts. */
export function ActivityPanel({ account }: { account: AccountSummary }) {
  const text = useText();
  const opened = useSelector(dialog);
  const view: View | null = opened === 'activity' || opened === 'alerts' ? opened : null;
  // Closing leaves the tab, because an element that is removed with the focus takes the focus from the next dialog a frame later.
  const [shown, setShown] = useState<View>('activity');
  if (view !== null && view !== shown) setShown(view);
  useCommands({
    'show-activity': () => openDialog('activity'),
    'show-alerts': () => openDialog('alerts'),
  });
  const close = (): void => {
    closeDialog('activity');
    closeDialog('alerts');
    shownActivities.set(null);
  };
  return (
    <Dialog.Root open={view !== null} onOpenChange={(next) => !next && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop drawer-backdrop" />
        <Dialog.Popup className="drawer" data-beside finalFocus={focusAfterDialog}>
          <Tabs.Root className="drawer-tabs" value={view ?? shown} onValueChange={(next: View) => openDialog(next)}>
            <div className="drawer-header">
              <Dialog.Title className="visually-hidden">
                {shown === 'alerts' ? text.activity.alerts : text.activity.title}
              </Dialog.Title>
              <Tabs.List className="segmented" aria-label={text.activity.views}>
                <Tabs.Tab className="segment" value="activity">
                  {text.activity.title}
                </Tabs.Tab>
                <Tabs.Tab className="segment" value="alerts">
                  {text.activity.alerts}
                </Tabs.Tab>
              </Tabs.List>
              <Dialog.Close className="button">{text.activity.close}</Dialog.Close>
            </div>
            <Tabs.Panel className="drawer-body" value="activity">
              <SinceSection key={account.id} account={account} onShown={close} />
              <ActivityList onShown={close} />
            </Tabs.Panel>
            <Tabs.Panel className="drawer-body" value="alerts">
              <AlertList />
            </Tabs.Panel>
          </Tabs.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** If a plan order was last seen longer than this (ms) before it was missed, its item shows the time range. */
const maxGapMs = 60_000;

/** The activities of all accounts, or those that another part of the page has chosen, the latest first. */
function ActivityList({ onShown }: { onShown: () => void }) {
  const text = useText();
  const { activities: all, error } = useActivity();
  const ids = useSelector(shownActivities);
  const filter = useActivityFilter(ids === null ? all : all.filter(({ id }) => ids.includes(id)));
  const { activities } = filter;
  const unread = activities.filter(({ read }) => !read);
  const failure = failureOf(error);
  const menuOf = (id: string) => {
    const activity = activities.find((each) => each.id === id);
    const symbol = activity?.event.symbol ?? null;
    if (!activity || symbol === null) return null;
    return { label: symbol, items: <ActivityItems activity={activity} symbol={symbol} /> };
  };
  if (failure && all.length === 0) {
    return <FailureNotice failure={failure} form="panel" onRetry={readActivitiesAgain} />;
  }
  if (all.length === 0) {
    return (
      <>
        <UnwatchedAccounts />
        <EmptyNotice what={text.activity.none} next={text.activity.noneNext} />
      </>
    );
  }
  return (
    <>
      <UnwatchedAccounts />
      <div className="activity-tools">
        <ActivityFilter {...filter} />
        {ids !== null && (
          <button type="button" className="status-button" onClick={() => shownActivities.set(null)}>
            {text.activity.showAll(all.length)}
          </button>
        )}
        <button type="button" className="button" disabled={unread.length === 0} onClick={() => markRead(unread)}>
          {text.activity.markAllRead}
        </button>
      </div>
      {activities.length === 0 && <EmptyNotice what={text.activity.noMatch} next={text.activity.noMatchNext} />}
      <RowMenu className="activity-area" by="row" menuOf={menuOf} onChosen={onShown}>
        <ul className="activity-list" aria-label={text.activity.title}>
          {activities.map((activity) => (
            <ActivityItem key={activity.id} activity={activity} onShown={onShown} />
          ))}
        </ul>
      </RowMenu>
    </>
  );
}

/** The accounts whose plan orders are not watched, each with the reason. */
function UnwatchedAccounts() {
  const text = useText();
  const { accountName } = useActivityWords();
  const unwatched = useUnwatched() ?? [];
  if (unwatched.length === 0) return null;
  return (
    <section className="unwatched-accounts" aria-label={text.unwatched.title}>
      <p>{text.unwatched.explained}</p>
      <ul>
        {unwatched.map(({ account, failure }) => (
          <li key={account}>
            <strong>{accountName(account)}</strong>{' '}
            {failure === null
              ? text.unwatched.noKeys
              : text.sentences(text.errors[failure].what, text.errors[failure].next)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Menu items of an activity: its subject, what belongs to its symbol, and a new alert. */
function ActivityItems({ activity, symbol }: { activity: Activity; symbol: string }) {
  const text = useText();
  const showActivity = useShowActivity();
  const { account, event } = activity;
  const condition = event.kind === 'alert' ? event.condition : null;
  const market =
    event.kind === 'unlisted' || event.kind === 'listed'
      ? event.market
      : condition !== null && 'market' in condition
        ? condition.market
        : 'futures';
  return (
    <>
      <Menu.Item className="popup-item" onClick={() => showActivity(activity)}>
        {text.activity.show}
      </Menu.Item>
      <Menu.Separator className="popup-separator" />
      <SymbolItems account={account} tickersOf={market} symbol={symbol} />
      <Menu.Separator className="popup-separator" />
      <PriceAlertItem row={{ symbol }} columnId="symbol" account={account} market={market} />
    </>
  );
}

interface FilteredActivities {
  activities: readonly Activity[];
  /** ID of the account whose activities are shown; '' for all. The same of `kind`. */
  account: string;
  kind: ActivityKind | '';
  /** Accounts and kinds of which there are activities. */
  accounts: readonly string[];
  kinds: readonly ActivityKind[];
  setAccount: (account: string) => void;
  setKind: (kind: ActivityKind | '') => void;
}

function useActivityFilter(all: readonly Activity[]): FilteredActivities {
  const [account, setAccount] = useState('');
  const [kind, setKind] = useState<ActivityKind | ''>('');
  const kindsOfAll = new Set(all.map(kindOfActivity));
  return {
    activities: all.filter(
      (each) => (account === '' || each.account === account) && (kind === '' || kindOfActivity(each) === kind),
    ),
    account,
    kind,
    accounts: [...new Set(all.map((each) => each.account))],
    kinds: activityKinds.filter((each) => kindsOfAll.has(each) || each === kind),
    setAccount,
    setKind,
  };
}

/** The choice of one account and one kind. A choice that would hide nothing is left out. */
function ActivityFilter({ account, kind, accounts, kinds, setAccount, setKind }: FilteredActivities) {
  const words = useText().activity.filter;
  const { accountName } = useActivityWords();
  return (
    <div className="activity-filter">
      {accounts.length > 1 && (
        <SelectOne
          label={words.account}
          options={[
            { value: '', label: words.allAccounts },
            ...accounts.map((value) => ({ value, label: accountName(value) })),
          ]}
          value={account}
          onChange={setAccount}
          className="button"
        />
      )}
      {kinds.length > 1 && (
        <SelectOne
          label={words.kind}
          options={[
            { value: '', label: words.allKinds },
            ...kinds.map((value) => ({ value, label: words.kinds[value] })),
          ]}
          value={kind}
          onChange={setKind}
          className="button"
        />
      )}
    </div>
  );
}

/** An activity in one line. */
function ActivityItem({ activity, onShown }: { activity: Activity; onShown: () => void }) {
  const text = useText();
  const showActivity = useShowActivity();
  const { words, accountName, hasSeveral } = useActivityWords();
  const { title, detail } = words(activity);
  const show = (): void => {
    onShown();
    showActivity(activity);
  };
  return (
    <li className="activity-item" data-unread={!activity.read || undefined} data-row={activity.id}>
      <button type="button" className="activity-button" onClick={show}>
        <ActivityIcon activity={activity} />
        <ActivityTime activity={activity} />
        <span className="activity-line" title={text.activity.sentence(title, detail)}>
          <span className="activity-title">
            {!activity.read && <span className="activity-dot" role="img" aria-label={text.activity.isUnread} />}
            {title}
          </span>{' '}
          <span className="activity-detail">{detail}</span>
        </span>
        {hasSeveral && <span className="activity-account">{accountName(activity.account)}</span>}
      </button>
    </li>
  );
}

/** The time of an activity, without its date if that is today; marked as the latest possible if the plan orders were not read for a while. */
function ActivityTime({ activity: { event, at } }: { activity: Activity }) {
  const { activity: words } = useText();
  const zone = useTimeZone();
  const time = formatTimestamp(at, zone);
  const [day = '', clock = ''] = time.split(' ');
  const isToday = day === dayOf(Date.now(), zone);
  const isLate = event.kind === 'plan-left' && at - event.lastSeenAt >= maxGapMs;
  const shown = isToday ? clock : `${day.slice(5)} ${clock.slice(0, 5)}`;
  return (
    <time
      className="activity-time"
      dateTime={new Date(at).toISOString()}
      title={isLate ? words.between(formatTimestamp(event.lastSeenAt, zone), time) : time}
    >
      {isLate ? words.atLatest(shown) : shown}
    </time>
  );
}

function ActivityIcon({ activity: { event } }: { activity: Activity }) {
  if (event.kind === 'alert') return <BellRing size={16} aria-hidden="true" data-tone="accent" />;
  if (event.kind === 'unlisted') return <Unplug size={16} aria-hidden="true" data-tone="warning" />;
  if (event.kind === 'listed') return <Plug size={16} aria-hidden="true" />;
  if (event.kind === 'rules-changed') return <Ruler size={16} aria-hidden="true" data-tone="warning" />;
  switch (event.outcome?.status) {
    case 'fully-executed':
    case 'partially-executed':
      return <CircleCheck size={16} aria-hidden="true" />;
    case 'failed':
      return <CircleX size={16} aria-hidden="true" data-tone="warning" />;
    default:
      return <LogOut size={16} aria-hidden="true" data-tone="muted" />;
  }
}
