import { countText as count } from '../number-form.ts';
import { counted } from './counted.ts';

/** The review of a day. */
export const review = {
  review: {
    title: 'Daily review',
    open: 'Review…',
    earlier: 'Previous day',
    later: 'Next day',
    close: 'Close',
    reading: 'Loading the trades of the day…',
    pnl: 'Closed trades',
    noTrades: 'No trades closed',
    plans: 'Plan orders',
    noPlans: 'Orderglass saw none end',
    triggered: (number: number) => `${count(number)} triggered`,
    failed: (number: number) => `${count(number)} failed`,
    left: (number: number) => `${count(number)} ended without a trigger`,
    unknown: (number: number) => `${count(number)} with unknown outcome`,
    stops: 'Stops now',
    stopsNotOf: (day: string) => `As of now, not of ${day}`,
    showAll: (number: number) => `Show all ${count(number)}`,
    readingPositions: 'Loading your positions…',
    notes: 'Notes',
    withoutNote: (number: number) => `${counted(number, 'trade', 'trades')} without a note`,
    allNoted: 'Every trade has a note',
    list: 'Trades of the day',
    keys: '↓ and ↑ move from note to note.',
    trade: (symbol: string, side: string) => `${symbol} ${side}`,
    closedAt: (time: string, duration: string) => `${time} · ${duration}`,
    more: (shown: number) => `The first ${count(shown)} trades of the day are shown.`,
    from: (day: string) => `review of ${day}`,
  },
};
