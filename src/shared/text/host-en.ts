import type { NoteKind } from '../orders/notes.ts';
import type { CommandWords } from '../settings/commands.ts';
import { activityTextEn } from './activity-en.ts';
import type { ActivityText } from './activity-text.ts';

/**
 * Texts outside the page: Electron's menu and messages, and the pages of the browser host. They are in `shared`, because
 * hosts and page must not import each other. Another language is an object of the same type.
 */
export interface HostText extends CommandWords {
  /** As in HTML's `lang`. */
  language: string;
  product: string;
  /** Name of the demo account. */
  demoAccount: string;
  /** Notes with which the demo account begins, as a trader would write them. */
  demoNotes: Record<NoteKind, string>;
  activity: ActivityText;
  menu: Record<
    | 'about'
    | 'services'
    | 'hide'
    | 'hideOthers'
    | 'showAll'
    | 'quit'
    | 'file'
    | 'closeWindow'
    | 'edit'
    | 'undo'
    | 'redo'
    | 'cut'
    | 'copy'
    | 'paste'
    | 'selectAll'
    | 'view'
    | 'actualSize'
    | 'zoomIn'
    | 'zoomOut'
    | 'fullScreen'
    | 'developerTools'
    | 'window'
    | 'minimize'
    | 'zoomWindow'
    | 'front'
    | 'help',
    string
  >;
  /** A message box: the cause, then the actions. */
  pageFailed: { title: string; detail: string; reload: string; quit: string };
  cannotStart: string;
  withoutSandbox: string;
  /** Another program has locked the data folder although this one is running. */
  folderLost: { title: string; detail: (folder: string) => string };
  /** The question before the program restarts with a new version. */
  updateReady: { title: (version: string) => string; detail: string; restart: string; later: string };
  /** The question of `--remove-data` and of the page, and its outcomes. */
  removeData: {
    title: string;
    /** `files`: their names, and the subfolders with the number of their files. `keys`: number of the entries in the keychain. */
    detail: (folder: string, files: string, keys: number) => string;
    remove: string;
    cancel: string;
    /** A question in a terminal, which a typed word answers. */
    typeToContinue: (word: string) => string;
    done: string;
    left: (folder: string) => string;
    /** `entries`: names in the keychain. */
    notShown: (entries: readonly string[]) => string;
    canceled: string;
    nothing: (folder: string) => string;
    failed: string;
  };
  /** Written to the terminal if a window stays empty. */
  notPainted: string;
  /** What the browser host prints. */
  terminal: {
    running: (version: string) => string;
    open: (link: string) => string;
    /** As `open`, while the link is being opened in the user's browser. */
    opening: (link: string) => string;
    stop: string;
    stopOrNewLink: string;
    portInUse: string;
    portNotAllowed: string;
  };
  /** Pages that the browser host shows instead of the app. */
  notices: Record<
    'signIn' | 'noCookies' | 'keyUsed' | 'otherPage' | 'wrongAddress' | 'notFound',
    { title: string; detail: string }
  >;
}

