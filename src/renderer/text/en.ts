import type { Density, NumberGrouping } from '../../shared/choices.ts';
import type { CommandGroup } from '../../shared/commands.ts';
import type { MarginMode, OrderStatus, PlanStatus, TriggerStatus } from '../../shared/domain.ts';
import type { ErrorCode, KeychainReason } from '../../shared/errors.ts';
import type { ArchiveProblem, DatePreset, HistoryList, PnlSign } from '../../shared/history.ts';
import type { Settings } from '../../shared/settings.ts';
import { hostTextEn } from '../../shared/text/host-en.ts';
import { countText } from './number-groups.ts';

interface ErrorText {
  /** What happened. */
  what: string;
  /** What to do next. */
  next: string;
}

const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const count = countText;
const covers = (past: string | null): string =>
  past === null ? 'Not all orders are covered' : `Covers orders ${past}`;
const counted = (number: number, one: string, many: string): string => `${count(number)} ${number === 1 ? one : many}`;
const exported = (rows: number, list: HistoryList): string =>
  list === 'plan-history' ? counted(rows, 'plan order', 'plan orders') : counted(rows, 'order', 'orders');

/** Every word that a user reads. A second language is a second file of the same type. */
export const en = {
  language: 'en',
  product: hostTextEn.product,

  screens: hostTextEn.screens,
  commands: hostTextEn.commands,

  navigation: {
    label: 'Screens',
    orders: 'Orders',
    market: 'Market',
    settings: 'Settings',
    search: 'Search',
    skip: 'Skip to the table',
  },

  palette: {
    title: 'Command palette',
    placeholder: 'Go to a screen, a symbol, a setting …',
    recent: 'Recent',
    kinds: {
      screen: 'Screen',
      command: 'Command',
      setting: 'Setting',
      account: 'Account',
      symbol: 'Symbol',
    },
    groups: { screen: 'Screens', command: 'Commands', setting: 'Settings', account: 'Accounts' },
    inForce: 'in force',
    shown: 'shown',
    nothing: (query: string) => `Nothing is called “${query}”`,
    nothingNext: 'Every word has to occur. Try fewer letters.',
    more: (number: number) => `${count(number)} more: type on to find them`,
    results: (number: number) => counted(number, 'result', 'results'),
    symbols: (number: number) => `Type to find one of ${counted(number, 'symbol', 'symbols')}`,
    noTicker: (symbol: string) => `The exchange has no futures ticker of ${symbol}`,
    choose: 'choose',
    move: 'move',
    close: 'close',
  },

  shortcuts: {
    title: 'Keyboard shortcuts',
    close: 'Close',
    or: 'or',
    explained: 'While you type in a field they rest, apart from the command palette.',
    groups: {
      general: 'General',
      screens: 'Screens',
      accounts: 'Accounts',
      appearance: 'Appearance',
      settings: 'Settings and help',
    } satisfies Record<CommandGroup, string>,
    table: 'In a table',
    tableKeys: {
      move: 'Move by cells',
      ends: 'First or last column',
      corners: 'First or last row',
      page: 'Move by pages',
      open: 'Open the details, or sort by the column',
      select: 'Select rows',
      selectAll: 'Select all rows',
      copy: 'Copy the cell or the selected rows',
      close: 'Close the details',
    },
  },

  fileNotices: {
    settings: (keptAs: string | null) =>
      keptAs === null
        ? 'The file of your settings cannot be read, and stays as it is: the settings are the usual ones, and changes last until Orderglass ends. Look at settings.json in the data folder.'
        : `The file of your settings could not be read. It is kept as ${keptAs} in the data folder; the settings begin anew.`,
    accounts: (keptAs: string | null) =>
      keptAs === null
        ? 'The file of your accounts cannot be read, and stays as it is: accounts cannot be saved. Look at accounts.json in the data folder, then start again.'
        : `The file of your accounts could not be read, or only in part. It is kept as ${keptAs} in the data folder; an account that is missing can be added again, and finds its archive.`,
    desk: (keptAs: string | null) =>
      keptAs === null
        ? 'The file of an account\'s alerts and activities cannot be read, and stays as it is: alerts last until Orderglass ends. Look into the folder "desk" in the data folder, then start again.'
        : `The file of an account's alerts and activities could not be read, or only in part. It is kept as ${keptAs} in the folder "desk" of the data folder; look whether your alerts are all there.`,
    understood: 'Understood',
  },

  account: {
    label: 'Account',
    manage: 'Accounts …',
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
    kind: 'Kind',
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
    resize: (column: string) => `Width of ${column}`,
    copied: (text: string) => `Copied ${text}`,
    sortPlace: (place: number) => `column ${place} of the sort`,
    selected: (number: number) => `${counted(number, 'row', 'rows')} selected: Ctrl+C copies them`,
    selectedAtMost: (number: number) =>
      `${count(number)} rows selected: the most that can be copied. Export takes all of them.`,
    copiedRows: (number: number) => `Copied ${counted(number, 'row', 'rows')}`,
    rowsNotRead: 'The rows could not be read. Try again.',
    copyFailed: 'The clipboard refused the text. Select it in the details and copy it from there.',
  },

  filter: {
    open: 'Filter',
    /** Heard after their number. */
    conditions: (number: number) => (number === 1 ? 'condition' : 'conditions'),
    title: 'Filter',
    quick: 'Search symbols and ids',
    clearQuick: 'Clear the search',
    clearAll: 'Clear all',
    close: 'Done',
    remove: (chip: string) => `Remove ${chip}`,
    chips: 'Filters in force',
    symbols: 'Symbols',
    findSymbol: 'Find a symbol',
    noSymbols: 'No symbol of that name',
    moreSymbols: (number: number) => `${counted(number, 'more symbol', 'more symbols')}: type to find them`,
    symbolsChosen: (number: number) => `${count(number)} chosen`,
    clearSymbols: 'Clear',
    sides: 'Side',
    kinds: 'Kind',
    actions: 'Action',
    statuses: 'Status',
    marginModes: 'Margin',
    leverage: 'Leverage',
    created: 'Created',
    pnl: 'PnL',
    other: 'Other',
    from: 'from',
    to: 'to',
    fromOf: (field: string) => `${field} from`,
    toOf: (field: string) => `${field} to`,
    day: 'YYYY-MM-DD',
    presets: {
      today: 'Today',
      yesterday: 'Yesterday',
      'last-7-days': '7 days',
      'last-30-days': '30 days',
      'this-month': 'This month',
      'last-month': 'Last month',
      'this-year': 'This year',
      'last-year': 'Last year',
    } satisfies Record<DatePreset, string>,
    pnlSigns: { profit: 'Profit', loss: 'Loss', zero: 'Zero', none: 'None' } satisfies Record<PnlSign, string>,
    weekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
    hour: (hour: number) => `${String(hour).padStart(2, '0')}:00`,
    problems: {
      'no-decimal': 'This is no number. It looks like -1234.5.',
      'no-day': 'This is no day. It looks like 2025-03-02.',
      'end-before-start': 'The end is before the start.',
    },
    chip: {
      of: (field: string, values: string) => `${field}: ${values}`,
      more: (values: string, more: number) => `${values} +${count(more)}`,
      between: (from: string, to: string) => `${from} to ${to}`,
      atLeast: (from: string) => `${from} or more`,
      atMost: (to: string) => `${to} or less`,
      since: (day: string) => `from ${day}`,
      until: (day: string) => `to ${day}`,
      text: 'Text',
      weekdays: 'Weekday',
      hours: 'Hour',
    },
  },

  history: {
    complete: 'complete',
    backTo: (day: string) => `back to ${day}`,
    partly: 'not complete',
    gaps: (number: number) => counted(number, 'gap', 'gaps'),
    coverage: 'What is archived',
    coverageExplained:
      'These rows are kept on this computer. “Complete” is said only after the exchange has answered that it has nothing older.',
    marginMode: 'Margin',
    rows: 'Rows',
    oldest: 'Oldest',
    newest: 'Newest',
    past: 'Past',
    gap: (from: string, to: string) => `Nothing is known between ${from} and ${to}.`,
    gapOf: (mode: string, gap: string) => `${mode}: ${gap}`,
    hurry: 'Read what is missing now',
    hurrying: 'What is missing is read first',
    phases: {
      newest: 'Looking for new rows',
      past: 'Reading the past',
      again: 'Asking again for open rows',
    },
    paused: 'Reading is paused',
    fetched: (rows: number) => `${counted(rows, 'row', 'rows')} read`,
    rate: (rows: number) => `${count(rows)} rows/s`,
    left: {
      seconds: (seconds: number) => `${count(seconds)} s left`,
      minutes: (minutes: number) => `${count(minutes)} min left`,
      hours: (hours: number) => `${count(hours)} h left`,
    },
    pause: 'Pause',
    resume: 'Resume',
    stop: 'Stop',
    readOn: 'Read on',
    noneFits: 'No row fits the filter',
    noneFitsNext: 'Every archived row was looked at.',
    noneFitsYet: 'None of the archived rows fits. Older ones are still to be read.',
    clearFilter: 'Clear the filter',
    notRead: 'Nothing is archived yet',
    notReadNext: 'Rows appear here as soon as they have been read from the exchange.',
    ofArchive: (time: string) => `The rows shown are from the archive, last checked ${time}.`,
    neverChecked: 'The rows shown are from the archive.',
    missing: (past: string) => `The archive does not have everything yet: ${past}.`,
  },

  problems: {
    'set-aside': {
      what: 'The archive of this account was damaged.',
      next: 'It was set aside, and a new one is being filled from the exchange. The damaged file:',
    },
    'disk-full': {
      what: 'The disk is full: what is read is not kept.',
      next: 'Make room on the disk, then try again. The archive:',
    },
    'read-only': {
      what: 'The archive cannot be written: what is read is not kept.',
      next: 'Let your user write this file and its folder, then try again:',
    },
    locked: {
      what: 'Another program has the archive open.',
      next: 'Close the other Orderglass, then try again. The archive:',
    },
    'newer-version': {
      what: 'A newer Orderglass has written the archive.',
      next: 'It is left untouched. Update Orderglass to use it:',
    },
    other: {
      what: 'The archive cannot be used.',
      next: 'Restart Orderglass. If it stays so, move this file away; it is then filled again:',
    },
  } satisfies Record<ArchiveProblem['kind'], ErrorText>,

  summary: {
    label: 'What the list adds up to',
    orders: (number: number) => counted(number, 'order', 'orders'),
    plans: (number: number) => counted(number, 'plan order', 'plan orders'),
    filled: (number: number) => `${count(number)} filled`,
    executed: (number: number) => `${count(number)} executed`,
    canceled: (number: number) => `${count(number)} canceled`,
    failed: (number: number) => `${count(number)} failed`,
    wins: (wins: number) => `${count(wins)} won`,
    losses: (losses: number) => `${count(losses)} lost`,
    winRate: (rate: string) => `${rate} % won`,
    average: 'avg',
    best: 'best',
    worst: 'worst',
    more: (number: number) => counted(number, 'more currency', 'more currencies'),
    basis: 'gross, no fees, by order creation',
    basisExplained:
      'The exchange sends neither fees nor fill times: PnL is gross and counts on the day on which its order was created. The average and the rate are over orders with a profit or a loss.',
    failedToAdd: 'The sums could not be worked out.',
  },

  changes: {
    title: 'Changes',
    unreadable: 'The row was received in another form before.',
    failed: 'The changes could not be read.',
  },

  views: {
    open: 'Views',
    chosen: (name: string) => `View: ${name}`,
    changed: 'changed',
    title: 'Saved views',
    none: 'A view keeps a filter and an order under a name.',
    save: 'Save as a view',
    saveChanges: 'Save the changes',
    name: 'Name of the view',
    namePlaceholder: 'For example: Losses this month',
    saveName: 'Save',
    cancel: 'Cancel',
    rename: (name: string) => `Rename ${name}`,
    remove: (name: string) => `Delete ${name}`,
    removed: (name: string) => `${name} is deleted`,
    saved: (name: string) => `${name} is saved`,
    nameProblems: {
      missing: 'Give the view a name.',
      'too-long': 'At most 60 characters.',
      taken: 'Another view has this name.',
      'too-many': 'There are 200 views. Delete one first.',
    },
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
    stop: 'Stop',
    unreadable: (number: number) => `${counted(number, 'row', 'rows')} could not be read`,
  },

  export: {
    open: 'Export',
    title: (screen: string) => `Export: ${screen}`,
    rows: 'Rows',
    rowsShown: (rows: number) => `Filtered (${count(rows)})`,
    rowsAll: (rows: number) => `All (${count(rows)})`,
    columns: 'Columns',
    columnsShown: (columns: number) => `As shown (${count(columns)})`,
    columnsAll: 'Every field, and as received',
    format: 'Format',
    formats: { csv: 'CSV', jsonl: 'JSON Lines' },
    separator: 'Separator',
    separators: { comma: 'Comma', semicolon: 'Semicolon', tab: 'Tab' },
    byteOrderMark: 'Begin with a byte order mark, by which Excel knows UTF-8',
    csvExplained:
      'Figures keep every digit, with a decimal point. Spreadsheets round numbers of more than 15 digits: import ids as text. Texts that one would run as a formula begin with an apostrophe.',
    jsonlExplained: 'One JSON object a row. Figures are texts, so that every digit is kept.',
    times: (zone: string) => `Times are written in ${zone}, with their offset.`,
    missing: (sentence: string) => `Only what is in the archive is exported. ${sentence}`,
    start: (rows: number, list: HistoryList) => `Export ${exported(rows, list)}`,
    gettingReady: 'Getting ready …',
    progressLabel: 'Progress of the export',
    progress: (rows: number, total: number) => `${count(rows)} of ${count(total)} rows written`,
    cancel: 'Cancel',
    written: (rows: number, list: HistoryList) => `${exported(rows, list)} written to`,
    downloaded: (rows: number, list: HistoryList) => `${exported(rows, list)} handed to the browser’s downloads as`,
    size: (bytes: number) =>
      bytes < 1_000_000 ? `${count(Math.ceil(bytes / 1000))} kB` : `${count(Math.round(bytes / 100_000) / 10)} MB`,
    notWritten: {
      what: 'The file could not be written.',
      next: 'Check that the disk is not full, that you may write to the folder, and that no other program has the file open.',
    },
    nothingLeft: 'There is no new file. One that was there before is as it was.',
    again: 'Export again',
    close: 'Close',
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
  },

  failure: {
    retry: 'Try again',
    showing: (time: string) => `The rows shown are of ${time}.`,
    service: (errno: string, errmsg: string) => `The exchange said: ${errmsg || 'nothing'} (${errno})`,
    code: (code: string) => `Error ${code}`,
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
    'not-this-service': {
      what: 'Something else than the exchange answers at this address.',
      next: 'Check the base URL. In a hotel or company network, sign in to the network first.',
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

  results: {
    cumulative: 'Cumulative PnL',
    days: 'PnL by day',
    symbols: 'PnL by symbol',
    weekdays: 'PnL by weekday',
    hours: 'PnL by hour',
    weekdayNames: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
    weekdayShort: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
    weekdayLetters: ['M', 'T', 'W', 'T', 'F', 'S', 'S'],
    hour: (hour: number) => `${String(hour).padStart(2, '0')}:00 to ${String(hour).padStart(2, '0')}:59`,
    hourShort: (hour: number) => String(hour).padStart(2, '0'),
    total: 'PnL, gross',
    orders: 'Orders',
    won: 'Won',
    lost: 'Lost',
    best: 'Best',
    worst: 'Worst',
    columns: { day: 'Day', symbol: 'Symbol', weekday: 'Weekday', hour: 'Hour', pnl: 'PnL', total: 'Total so far' },
    amount: (amount: string, quote: string) => (quote === '' ? amount : `${amount} ${quote}`),
    noQuote: 'No quote currency',
    quote: 'Quote currency',
    onThisDay: (amount: string) => `${amount} on the day`,
    detail: (orders: number, wins: number, losses: number) =>
      `${counted(orders, 'order', 'orders')}, ${count(wins)} won, ${count(losses)} lost`,
    noOrders: 'no orders',
    longDay: (day: string) => longDay.format(Date.parse(`${day}T00:00:00Z`)),
    span: (first: string, last: string) => (first === last ? first : `${first} to ${last}`),
    showing: (time: string) => `The figures shown are of ${time}.`,
    others: (number: number, amount: string) =>
      number === 1
        ? `1 other symbol, nearer to zero: ${amount}`
        : `${count(number)} other symbols, nearer to zero, add up to ${amount}`,
    reading: (name: string, amount: string, detail: string) => `${name}: ${amount}, ${detail}`,
    table: (title: string) => `${title}, table`,
    showTable: (title: string) => `${title} as a table`,
    showChart: (title: string) => `${title} as a chart`,
    copyTable: (title: string) => `Copy ${title}`,
    copied: 'The table is copied',
    keys: 'Arrow keys go through the figures. Enter shows the orders behind the figure.',
    earlierYear: 'Earlier year',
    laterYear: 'Later year',
    loss: 'Loss',
    profit: 'Profit',
    explained: (zone: string) =>
      `Gross: the exchange sends no fees. Dated by the creation of the order, days and hours in ${zone}. Click a figure to see its orders.`,
    readsOn: (past: string | null) => `${covers(past)}; the missing ones are still being read.`,
    readsNot: (past: string | null) => `${covers(past)}; the missing ones are not read yet.`,
    empty: 'No orders with a PnL yet',
    emptyNext: 'Results appear here once orders of this account have been executed.',
    noneFits: 'No order fits the filter',
    noneFitsNext: 'Clear the filter to see the results of all orders.',
  },

  accounts: {
    title: 'Accounts',
    close: 'Close',
    list: 'Accounts',
    add: 'Add account',
    newAccount: 'New account',
    demoDetail:
      'The demo account is always here. Its exchange runs inside this program, its prices and orders are made up, and it needs no keys.',
    name: 'Account name',
    namePlaceholder: 'For example: Main futures account',
    exchange: 'Exchange',
    publicHost: 'Websea',
    customHost: 'Custom',
    baseUrl: 'Base URL',
    token: 'Access token',
    secretKey: 'Secret key',
    keysExplained:
      'A key that may only read is enough, and safer. Both go to the keychain of this computer and are never shown again.',
    stored: (date: string, endsIn: string) =>
      endsIn === ''
        ? `Stored on ${date}. Leave empty to keep it.`
        : `Stored on ${date}, ends in …${endsIn}. Leave empty to keep it.`,
    storedSecret: 'Leave empty to keep it.',
    keysForAnotherHost: 'The stored keys are for another address and are not sent to this one. Enter both again.',
    keysMissing: 'Not here any more. Enter both again.',
    advanced: 'Advanced',
    signingVariant: 'Signing variant',
    signingVariants: { bytewise: 'Bytewise', 'case-insensitive': 'Case-insensitive' },
    signingExplained: 'Change it only if the exchange refuses a signature with keys that are right.',
    requests: 'Requests per 10 s',
    requestsExplained: 'The exchange bans keys that ask more often than it allows (100).',
    test: 'Test connection',
    testing: 'Testing …',
    testPublic: 'Public data',
    testSigned: 'Your orders',
    testWorks: (milliseconds: number) => `works (${count(milliseconds)} ms)`,
    clockOff: (seconds: number) =>
      seconds > 0
        ? `The clock of this computer is ${count(seconds)} s behind the exchange’s.`
        : `The clock of this computer is ${count(-seconds)} s ahead of the exchange’s.`,
    save: 'Save',
    saved: (name: string) => `${name} is saved`,
    sessionOnly: 'Keep for this session only',
    remove: 'Remove account',
    removeQuestion: (name: string) =>
      `Remove ${name}? Its keys are removed from the keychain. Nothing changes on the exchange.`,
    removeYes: 'Remove',
    removeNo: 'Keep',
    removed: (name: string) => `${name} is removed`,
    placeSession: 'The keys of this account are kept for this session only: they are gone when Orderglass ends.',
    placeMissing: 'The keys of this account are not here any more.',
    enterKeys: 'Enter the keys',
    nameProblems: {
      missing: 'Give the account a name.',
      'too-long': 'At most 60 characters.',
      'control-character': 'The name contains a character that cannot be shown.',
      taken: 'Another account has this name.',
    },
    baseUrlProblems: {
      missing: 'Enter the address of the exchange.',
      'no-url': 'This is no address. It looks like https://oapi.example.com.',
      'not-https': 'It must begin with https://. Plain http:// is for this computer only.',
      'has-user': 'Leave the user name out of the address.',
      'has-query': 'Leave out what follows ? or #.',
      'has-space': 'The address contains a space.',
    },
    credentialProblems: {
      missing: 'Paste it from the exchange’s site.',
      'too-long': 'This is longer than any key.',
      'control-character': 'It contains a character that cannot be seen. Paste it again.',
      'has-space': 'It contains a space or a line break. Paste it again.',
      'not-ascii': 'It contains a character that no token has. Paste it again.',
    },
    requestsProblems: {
      'not-a-number': 'A whole number.',
      'out-of-range': 'From 1 to 1,000.',
    },
  },

  connection: {
    paused: (seconds: number) => `The exchange asked to slow down. Requests go on in ${count(seconds)} s.`,
    offline: 'The exchange cannot be reached. Orderglass tries again by itself.',
    clockSkewed: (seconds: number) =>
      seconds > 0
        ? `The clock of this computer is ${count(seconds)} s behind the exchange’s. Let it update itself.`
        : `The clock of this computer is ${count(-seconds)} s ahead of the exchange’s. Let it update itself.`,
  },

  keychain: {
    'no-service': {
      what: 'No keychain runs on this computer.',
      next: 'Start a Secret Service such as GNOME Keyring or KeePassXC and try again, or keep the keys for this session only.',
    },
    locked: { what: 'The keychain is locked.', next: 'Unlock it and try again.' },
    denied: { what: 'The keychain refused access.', next: 'Allow Orderglass when the system asks, and try again.' },
    'no-answer': {
      what: 'The keychain does not answer.',
      next: 'Look for a question of the system behind this window, answer it, and try again.',
    },
    'module-missing': {
      what: 'The part of Orderglass that talks to the keychain is not installed.',
      next: 'Install libsecret and start again, or keep the keys for this session only.',
    },
    'damaged-entry': {
      what: 'What the keychain holds for this account cannot be read.',
      next: 'Enter the keys again.',
    },
    'entry-missing': {
      what: 'The keychain has no keys for this account any more.',
      next: 'Enter the keys again.',
    },
    'service-restarted': {
      what: 'The keychain was restarted while Orderglass was running.',
      next: 'Restart Orderglass to reach it again.',
    },
    other: { what: 'The keychain reports an error.', next: 'Try again, or keep the keys for this session only.' },
  } satisfies Record<KeychainReason, ErrorText>,

  timeZone: {
    label: 'Time zone',
    choices: { local: 'Local', utc: 'UTC', other: 'Other' },
    zone: 'Time zone by name',
    find: 'Find a time zone',
    none: 'No time zone of that name',
    open: 'List of time zones',
    shown: (zone: string, offset: string) => (zone === 'UTC' ? 'UTC' : `${zone} ${offset}`),
    explained: (zone: string, offset: string) =>
      `Times are those of ${zone}, now ${offset}, and days begin at midnight there. Change it in the settings.`,
  },

  settings: {
    title: 'Settings',
    close: 'Close',
    theme: 'Theme',
    themes: { dark: 'Dark', light: 'Light', system: 'System' },
    priceColours: 'Up and down',
    priceColourNames: { 'green-up': 'Green up', 'red-up': 'Red up', 'colour-blind': 'Colour-blind safe' },
    density: 'Row height',
    densities: { comfortable: 'Comfortable', normal: 'Normal', compact: 'Compact' } satisfies Record<Density, string>,
    numberGrouping: 'Number grouping',
    numberGroupings: { comma: 'Comma', space: 'Thin space', none: 'None' } satisfies Record<NumberGrouping, string>,
    chosen: (setting: string, value: string) => `${setting}: ${value}`,
    appearance: 'Appearance',
    figures: 'Figures and times',
    file: 'Settings file',
    fileExplained:
      'Everything set here, with the columns, filters and saved views of the tables. No accounts, no keys.',
    exportFile: 'Export',
    importFile: 'Import',
    reset: 'Reset',
    exported: (name: string) => `The settings are in ${name}`,
    parts: {
      theme: 'Theme',
      priceColours: 'Up and down',
      density: 'Row height',
      numberGrouping: 'Number grouping',
      screen: 'Screen shown',
      marginMode: 'Margin mode',
      timeZone: 'Time zone',
      refreshRates: 'Refresh rates',
      liveFor: 'How long figures count as live',
      notify: 'Notifications',
      quietHours: 'Quiet hours',
      sound: 'Sound',
      tables: 'Columns and order of the tables',
      filters: 'Filters',
      views: 'Saved views',
      marketDesks: 'Favourites and views of the tickers',
      watchlists: 'Watchlists',
    } satisfies Record<Exclude<keyof Settings, 'account' | 'recentChoices'>, string>,
    resetTitle: 'Reset all settings?',
    resetExplained:
      'Appearance, figures and times, and the columns, order and filters of every table become what they were at first. Accounts and saved views stay.',
    resetYes: 'Reset',
    resetDone: 'The settings are what they were at first',
    cancel: 'Cancel',
    importTitle: 'Import these settings?',
    importChanges: (file: string) => `From ${file}. These change:`,
    importSame: (file: string) => `${file} holds the settings that are in force already.`,
    importLeftOut: 'Not understood, and left out:',
    importMore: (number: number) => `and ${count(number)} more`,
    importYes: 'Import',
    importDone: 'The settings are imported',
    refusedTitle: 'The file was not imported',
    refusedNothing: 'Nothing was changed.',
    refused: {
      'too-large': (file: string) => `${file} is larger than any file of settings.`,
      unreadable: (file: string) => `${file} could not be read.`,
      'no-json': (file: string) => `${file} is not a file of settings: it is not JSON.`,
      'other-file': (file: string) => `${file} is not a file of settings that Orderglass exported.`,
      'later-version': (file: string) => `${file} comes from a later version of Orderglass.`,
      'wrong-values': (file: string) => `${file} holds values that Orderglass does not understand:`,
    },
    about: 'About',
    version: (version: string, host: string) => `Version ${version}, in ${host}`,
    hosts: { electron: 'its own window', browser: 'the browser' },
    readsOnly: 'Orderglass only reads. It cannot place, change or cancel an order.',
    copyDiagnostics: 'Copy diagnostics',
    diagnosticsCopied: 'The diagnostics are copied',
    diagnosticsExplained: 'For a report: versions, states and the last log lines. No keys, names, orders or addresses.',
    notSaved: 'The change is in force, but could not be saved.',
  },
};
