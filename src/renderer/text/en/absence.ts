import { counted } from './counted.ts';

/** What happened since a moment, beside the activity. */
export const absence = {
  absence: {
    label: 'Since you last looked',
    since: (time: string) => `Since ${time}`,
    choose: 'What happened since',
    moments: { lastLook: 'Last look', yesterday: 'Yesterday 0:00', day: '24 hours' },
    nothing: 'Nothing happened',
    mark: 'News since you last looked',
    from: (time: string) => `since ${time}`,
    orders: (number: number) => counted(number, 'order', 'orders'),
    filled: {
      buy: (number: number) => counted(number, 'buy filled', 'buys filled'),
      sell: (number: number) => counted(number, 'sell filled', 'sells filled'),
    },
    filledExplained: 'In full or in part',
    trades: (number: number) => counted(number, 'trade closed', 'trades closed'),
    incomplete: (number: number) => counted(number, 'incomplete trade closed', 'incomplete trades closed'),
    triggered: (number: number) => counted(number, 'plan order triggered', 'plan orders triggered'),
    failed: (number: number) => counted(number, 'plan order failed', 'plan orders failed'),
    left: (number: number) => counted(number, 'plan order no longer open', 'plan orders no longer open'),
    unknown: (number: number) =>
      counted(number, 'plan order no longer open, outcome unknown', 'plan orders no longer open, outcome unknown'),
    alerts: (number: number) => counted(number, 'alert', 'alerts'),
    asOf: (time: string) => `Orders as of ${time}`,
    partly: 'Some orders from this time aren’t downloaded yet',
    plansSeen: 'Plan orders: only those that Orderglass saw open',
    plansSeenExplained: 'A plan order that was placed and ended while Orderglass wasn’t running isn’t counted.',
    unknownLook: (accounts: string) => `No last look known of ${accounts}`,
    noSum: (accounts: string) => `PnL can’t be told, because orders of ${accounts} may be missing`,
    cut: 'Earlier activity is no longer kept',
    dismiss: 'Dismiss',
  },
};
