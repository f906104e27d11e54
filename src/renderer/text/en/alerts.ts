import type { AlertKind } from '../../../shared/market.ts';
import { hostTextEn } from '../../../shared/text/host-en.ts';
import { countText as count } from '../number-form.ts';

/** Activity and alerts. */
export const alerts = {
  activity: {
    ...hostTextEn.activity,
    title: 'Activity',
    alerts: 'Alerts',
    views: 'Activity or alerts',
    close: 'Close',
    bell: (unread: number) => (unread === 0 ? 'Activity' : `Activity, ${count(unread)} unread`),
    markAllRead: 'Mark all as read',
    showAll: (number: number) => `Show all activity (${count(number)})`,
    isUnread: 'Unread',
    none: 'No activity yet',
    noneNext: 'Alerts that fire and plan orders that are no longer open appear here, even if the window was hidden.',
    show: 'Show',
    dismiss: 'Dismiss',
    ago: {
      now: 'just now',
      seconds: (seconds: number) => `${count(seconds)} sec ago`,
      minutes: (minutes: number) => `${count(minutes)} min ago`,
      hours: (hours: number) => `${count(hours)} hr ago`,
    },
    between: (from: string, to: string) => `Between ${from} and ${to}`,
    sentence: (title: string, detail: string) => `${title}: ${detail}`,
  },

  /** Accounts whose plan orders are not watched. */
  unwatched: {
    title: 'Accounts not watched',
    one: (account: string) => `${account} not watched`,
    several: (number: number) => `${count(number)} accounts not watched`,
    explained: 'Triggers and alerts of these accounts aren’t noticed at the moment.',
    noKeys: 'You kept these keys for one session. Enter them again in Accounts.',
  },

  alerts: {
    alertMe: 'Alert me…',
    new: 'New alert',
    change: 'Edit alert',
    make: 'Create alert',
    save: 'Save',
    cancel: 'Cancel',
    ofAccount: (account: string) => `Account: ${account}`,
    kind: 'Alert me when',
    kinds: {
      price: 'Price reaches a level',
      change: '24h change reaches a percentage',
      'plan-near': 'Plan order nears its trigger price',
      'plan-left': 'Plan order is no longer open',
      'plan-orphaned': 'Plan order has no matching position',
      stale: 'Data stops updating',
      'account-silent': 'Account requests fail',
    } satisfies Record<AlertKind, string>,
    explained: {
      price: 'Fires at the level. Re-arms once the price is 0.1% away.',
      change: 'Fires when the 24h change, up or down, reaches the percentage. Re-arms once the change is smaller.',
      'plan-near':
        'Distance from last price to trigger price. Fires once per plan order. Re-arms once the price has moved away.',
      'plan-orphaned':
        'Fires when the position that a plan order could close is no longer open, or is smaller than the plan order. That may be intended. Needs a complete order history.',
      'plan-left': 'Shows the outcome from the plan history, such as fully executed or canceled.',
      stale: 'Covers every list that is on screen or used by another alert.',
      'account-silent':
        'Fires after requests have failed for one minute, or immediately if only you can fix the cause: keys, permissions, or base URL.',
    } satisfies Record<AlertKind, string>,
    market: 'Market',
    markets: { futures: 'Futures', spot: 'Spot' },
    plans: 'Plan orders',
    scopes: { plan: 'This one', symbol: 'One symbol', all: 'All' },
    thePlan: (symbol: string, key: string) => `${symbol}, ${key.slice(key.indexOf(':') + 1)}`,
    direction: 'Direction',
    directions: { 'rises-to': 'Rises to', 'falls-to': 'Falls to', crosses: 'Crosses' },
    level: 'Level',
    lastNow: (price: string) => `Last price ${price}`,
    /** `percent` has a sign. */
    away: (level: string, percent: string) => `${level}, ${percent} from the last price`,
    presets: 'Suggested levels',
    myTrigger: 'At my trigger',
    atTrigger: (price: string) => `At my trigger ${price}`,
    percent: 'Within',
    atLeast: 'At least',
    minutes: 'No update for',
    minutesUnit: 'min',
    findSymbol: 'Search symbols',
    problems: {
      'no-symbol': 'Select a symbol.',
      'no-decimal': 'Enter a number, e.g. 1234.5.',
      'not-above-zero': 'Enter a number greater than 0.',
      'too-long': 'Too many digits.',
      'no-minutes': 'Enter a whole number from 1 to 1,440.',
    },
    saved: (condition: string) => `Alert saved: ${condition}`,
    none: 'No alerts yet',
    noneNext:
      'Create one here, right-click a plan order or a symbol, or type “alert btc 95000” in the command palette.',
    isPaused: 'Paused',
    neverFired: 'Not fired yet',
    lastFired: (time: string) => `Last fired ${time}`,
    pause: (alert: string) => `Pause: ${alert}`,
    resume: (alert: string) => `Resume: ${alert}`,
    edit: (alert: string) => `Edit: ${alert}`,
    remove: (alert: string) => `Delete: ${alert}`,
    pausedNow: (alert: string) => `Paused: ${alert}`,
    resumed: (alert: string) => `Resumed: ${alert}`,
    removed: (alert: string) => `Deleted: ${alert}`,
    notDone: 'Couldn’t change the alert. Try again.',
  },
};
