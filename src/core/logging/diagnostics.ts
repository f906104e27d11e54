import { publicBaseUrl } from '../../shared/account-input.ts';
import type { About, AccountSummary, Connection } from '../../shared/domain.ts';
import type { Settings, TableLayout } from '../../shared/settings.ts';
import { readHostFacts, readLocale, versionNumber } from './host-facts.ts';
import type { Observations } from './observations.ts';

export interface DiagnosticsSources {
  readonly about: About;
  readonly accounts: readonly AccountSummary[];
  readonly settings: Settings;
  readonly observations: Observations;
  readonly recentLines: readonly string[];
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * A text that a user can give to whoever helps. It is made of what the log is made of: counts, choices, codes, versions and times,
 * and accounts by their number; never a name, an address, a symbol, an id or anything of a key.
 */
export function writeDiagnostics(sources: DiagnosticsSources): string {
  const { recentLines, now } = sources;
  return [
    'Orderglass diagnostics',
    `Made at ${new Date(now).toISOString()}. No keys, names, addresses, symbols or orders are in it.`,
    '',
    ...programLines(sources),
    '',
    ...accountLines(sources),
    '',
    ...settingsLines(sources),
    '',
    recentLines.length === 0 ? 'Log: empty' : `Log, last ${recentLines.length} lines:`,
    ...recentLines,
    '',
  ].join('\n');
}

function programLines({ about, now }: DiagnosticsSources): string[] {
  const { platform, architecture, release, node, electron, chrome } = readHostFacts();
  const { locale, timeZone } = readLocale();
  const parts = [`node ${node}`, electron && `electron ${electron}`, chrome && `chrome ${chrome}`];
  return [
    `Program: ${versionNumber(about.version)} (${about.host})`,
    `System: ${platform} ${architecture}, release ${release}`,
    `Versions: ${parts.filter(Boolean).join(', ')}`,
    `Language and time zone: ${locale}, ${timeZone} (${offsetFromUtc(now)})`,
    `Running for: ${Math.round(process.uptime())} s, memory ${Math.round(process.memoryUsage.rss() / 1_048_576)} MiB`,
  ];
}

/** "UTC+05:30", at the time that is given. */
function offsetFromUtc(time: number): string {
  const minutes = -new Date(time).getTimezoneOffset();
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(rest)}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

function accountLines({ accounts, observations, now }: DiagnosticsSources): string[] {
  const live = accounts.filter(({ kind }) => kind === 'live');
  const at = (place: 'keychain' | 'session') => live.filter(({ credentials }) => credentials?.place === place).length;
  const without = live.filter(({ credentials }) => credentials === null).length;
  const { lastKeychainFailure: failure } = observations;
  return [
    `Accounts: ${accounts.length - live.length} demo, ${live.length} live (${at('keychain')} in the keychain, ${at('session')} for this session only, ${without} without credentials)`,
    `Keychain: ${failure ? `last failure ${failure.reason}, ${Math.max(0, Math.round((now - failure.at) / 1000))} s ago` : 'no failure since the start'}`,
    ...accounts.map((account) => accountLine(account, observations, now)),
  ];
}

function accountLine(account: AccountSummary, observations: Observations, now: number): string {
  const number = observations.accounts.of(account.id) ?? 'other';
  const { signingVariant, requestsPerWindow, kind, credentials, baseUrl } = account;
  const connection = observations.connections.get(account.id);
  const parts =
    kind === 'demo'
      ? []
      : [
          baseUrl === publicBaseUrl ? 'usual address' : 'other address',
          credentials?.place ?? 'no credentials',
          `signed ${signingVariant}`,
          `${requestsPerWindow} requests per 10 s`,
        ];
  return `- ${number === 'demo' ? number : `account ${number}`}: ${[...parts, ...connectionParts(connection, now)].join(', ')}`;
}

function connectionParts(connection: Connection | undefined, now: number): string[] {
  if (!connection) return ['connection: nothing to tell'];
  const { pausedUntil, clockOffset, clockSkewed, offline, queued } = connection;
  const paused = pausedUntil !== null && pausedUntil > now;
  return [
    `connection: ${offline ? 'offline' : 'online'}`,
    paused ? `paused for ${Math.ceil((pausedUntil - now) / 1000)} s` : 'not paused',
    `clock off by ${Math.round(clockOffset)} ms${clockSkewed ? ' (too much)' : ''}`,
    `${queued} waiting`,
  ];
}

function settingsLines({ settings, observations }: DiagnosticsSources): string[] {
  const { theme, priceColours, screen, marginMode, account, tables } = settings;
  const number = observations.accounts.of(account);
  return [
    `Settings: theme ${theme}, price colours ${priceColours}, screen ${screen}, margin mode ${marginMode}, account ${number ?? 'not there'}`,
    ...Object.entries(tables).flatMap(([name, layout]) => (layout ? [`- table ${name}: ${layoutWords(layout)}`] : [])),
  ];
}

/** Returns how many columns the user has changed. The names are left out, because a settings file may hold any text. */
function layoutWords({ columnOrder, columnVisibility, columnSizing, columnPinning, sorting }: TableLayout): string {
  const hidden = Object.values(columnVisibility).filter((isVisible) => !isVisible).length;
  const pinned = columnPinning.start.length + columnPinning.end.length;
  const sort = sorting.length === 0 ? 'not sorted' : `sorted by ${sorting.length}`;
  const resized = Object.keys(columnSizing).length;
  return `${columnOrder.length} placed, ${hidden} hidden, ${resized} resized, ${pinned} pinned, ${sort}`;
}
