import type { IncompleteReason, SizeReason } from '../../../shared/orders/trades.ts';
import { countText as count } from '../number-form.ts';
import { counted } from './counted.ts';

/** Open plans, tickers, and the watch window. */
export const market = {
  plans: {
    /** Without a sign: the direction to the trigger price is unknown. */
    percent: (value: string) => `${value}%`,
    crossed: 'Crossed',
    crossedBy: (percent: string) => `Crossed ${percent}%`,
    crossedStillOpen: (status: string) => `${status}, crossed`,
    exactMove: (move: string, shown: string) => `${move} (${shown})`,
    /** A figure from data that is no longer live. */
    old: (figure: string) => `${figure} (old)`,
    menu: (symbol: string) => `${symbol} plan order`,
    alertNear: 'Alert me near its trigger price…',
    alertLeft: 'Alert me when it’s no longer open…',
    alertPrice: (symbol: string) => `Alert me on ${symbol} price…`,
    hasLeft: 'This plan order is no longer open. Details are from the last update.',
    notHere: 'This plan order is no longer open.',
    toTrigger: 'from last price to trigger price',
    noSide: 'Without a sign: the exchange doesn’t say whether it triggers on a rise or a fall.',
    crossedExplained: 'The price has reached the trigger price, but the plan order is still open',
    nearestFirst: 'Next event first',
    sortedBy: (columns: string) => `Sorted by ${columns}`,
    /** By what holds the rows. */
    sortingPaused: {
      details: 'Sorting paused while details are open',
      selection: 'Sorting paused while rows are selected',
      pointer: 'Sorting paused while you point here',
      keyboard: 'Sorting paused while you use the arrow keys',
    },
    movedAhead: (number: number) =>
      number === 1 ? '1 plan has moved ahead' : `${count(number)} plans have moved ahead`,
    fellBehind: (number: number) =>
      number === 1 ? '1 plan has fallen behind' : `${count(number)} plans have fallen behind`,
    moved: (number: number) => (number === 1 ? '1 plan is out of place' : `${count(number)} plans are out of place`),
    sortAgain: 'Re-sort',
    oldDistances: (time: string) => `Distances not live: data from ${time}`,
    noPrices: 'No prices yet, so distances are unknown',
    /** A list as a file. */
    asCsv: (list: string, rows: number) => `${list} (${count(rows)}) as CSV`,
    /** Columns of several fields. */
    joint: {
      sideQuantity: 'Side and quantity',
      exits: 'TP / SL %',
    },
    accounts: 'Account status',
    explained:
      'A plan order waits at the exchange until the last price reaches its trigger price, and then becomes an order. Other exchanges call it a trigger, conditional, or stop order. Those below a position are its stops, its targets, and orders that add to it.',
    number: (number: number) => counted(number, 'plan order', 'plan orders'),
  },

  /** The table of positions with their plan orders. */
  cockpit: {
    level: 'Entry/trigger',
    result: 'PnL/result',
    cover: 'Stop/role',
    /** Behind a symbol, where room lacks. */
    marginTags: { isolated: 'Iso', cross: 'Cross' },
    stop: (percent: string) => `Stop ${percent}%`,
    target: (percent: string) => `Target ${percent}%`,
    /** Of a stop or a target before which others close the whole position. */
    noneLeft: { stop: 'Stop, 0% left', target: 'Target, 0% left' },
    /** `others`: number of orders without a row among them. */
    takenFirst: (others: number, isSamePrice: boolean) =>
      `${isSamePrice ? 'orders that are nearer or at the same price' : 'nearer orders'} close the whole position first${others === 0 ? '' : `, among them ${counted(others, 'order that is no plan order and has no row', 'orders that are no plan orders and have no row')}`}`,
    adds: 'Adds',
    nextEvent: (distance: string) => `Next order: ${distance}`,
    levels: { entry: 'Entry', stop: 'Stop', target: 'Target' },
    crossed: (level: string, time: string, isRise: boolean) =>
      `${level} crossed at ${time}, ${isRise ? 'rising' : 'falling'}`,
    near: (percent: string) => `≤ ${percent}%`,
    nearOnly: (percent: string) => `Fires within ${percent}%`,
    foldAll: 'Fold plan orders',
    unfoldAll: 'Show plan orders',
    groupBySymbol: 'Group plan orders without a position by symbol',
    notSummed: (number: number) =>
      `Not in the sums: ${counted(number, 'plan order', 'plan orders')} whose size or side can’t be told.`,
    /** Of a switch for something that stands beside the table in a wider window. */
    instead: 'in the table’s place, because this window has no room beside it',
  },

  /** The day at a glance, above the open plans. */
  day: {
    title: 'Today',
    today: 'Realized today',
    of: (quote: string) => `Today ${quote}`,
    before: 'before fees',
    after: 'after fees',
    explained:
      'Realized PnL of the orders created today in your time zone. With fee rates (Settings) it is after estimated fees.',
    partly: (accounts: string) =>
      `${accounts}: orders of today may be missing, or the PnL or the fees of some aren’t known.`,
    nothing: 'Nothing realized',
    unknown: 'Can’t be told yet',
    next: 'Next events',
    roles: { stop: 'stop', target: 'target' },
    /** A distance as a multiple of the difference between high and low of the last 24 hours. */
    ranges: (days: string) => `${days} × the range of the last 24 hours`,
    shortRanges: (days: string) => `${days}×24h`,
    sinceLook: 'Since you looked',
    sinceLookExplained: (time: string | null) =>
      `Unread activity${time === null ? '' : ` since your last look at ${time}`}: alerts that fired, and plan orders that are no longer open.`,
    nothingNew: 'Nothing new',
    fired: (number: number) => `${count(number)} new`,
    failed: (number: number) => `${count(number)} failed`,
    unwatched: (number: number) => (number === 1 ? 'Not watched' : `${count(number)} accounts not watched`),
  },

  /** The size of a symbol's contract. */
  contractSize: {
    title: 'Contract size',
    label: 'Contract size in the base currency',
    example: 'e.g. 0.01',
    wrong: 'Enter a number above zero, e.g. 0.01.',
    confirm: 'Confirm',
    remove: 'Remove',
    saved: 'Contract size saved',
    removed: 'Contract size removed',
    shared: 'One size for all accounts of this exchange. It’s used as long as the trades don’t contradict it.',
    typed: (size: string) => `${size}, entered by you`,
    since: (size: string, day: string) => `${size} since ${day}. Earlier trades show another size.`,
    between: (from: string, to: string) => `The trades allow ${from} to ${to}.`,
    agree: (agreeing: number, trades: number) => `${count(agreeing)} of ${counted(trades, 'trade', 'trades')} agree.`,
    contradicts: (typed: string, size: string) =>
      `You entered ${typed}, but your trades show ${size}, which is used. Remove your size if it’s wrong.`,
    reasons: {
      'few-trades':
        'Contract size unknown: at least three closed trades of the symbol must show it. Until then, amounts in the quote currency are unknown. If you know the size, enter it.',
      'trades-disagree':
        'Contract size unknown: the trades of the symbol don’t agree on one size, so amounts in the quote currency are unknown. If you know the size, enter it.',
      'coarse-figures':
        'Contract size unknown: prices and PnL are rounded too much to tell it, so amounts in the quote currency are unknown. If you know the size, enter it.',
    } satisfies Record<SizeReason, string>,
  },

  /** Positions derived from the orders. */
  openPositions: {
    title: 'Open positions',
    mine: 'My position',
    noneOf: 'No open position in this symbol',
    sizeOf: (size: string) => `${size} contracts`,
    entryOf: (price: string) => `Avg entry ${price}`,
    sinceOf: (time: string) => `since ${time}`,
    derived: 'From your orders',
    asOf: (time: string) => `From your orders as of ${time}`,
    explained: 'The exchange sends no positions, so Orderglass calculates them from your orders.',
    reading: 'Loading…',
    failed: 'Couldn’t load the open positions.',
    columns: {
      size: 'Size',
      notional: 'Notional',
      entry: 'Avg entry',
      pnlPercent: 'PnL %',
      stop: 'Stop',
      toStop: 'To stop',
      atRisk: 'Result at stop',
      target: 'Target',
      since: 'Since',
      held: 'Position',
    },
    pnlPercentExplained:
      'Price move since the average entry: positive is a gain for the position’s side, negative a loss. Before fees and leverage.',
    pnlOf: (percent: string) => `PnL ${percent}`,
    mayBeMissing: 'Positions may be missing.',
    olderMayBeMissing: (day: string) => `Positions opened before ${day} may be missing.`,
    hasGaps: (gaps: string) => `The order history has ${gaps}.`,
    unreadable: (number: number) => `${counted(number, 'order', 'orders')} of the archive couldn’t be read.`,
    missing: {
      'more-closed': 'Figures unknown: the history has more closed than opened contracts.',
      'missing-start': 'Figures unknown: this position was opened before the downloaded history.',
      gap: 'Figures unknown: orders may be missing in a gap of the history.',
      unplaced: 'Figures unknown: an order has no known side or action.',
      'doubtful-order': 'Figures unknown: an order may have closed this position or added to it, which can’t be told.',
      settled: 'Figures unknown: you said that an order closed this position.',
      'no-pnl': 'PnL unknown: the exchange sent none for an order that closed.',
    } satisfies Record<IncompleteReason, string>,
    notListed: (symbol: string) => `${symbol} isn’t in the exchange’s list any longer, so the position has no price.`,
    renamed: {
      ask: 'If the exchange renamed the symbol, choose its new name',
      join: 'Use this name',
      counts: (earlier: string, symbol: string) =>
        `You said: ${earlier} is ${symbol} now. Its orders count as this symbol.`,
      done: (earlier: string, symbol: string) => `${earlier} is ${symbol} now`,
    },
    /** What an order leaves open of the positions of its symbol and margin mode. */
    doubts: {
      label: 'Orders that may have changed a position',
      anySymbol: 'Unknown symbol',
      subject: (symbol: string, mode: string) => `${symbol} ${mode}`,
      dated: (subject: string, time: string) => `${subject}, ${time}`,
      unplaced: (order: string) =>
        `${order}: an order without a known side or action. It may have opened, changed, or closed a position.`,
      'not-executed': (order: string) =>
        `${order}: the exchange doesn’t say how much of an order it executed. It may have opened, changed, or closed a position.`,
      unreadable: (order: string) =>
        `${order}: an order that couldn’t be read. It may have opened, changed, or closed a position.`,
      moreClosed: (subject: string, quantity: string, side: string) =>
        `${subject}: ${quantity} contracts more closed than held. A position may be open that isn’t listed (${side} ${quantity}).`,
      openCount: (orders: number) => `${counted(orders, 'order', 'orders')} may have changed a position`,
      closed: (side: string) => `It closed the ${side}`,
      other: 'It changed no position',
      /** Instead of `other`, for an order that closed more than was held. */
      noneOpen: 'No position is open',
      saidClosed: 'You said: it closed the position',
      saidOther: 'You said: it changed no position',
      saidNoneOpen: 'You said: no position is open',
      settledCount: (orders: number) => `${counted(orders, 'order', 'orders')} settled by you`,
      done: 'Order settled',
    },
    /** In a cell: one position with its size, and one whose size is unknown. */
    held: (side: string, size: string) => `${side} ${size}`,
    incomplete: (side: string) => `${side}, size unknown`,
    flat: 'None',
    inOtherMode: (none: string, mode: string, other: string, held: string) => `${none} (${mode}) · ${other}: ${held}`,
    unknown: 'Unknown',
    showPlan: 'Show this plan order in open plans',
    orphan: {
      title: 'This plan order may be an orphan',
      noneOpen: (mode: string, symbol: string) =>
        `The ${symbol} position (${mode}) that was open when this plan order was created is closed.`,
      larger: (size: string, mode: string, side: string, open: string) =>
        `This plan order is for ${size} contracts. The position it could close (${side}, ${mode}) has ${open}.`,
      careful: 'The exchange doesn’t say whether a plan order opens or closes a position, so this may be intended.',
    },
  },

  /** All plan orders on one axis of distance. */
  radar: {
    show: 'Radar',
    title: 'Plan orders by distance to the trigger price',
    day: '24h range',
    tick: (percent: number) => `${percent > 0 ? '+' : '−'}${count(Math.abs(percent))}%`,
    explained: 'The bar is the 24h range of the symbol: a plan order in it is within one day’s move.',
  },

  ladder: {
    title: 'Price ladder',
    label: (symbol: string) => `Price ladder of ${symbol}`,
    show: 'Ladder',
    choose: 'Price ladder of',
    kinds: {
      last: 'Last price',
      high: '24h high',
      low: '24h low',
      trigger: 'Trigger',
      limit: 'Limit',
      'take-profit': 'TP',
      'stop-loss': 'SL',
      entry: 'Entry',
      alert: 'Alert',
    },
    /** Marks beyond an end. */
    beyond: {
      above: (number: number, percent: string) => `${count(number)} more above, up to ${percent}`,
      below: (number: number, percent: string) => `${count(number)} more below, down to ${percent}`,
    },
    showAll: 'Show all prices',
    nearest: 'Only the nearest',
    entryOf: 'Average entry of the position',
    exitOf: (exit: string, plan: string) => `${exit} of what this plan order would open: ${plan}`,
  },

  tickers: {
    isFavorite: 'In favorites',
    isNoFavorite: 'Not in favorites',
    ownPlans: (number: number) => counted(number, 'plan', 'plans'),
    ownAlerts: (number: number) => counted(number, 'alert', 'alerts'),
    percent: (value: string) => `${value}%`,
    inRange: (percent: string) => `${percent}% of the way from 24h low to 24h high`,
    noRange: 'Unknown',
    view: 'View',
    views: { table: 'Table', map: 'Heatmap', movers: 'Movers' },
    quote: 'Quote currency',
    allQuotes: 'All currencies',
    orderOf: (time: string) => `Sorted at ${time}`,
    sortAgain: 'Re-sort',
    stale: (time: string) => `Not live: data from ${time}`,
    noTicker: {
      futures: (symbol: string) => `${symbol} has no futures ticker`,
      spot: (symbol: string) => `${symbol} has no spot ticker`,
    },
    lists: 'Watchlists',
    all: 'All symbols',
    favorites: 'Favorites',
    newList: 'New watchlist',
    listName: 'Watchlist name',
    listNamePlaceholder: 'e.g. Majors',
    orderOfList: (name: string) => `Symbols in ${name}`,
    moveUp: (symbol: string) => `Move ${symbol} up`,
    moveDown: (symbol: string) => `Move ${symbol} down`,
    takeOut: (symbol: string) => `Remove ${symbol}`,
    nowAt: (symbol: string, place: number) => `${symbol} moved to position ${count(place)}`,
    listProblems: {
      missing: 'Enter a watchlist name.',
      'too-long': 'Use at most 60 characters.',
      taken: 'Another watchlist already has this name.',
      'too-many': 'You can have up to 100 watchlists. Delete one first.',
    },
    copySymbol: 'Copy symbol',
    inLists: (symbol: string) => `Watchlists with ${symbol}`,
    added: (symbol: string, list: string) => `Added ${symbol} to ${list}`,
    removed: (symbol: string, list: string) => `Removed ${symbol} from ${list}`,
    emptyList: 'This watchlist is empty',
    emptyListNext: 'Show all symbols, then add some with the star or a right-click.',
    showAll: 'Show all symbols',
    map: (quote: string) => `${quote} heatmap: size shows 24h turnover, color shows 24h change`,
    mapKeys: 'Use the arrow keys to move between tiles. Press Enter to open a symbol.',
    mapNothing: 'No turnover to show',
    mapNothingNext: 'No symbol in this quote currency was traded in the last 24 hours.',
    tile: (name: string, change: string, symbol: string, price: string, turnover: string) =>
      `${name} ${change}, ${symbol}, last price ${price}, turnover ${turnover}`,
    turnoverOf: (turnover: string) => `Turnover ${turnover}`,
    others: (number: number) => counted(number, 'smaller symbol', 'smaller symbols'),
    othersShort: (number: number) => `+${count(number)}`,
    legend: '24h change',
    legendSteps: ['−5% or less', '−3%', '−1%', '±1%', '+1%', '+3%', '+5% or more'],
    gainers: 'Top gainers',
    losers: 'Top losers',
    busiest: 'Top turnover',
    nothingHere: 'None',
    session: 'This session',
    sessionNothing: 'The chart starts with the next price.',
    sessionSpan: (from: string, low: string, high: string) => `Since ${from}: low ${low}, high ${high}`,
    sessionPoint: (time: string, price: string) => `${time}: ${price}`,
    rules: 'Trading rules',
    noRules: 'The exchange lists no trading rules for this symbol.',
    bounds: (from: string, to: string) => `${from} to ${to}`,
    priceBounds: 'Price',
    quantityBounds: 'Quantity',
    places: (number: string) => `${number} decimals`,
    plans: 'My open plans',
    noPlans: 'No open plans for this symbol',
    noPlansThen: 'There were no open plans for this symbol',
    oldPlans: (time: string) => `Not live: plans from ${time}`,
    orders: 'My recent orders',
    noOrders: 'No orders for this symbol yet',
    showOrders: 'Show in order history',
    reading: 'Loading…',
    futuresOnly: 'Orders and plans exist for futures only.',
  },

  watch: {
    title: 'Watch',
    shown: 'Show tickers',
    busiest: (market: string) => `Top turnover, ${market}`,
    favorites: (market: string) => `Favorites, ${market}`,
    watchlist: (name: string, market: string) => `${name}, ${market}`,
    tickers: 'Tickers',
    nearest: 'Nearest to trigger price',
    noTickers: 'This list is empty',
    noPlans: 'No open plans',
    openProgram: 'Open Orderglass',
    notOnTop:
      'On Wayland, Orderglass can’t keep this window above others or in its place. If your desktop has it, choose “Always on Top” in the menu of the title bar.',
    blocked: 'The browser blocked the watch window. Allow pop-ups for this page, then try again.',
  },
};
