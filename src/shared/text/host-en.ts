import type { ActivityText } from '../activity-words.ts';
import type { CommandWords } from '../commands.ts';
import { activityTextEn } from './activity-en.ts';

/**
 * What a user reads outside the page: Electron's menu and messages, and the browser host's own pages. It stands here
 * because the hosts and the page may not import each other. A second language is a second object of the same type.
 */
export interface HostText extends CommandWords {
  /** As in HTML's `lang`. */
  language: string;
  product: string;
  /** The account that nobody has named. */
  demoAccount: string;
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
  /** A message: what happened, and what to do next. */
  pageFailed: { title: string; detail: string; reload: string; quit: string };
  cannotStart: string;
  /** The pages that the browser host shows in place of the program. */
  notices: Record<'signIn' | 'keyUsed' | 'otherPage' | 'wrongAddress' | 'notFound', { title: string; detail: string }>;
}

export const hostTextEn: HostText = {
  language: 'en',
  product: 'Orderglass',
  demoAccount: 'Demo account',
  activity: activityTextEn,
  screens: {
    'open-plans': 'Open plans',
    'order-history': 'Order history',
    'plan-history': 'Plan history',
    results: 'Results',
    'futures-tickers': 'Futures tickers',
    'spot-tickers': 'Spot tickers',
    'symbol-rules': 'Symbol rules',
  },
  commands: {
    'open-palette': 'Command palette',
    'show-shortcuts': 'Keyboard shortcuts',
    'open-settings': 'Settings',
    refresh: 'Refresh',
    find: 'Search in this screen',
    filter: 'Filter',
    views: 'Saved views',
    columns: 'Columns',
    export: 'Export to a file',
    'show-activity': 'Activity',
    'show-alerts': 'Alerts',
    'new-alert': 'New alert',
    'open-watch-window': 'Watch window',
    'manage-accounts': 'Manage accounts',
    'add-account': 'Add an account',
    'next-account': 'Next account',
    'previous-account': 'Previous account',
    'switch-theme': 'Switch between dark and light',
    'next-density': 'Next row height',
    'next-price-colours': 'Next up and down colours',
    'next-number-grouping': 'Next number grouping',
    'export-settings': 'Export the settings',
    'import-settings': 'Import settings',
    'reset-settings': 'Reset all settings',
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
    title: 'The window stopped working, twice in a row.',
    detail: 'Nothing of your account was changed. Reload the window, or quit and start Orderglass again.',
    reload: 'Reload',
    quit: 'Quit',
  },
  cannotStart: 'Orderglass could not start',
  notices: {
    signIn: {
      title: 'This address needs its key',
      detail: 'Open Orderglass with the whole address that "npm start" printed. It works once, in one browser.',
    },
    keyUsed: {
      title: 'This address has been used, or is an old one',
      detail:
        'It opens Orderglass once, in one browser. Go back to that browser, or end Orderglass and start it again for a new address.',
    },
    otherPage: {
      title: 'Not from another page',
      detail: 'Orderglass does not follow links from other pages. Copy its address into the address bar.',
    },
    wrongAddress: {
      title: 'Not at this address',
      detail: 'Orderglass answers only at the address that "npm start" printed.',
    },
    notFound: {
      title: 'Nothing here',
      detail: 'Orderglass has one page. Leave out what follows the port in the address.',
    },
  },
};
