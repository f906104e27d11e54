import type { Screen } from '../../shared/choices.ts';
import type { MarginMode, OrderStatus, PlanStatus, TriggerStatus } from '../../shared/domain.ts';
import type { ErrorCode } from '../../shared/errors.ts';

interface ErrorText {
  /** What happened. */
  what: string;
  /** What to do next. */
  next: string;
}

const count = (number: number): string => number.toLocaleString('en-US');
const counted = (number: number, one: string, many: string): string => `${count(number)} ${number === 1 ? one : many}`;

/** Every word that a user reads. A second language is a second file of the same type. */
export const en = {
  language: 'en',
  product: 'Orderglass',

  screens: {
    'open-plans': 'Open plans',
    'order-history': 'Order history',
    'plan-history': 'Plan history',
    'futures-tickers': 'Futures tickers',
    'spot-tickers': 'Spot tickers',
    'symbol-rules': 'Symbol rules',
  } satisfies Record<Screen, string>,

  navigation: {
    label: 'Screens',
    orders: 'Orders',
    market: 'Market',
    settings: 'Settings',
    skip: 'Skip to the table',
  },

  account: {
    label: 'Account',
    demo: 'DEMO',
    demoExplained:
      'The demo account: a made-up exchange that runs inside this program. None of these figures are real.',
  },

  age: {
    justNow: 'Updated just now',
    seconds: (seconds: number) => `Updated ${count(seconds)} s ago`,
    minutes: (minutes: number) => `Updated ${count(minutes)} min ago`,
    hours: (hours: number) => `Updated ${count(hours)} h ago`,
    stale: 'Not live',
    staleExplained: (time: string) =>
      `The newest answer of the exchange is of ${time}. These figures may have changed since.`,
    never: 'Nothing fetched yet',
    at: (time: string) => `as of ${time}`,
  },

  toolbar: {
    label: 'Tools',
    symbol: 'Symbol',
    allSymbols: 'All symbols',
    noSymbolFound: 'No symbol of that name',
    clearSymbol: 'Show all symbols',
    openSymbols: 'List of symbols',
    marginMode: 'Margin mode',
    search: 'Filter by symbol',
    clearSearch: 'Clear the filter',
    refresh: 'Refresh',
    refreshing: 'Refreshing',
    columns: 'Columns',
    columnsExplained: 'Columns shown, in this order',
    moveColumnUp: (column: string) => `Move ${column} to the front`,
    moveColumnDown: (column: string) => `Move ${column} to the back`,
    resetColumns: 'Reset columns',
  },

  marginModes: {
    all: 'All',
    isolated: 'Isolated',
    cross: 'Cross',
  } satisfies Record<MarginMode | 'all', string>,

  columns: {
    created: 'Created',
    symbol: 'Symbol',
    side: 'Side',
    action: 'Action',
    price: 'Price',
    averagePrice: 'Avg price',
    quantity: 'Quantity',
    filled: 'Filled',
    leverage: 'Leverage',
    pnl: 'PnL',
    status: 'Status',
    marginMode: 'Margin',
    id: 'Order ID',
    trigger: 'Trigger',
    triggerPrice: 'Trigger price',
    takeProfit: 'Take profit',
    stopLoss: 'Stop loss',
    triggerStatus: 'Trigger status',
    last: 'Last',
    change: '24 h change',
    changePercent: '24 h %',
    high: '24 h high',
    low: '24 h low',
    open: '24 h open',
    bid: 'Bid',
    ask: 'Ask',
    volume: '24 h volume',
    turnover: '24 h turnover',
    trades: 'Trades',
    pricePrecision: 'Price places',
    quantityPrecision: 'Quantity places',
    minQuantity: 'Min quantity',
    maxQuantity: 'Max quantity',
    minPrice: 'Min price',
    maxPrice: 'Max price',
  },

  units: {
    contracts: 'contracts',
    quote: 'quote',
    base: 'base',
    gross: 'gross',
    decimals: 'decimals',
  },

  side: { buy: 'Buy', sell: 'Sell' },
  kinds: {
    limit: 'Limit',
    market: 'Market',
    post_only: 'Post only',
    ioc: 'IOC',
    fok: 'FOK',
  } as Record<string, string>,
  actions: { open: 'Open', close: 'Close' },

  orderStatus: {
    pending: 'Pending',
    'partially-filled': 'Partially Filled',
    filled: 'Filled',
    canceling: 'Canceling',
    'partially-canceled': 'Partially Canceled',
    canceled: 'Canceled',
  } satisfies Record<OrderStatus, string>,

  planStatus: {
    pending: 'Pending',
    'placing-order': 'Placing Order',
    'partially-executed': 'Partially Executed',
    'fully-executed': 'Fully Executed',
    failed: 'Execution Failed',
    canceled: 'Canceled',
  } satisfies Record<PlanStatus, string>,

  triggerStatus: {
    'not-triggered': 'Not triggered',
    triggered: 'Triggered',
  } satisfies Record<TriggerStatus, string>,

  direction: {
    'rises-to': 'Rises to',
    'falls-to': 'Falls to',
  },

  unknown: (value: string) => `Unknown (${value})`,
  none: '–',
  marketPrice: 'Market',
  leverage: (value: string) => `${value}×`,

  table: {
    label: (screen: string, account: string) => `${screen}, ${account}`,
    sortAscending: 'sorted upwards',
    sortDescending: 'sorted downwards',
    resize: (column: string) => `Width of ${column}`,
    keys: 'Arrow keys move, Enter opens the details, Ctrl+C copies the cell.',
    copied: (text: string) => `Copied ${text}`,
    copyFailed: 'The clipboard refused the text. Select it in the details and copy it from there.',
  },

  status: {
    label: 'State of the table',
    rows: (number: number) => counted(number, 'row', 'rows'),
    of: (shown: number, all: number) => `${count(shown)} of ${counted(all, 'row', 'rows')}`,
    oldest: (date: string) => `oldest ${date}`,
    more: 'more available',
    complete: 'complete: the exchange has nothing older',
    loadingOlder: 'loading older rows …',
    sortCovers: (number: number) => `sorted over the ${counted(number, 'loaded row', 'loaded rows')} only`,
    loadAll: 'Load the rest',
    loadingAll: 'Loading the rest …',
    stop: 'Stop',
    unreadable: (number: number) => `${counted(number, 'row', 'rows')} could not be read`,
    timeZone: (zone: string, offset: string) => (zone === 'UTC' ? 'Times in UTC' : `Times in ${zone} (${offset})`),
    gross: 'PnL is gross: the exchange sends no fees',
  },

  unreadable: {
    title: 'Rows that could not be read',
    explained:
      'The exchange sent these rows in a form that Orderglass does not understand. They are shown as they came; the other rows are not affected.',
    close: 'Close',
  },

  empty: {
    openPlans: 'No open plan orders',
    openPlansNext: 'Plan orders that wait for their trigger appear here.',
    orders: 'No orders',
    ordersNext: 'The exchange has no order that fits this symbol and margin mode.',
    plans: 'No plan orders',
    plansNext: 'The exchange has no plan order that fits this symbol and margin mode.',
    tickers: 'No symbols',
    tickersNext: 'The exchange answered with an empty list.',
    filtered: 'No symbol fits the filter',
    filteredNext: 'Clear the filter to see all of them.',
    showAll: 'Show all symbols and modes',
  },

  detail: {
    title: 'Details',
    close: 'Close the details',
    raw: 'As received',
    copy: (field: string) => `Copy ${field}`,
    copyRaw: 'Copy as received',
    marginModeExplained: 'of the list in which the exchange sent it',
  },

  failure: {
    retry: 'Try again',
    showing: (time: string) => `The rows shown are of ${time}.`,
    service: (errno: string, errmsg: string) => `The exchange said: ${errmsg || 'nothing'} (${errno})`,
    code: (code: string) => `Error ${code}`,
    olderFailed: 'Older rows could not be loaded.',
  },

  errors: {
    offline: {
      what: 'The exchange cannot be reached.',
      next: 'Check the network connection; the rows come back when it does.',
    },
    timeout: { what: 'The exchange did not answer in time.', next: 'Try again in a moment.' },
    'untrusted-certificate': {
      what: 'The connection to the exchange is not secure: this computer does not trust its certificate.',
      next: 'Nothing was sent. Check the base URL and whether a proxy or hotel network is in the way.',
    },
    throttled: { what: 'The exchange asks for fewer requests.', next: 'Wait a few seconds, then try again.' },
    'service-busy': { what: 'The exchange is busy.', next: 'Try again in a moment.' },
    'rejected-signature': {
      what: 'The exchange does not accept the signature.',
      next: 'Check that the secret key belongs to the access token.',
    },
    'clock-skew': {
      what: 'The clock of this computer is too far from the exchange’s.',
      next: 'Set the clock to update itself, then try again.',
    },
    'nonce-used': { what: 'The exchange had seen this request number before.', next: 'Try again.' },
    'not-authenticated': {
      what: 'The exchange does not know this access token.',
      next: 'Check the account’s access token and secret key.',
    },
    'account-locked': { what: 'The exchange has locked this account.', next: 'Ask the exchange’s support.' },
    'no-permission': {
      what: 'The key may not read this.',
      next: 'Give the key the permission to query futures orders on the exchange’s site.',
    },
    'key-expired': { what: 'The key has expired.', next: 'Make a new read-only key on the exchange’s site.' },
    'wrong-address': {
      what: 'The exchange’s address answers, but this service is not there.',
      next: 'Check the account’s base URL.',
    },
    'redirect-refused': {
      what: 'The exchange’s address points to another one, which Orderglass does not follow.',
      next: 'Check the account’s base URL.',
    },
    'invalid-request': { what: 'The exchange does not accept this question.', next: 'Choose another symbol, or all.' },
    'bad-answer': {
      what: 'The answer of the exchange could not be read.',
      next: 'Try again. If it stays so, a proxy may be in the way, or the service has changed.',
    },
    'service-error': { what: 'The exchange reports an error of its own.', next: 'Try again in a moment.' },
    'keychain-unavailable': {
      what: 'The keychain of this computer cannot be used.',
      next: 'Unlock it, then try again.',
    },
    'invalid-input': { what: 'This cannot be asked in this way.', next: 'Reset the filters and try again.' },
    'unknown-account': { what: 'This account does not exist any more.', next: 'Choose another account.' },
    'storage-failed': {
      what: 'The program cannot write to its data folder.',
      next: 'Check that the disk is not full and that the folder may be written. Until then changes last for this session only.',
    },
    cancelled: { what: 'The request was stopped.', next: 'Try again.' },
    'host-gone': { what: 'Orderglass itself has stopped.', next: 'Start it again with npm start.' },
    internal: {
      what: 'Something went wrong inside Orderglass.',
      next: 'Try again. If it stays so, restart the program.',
    },
  } satisfies Record<ErrorCode, ErrorText>,

  settings: {
    title: 'Settings',
    close: 'Close',
    theme: 'Theme',
    themes: { dark: 'Dark', light: 'Light', system: 'System' },
    priceColours: 'Up and down',
    priceColourNames: { 'green-up': 'Green up', 'red-up': 'Red up', 'colour-blind': 'Colour-blind safe' },
    about: 'About',
    version: (version: string, host: string) => `Version ${version}, in ${host}`,
    hosts: { electron: 'its own window', browser: 'the browser' },
    readsOnly: 'Orderglass only reads. It cannot place, change or cancel an order.',
    notSaved: 'The change is in force, but could not be saved.',
  },
};