export const hostTextEn: HostText = {
  language: 'en',
  product: 'Orderglass',
  demoAccount: 'Demo account',
  demoNotes: {
    order: 'Chased the move. Wait for the pullback next time. #fomo',
    trade: 'Took the breakout as planned. #breakout',
    plan: 'Only if the level holds on a retest. #breakout',
  },
  activity: activityTextEn,
  screens: {
    'open-plans': 'Open plans',
    'order-history': 'Order history',
    'plan-history': 'Plan history',
    trades: 'Trades',
    results: 'PnL analysis',
    'futures-tickers': 'Futures tickers',
    'spot-tickers': 'Spot tickers',
    'symbol-rules': 'Trading rules',
  },
  commands: {
    'open-palette': 'Command palette',
    'show-shortcuts': 'Keyboard shortcuts',
    'open-settings': 'Settings',
    'go-back': 'Back',
    'go-forward': 'Forward',
    undo: 'Undo the last change',
    refresh: 'Refresh',
    find: 'Search this screen',
    filter: 'Filter',
    views: 'Saved views',
    columns: 'Columns',
    export: 'Export to file',
    'open-review': 'Daily review…',
    'open-statement': 'Statement…',
    'open-reconcile': 'Compare with a file…',
    'show-activity': 'Activity',
    'show-alerts': 'Alerts',
    'new-alert': 'New alert',
    'open-watch-window': 'Watch window',
    'manage-accounts': 'Manage accounts',
    'add-account': 'Add account',
    'next-account': 'Next account',
    'previous-account': 'Previous account',
    'switch-theme': 'Switch between dark and light theme',
    'export-settings': 'Export settings',
    'back-up': 'Back up…',
    'restore-backup': 'Restore a backup…',
    'import-settings': 'Import settings',
    'reset-settings': 'Reset all settings',
    'remove-data': 'Remove all data…',
    'copy-diagnostics': 'Copy diagnostics',
  },
  menu: {
    about: 'About Orderglass',
    services: 'Services',
    hide: 'Hide Orderglass',
    hideOthers: 'Hide Others',
    showAll: 'Show All',
    quit: 'Quit Orderglass',
    file: 'File',
    closeWindow: 'Close Window',
    edit: 'Edit',
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    selectAll: 'Select All',
    view: 'View',
    actualSize: 'Actual Size',
    zoomIn: 'Zoom In',
    zoomOut: 'Zoom Out',
    fullScreen: 'Full Screen',
    developerTools: 'Developer Tools',
    window: 'Window',
    minimize: 'Minimize',
    zoomWindow: 'Zoom',
    front: 'Bring All to Front',
    help: 'Help',
  },
  pageFailed: {
    title: 'The window crashed twice in a row.',
    detail: 'Your account isn’t affected. Reload the window, or quit and start Orderglass again.',
    reload: 'Reload',
    quit: 'Quit',
  },
  cannotStart: 'Orderglass couldn’t start',
  withoutSandbox:
    'Orderglass only runs in a sandbox, but was started without one (--no-sandbox).\n\nOn Linux, this system does not allow an AppImage to use the sandbox. Install the deb or rpm package, or run “npx orderglass”, which opens in your browser.',
  folderLost: {
    title: 'Another Orderglass uses this data folder',
    detail: (folder) =>
      `It started after data-folder.lock was removed from ${folder}. This one quits, so that they don’t both write the same files. Continue in the other one.`,
  },
  updateReady: {
    title: (version) => `Orderglass ${version} is ready.`,
    detail: 'Restart Orderglass to use it. You can also restart later, in Settings under “About”.',
    restart: 'Restart now',
    later: 'Later',
  },
  removeData: {
    title: 'Remove Orderglass’ data from this computer?',
    detail: (folder, files, keys) =>
      `Settings, accounts, alerts, logs, notes, and downloaded order history in this folder:\n${folder}\n\n${files}\n\n${
        keys === 0 ? '' : `The API keys of your accounts in the keychain: ${keys}\n`
      }All other files stay. Your accounts at the exchange aren’t affected.`,
    remove: 'Remove',
    cancel: 'Cancel',
    typeToContinue: (word) => `Type "${word}" to continue: `,
    done: 'Orderglass’ data has been removed.',
    left: (folder) => `Files that don’t belong to Orderglass are still in ${folder}.`,
    notShown: (entries) =>
      `Your keychain didn’t show the ${entries.length === 1 ? 'entry' : 'entries'} ${entries.map((entry) => `“Orderglass/${entry}”`).join(', ')}. If you denied access, delete ${entries.length === 1 ? 'it' : 'them'} there.`,
    canceled: 'Nothing was removed.',
    nothing: (folder) => `Orderglass has no data in ${folder}.`,
    failed: 'The data couldn’t be removed',
  },
  notPainted:
    'The Orderglass window has not appeared within 10 seconds. If you do not see it, quit, and open Orderglass in your browser: npx orderglass (in a clone: npm start -- --browser)',
  terminal: {
    running: (version) => `Orderglass ${version} is running.`,
    open: (link) => `Open (works once): ${link}`,
    opening: (link) => `Opening your browser with this link (works once): ${link}`,
    stop: 'Ctrl+C stops Orderglass.',
    stopOrNewLink: 'Ctrl+C stops Orderglass. For a link for another browser, type r and press Enter.',
    portInUse: 'The port is already in use. Choose another port with --port, or omit --port to use a free one.',
    portNotAllowed:
      'Your user is not allowed to use the port. Choose another port with --port, or omit --port to use a free one.',
  },
  notices: {
    signIn: {
      title: 'The link is incomplete',
      detail: 'Open the complete link that the terminal shows. It works once, in one browser.',
    },
    noCookies: {
      title: 'This browser keeps no cookies for 127.0.0.1',
      detail: 'Allow cookies for this address, then get a new link: type r and Enter in Orderglass’ terminal.',
    },
    keyUsed: {
      title: 'This link has expired',
      detail:
        'Each link opens Orderglass once, in one browser. Go back to that browser, or get a new link: type r and Enter in Orderglass’ terminal, or restart Orderglass.',
    },
    otherPage: {
      title: 'Opened from another website',
      detail:
        'For your security, links on other websites can’t open Orderglass. Paste its address into the address bar.',
    },
    wrongAddress: {
      title: 'Wrong address',
      detail: 'Use the address that the terminal shows.',
    },
    notFound: {
      title: 'Page not found',
      detail: 'Remove everything after the port number from the address.',
    },
  },
};
