import type { Settings } from '../../../shared/contract/settings.ts';
import type { CommandName } from '../../../shared/settings/commands.ts';

/** A value of a setting, such as "theme dark". */
type SettingValueName = `${keyof Settings} ${string}`;
/** A part of the settings dialog, which has the name of a setting, or none. */
type SettingsPartName = keyof Settings | 'fees' | 'notifications';
type Synonyms = Partial<Record<CommandName | SettingValueName | SettingsPartName, string>>;

/** Other words by which traders look for the entries of the command palette. */
export const synonyms: { synonyms: Synonyms } = {
  synonyms: {
    'show-open-plans':
      'risk positions exposure open pnl unrealized pending trigger conditional stop orders take profit stop loss home ladder',
    'show-order-history': 'fills filled trades executed past csv download',
    'show-plan-history': 'trigger conditional executed canceled past csv download',
    'show-trades': 'round trips positions closed pnl entry exit journal csv download',
    'show-results': 'loss profit performance statistics win rate equity calendar pnl chart',
    'show-futures-tickers': 'markets prices quotes perpetual perps heatmap movers watchlist favorites',
    'show-spot-tickers': 'markets prices quotes cash heatmap movers watchlist favorites',
    'show-symbol-rules': 'contract specifications tick size precision minimum maximum limits',
    'show-shortcuts': 'hotkeys keys help',
    'open-settings': 'preferences options configuration language time zone dark light',
    refresh: 'reload update',
    find: 'search',
    filter: 'search narrow profit loss',
    views: 'saved filters presets bookmarks',
    columns: 'fields layout show hide',
    export: 'csv excel spreadsheet download json save tax',
    'open-review': 'journal yesterday day recap notes stops',
    'open-reconcile': 'reconcile csv import check exchange statement download missing orders difference',
    'open-statement': 'report print pdf tax year quarter month gains losses account summary',
    'show-activity': 'notifications bell events log news',
    'show-alerts': 'alarms notifications price level',
    'new-alert': 'alarm notify price level',
    'open-watch-window': 'ticker widget mini always on top floating',
    'manage-accounts': 'api keys token secret login switch',
    'add-account': 'api keys token secret connect login new',
    'next-account': 'switch',
    'previous-account': 'switch',
    'switch-theme': 'dark light mode black white',
    'export-settings': 'save',
    'back-up': 'backup save archive move new computer zip',
    'restore-backup': 'import load move new computer zip',
    'import-settings': 'restore load backup',
    'reset-settings': 'default factory',
    'remove-data': 'delete erase wipe uninstall clear everything reset',
    'copy-diagnostics': 'support bug report log version',
    timeZone: 'utc local clock hours',
    fees: 'maker taker commission costs rates',
    notifications: 'alerts system browser permission',
    quietHours: 'do not disturb night silence mute',
    sound: 'tone beep mute audio',
    updates: 'version upgrade github',
    'theme dark': 'night black mode',
    'theme light': 'day white bright mode',
    'density compact': 'small dense rows spacing',
    'density comfortable': 'large rows spacing',
    'language zh': 'chinese zhongwen 中文',
    'language en': 'english 英文',
  },
};
