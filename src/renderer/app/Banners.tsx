import { useSelector } from '@tanstack/react-store';
import { FileWarning, KeyRound, type LucideIcon, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { AccountSummary, LeftEntry } from '../../shared/contract/accounts.ts';
import type { FileNotice } from '../../shared/contract/program.ts';
import type { ErrorCode } from '../../shared/values/error-codes.ts';
import { useConnection } from '../domain/accounts/accounts.ts';
import { useNameOfSeveral } from '../domain/accounts/FailureNotice.tsx';
import { freshness } from '../domain/market/freshness.ts';
import { sameOrdersText, useSameOrders } from '../domain/orders/same-orders.ts';
import { client } from '../platform/client.ts';
import { useNow } from '../platform/timer.ts';
import { type Text, useText } from '../text/use-text.ts';
import { Bar } from '../ui/screen/Bar.tsx';
import { needsNewKeys } from '../ui/text/failures.ts';
import { useFileNotices } from './file-notices.ts';
import { useLeftEntries } from './left-entries.ts';

/** Largest number of setting values that a notice names. */
const maxNamed = 5;

/** Says that the program has stopped. */
export function HostBanner() {
  const { what, next } = useText().errors['host-gone'];
  return (
    <Bar rank="failure">
      <div className="banner-line" role="alert">
        <TriangleAlert size={14} aria-hidden="true" />
        <span className="bar-text">
          {what} {next}
        </span>
      </div>
    </Bar>
  );
}

/** Files that could not be used. Each is shown until the user confirms it. */
export function FileBanner() {
  const text = useText();
  const [confirmed, setConfirmed] = useState<readonly string[]>([]);
  const notices = useFileNotices().map((notice) => ({ notice, key: JSON.stringify(notice) }));
  const shown = notices.filter(({ key }) => !confirmed.includes(key));
  return shown.map(({ notice, key }) => (
    <Notice key={key} icon={FileWarning} onConfirm={() => setConfirmed([...confirmed, key])}>
      {fileSentences(notice, text)}
    </Notice>
  ));
}

/** Keychain entries that could not be removed, or not for certain. They are shown until the user confirms them. */
export function LeftEntriesBanner() {
  const text = useText();
  const [confirmed, setConfirmed] = useState<readonly LeftEntry[]>([]);
  const left = useLeftEntries().filter((entry) => !confirmed.some((known) => isSameLeftEntry(known, entry)));
  const confirm = (entries: readonly LeftEntry[]): void => {
    setConfirmed([...confirmed, ...entries]);
    void client.forgetLeftEntries({ entries: entries.map(({ entry }) => entry) });
  };
  return [true, false].map((notShown) => {
    const entries = left.filter((entry) => entry.notShown === notShown);
    const names = entries.map(({ entry }) => entry);
    if (names.length === 0) return null;
    return (
      <Notice key={String(notShown)} icon={KeyRound} onConfirm={() => confirm(entries)}>
        {notShown ? text.removeData.notShown(names) : text.accounts.entriesLeft(names)}
      </Notice>
    );
  });
}

function isSameLeftEntry(one: LeftEntry, other: LeftEntry): boolean {
  return one.entry === other.entry && one.notShown === other.notShown;
}

interface NoticeProps {
  icon: LucideIcon;
  children: ReactNode;
  onConfirm: () => void;
}

function Notice({ icon: Icon, children, onConfirm }: NoticeProps) {
  const { fileNotices } = useText();
  return (
    <Bar rank="failure">
      <div className="banner-line" role="alert">
        <Icon size={14} aria-hidden="true" />
        <span className="bar-text">{children}</span>
        <button type="button" className="status-button" onClick={onConfirm}>
          {fileNotices.understood}
        </button>
      </div>
    </Bar>
  );
}

function fileSentences(notice: FileNotice, text: Text): string {
  const { damaged, damagedNotes, laterVersion, earlierVersion, notRemoved, settingValues, noBackup } = text.fileNotices;
  if (notice.what === 'folder') return notRemoved;
  if (notice.what === 'backups') return noBackup(notice.folder);
  if (notice.what === 'notes') return damagedNotes(notice.backupName);
  if (notice.what === 'setting-values') {
    const { paths } = notice;
    return settingValues(paths.slice(0, maxNamed).join(', '), Math.max(0, paths.length - maxNamed));
  }
  const { what, problem, backupName } = notice;
  if (problem === 'later-version' || what === 'window') return laterVersion[what];
  return problem === 'earlier-version' ? earlierVersion[what] : damaged[what](backupName);
}

interface AccountBannerProps {
  account: AccountSummary;
  onManage: () => void;
}

/** Problems of the account's keys and of its connection, while they last. */
export function AccountBanner({ account, onManage }: AccountBannerProps) {
  const text = useText();
  const connection = useConnection(account.id);
  const name = useNameOfSeveral();
  const named = (sentence: string): string => (name === null ? sentence : text.labeled(name, sentence));
  const { failure } = useSelector(freshness);
  // The screen shows its failure with more details. One cause has one banner.
  const isShown = (...codes: ErrorCode[]): boolean => failure !== null && codes.includes(failure.code);
  const now = useNow(500);
  const keptIn = account.kind === 'demo' ? 'keychain' : (account.credentials?.keptIn ?? null);
  const pause = connection?.pausedUntil ? Math.ceil((connection.pausedUntil - now) / 1000) : 0;
  const paused = connection?.isDown ? text.connection.down : text.connection.limited;
  return (
    <>
      {keptIn === null && !(failure && needsNewKeys(failure)) && (
        <Line
          icon={KeyRound}
          button={
            <button type="button" className="status-button" onClick={onManage}>
              {text.accounts.enterKeys}
            </button>
          }
        >
          {named(text.accounts.keysGone)}
        </Line>
      )}
      {/* Shorter pauses would only move the page. */}
      {pause > 1 && !isShown('throttled', 'service-busy') && (
        <Line icon={TriangleAlert}>
          <span aria-hidden="true">{named(paused.counted(pause))}</span>
          {/* Screen readers would read every second of the countdown. */}
          <span className="visually-hidden">{named(paused.uncounted)}</span>
        </Line>
      )}
      {connection?.offline && !isShown('offline', 'timeout') && (
        <Line icon={TriangleAlert}>{named(text.connection.offline)}</Line>
      )}
      {connection?.clockSkewed && !isShown('clock-skew') && (
        <Line icon={TriangleAlert}>
          {named(text.connection.clockSkewed(Math.round(connection.clockOffset / 1000)))}
        </Line>
      )}
    </>
  );
}

/** Accounts whose orders are counted twice where all accounts are shown. */
export function SameOrdersBanner({ account, onManage }: AccountBannerProps) {
  const text = useText();
  const groups = useSameOrders(account);
  return groups.map((names) => (
    <Line
      key={names.join('\n')}
      icon={TriangleAlert}
      button={
        <button type="button" className="status-button" onClick={onManage}>
          {text.account.manage}
        </button>
      }
    >
      {sameOrdersText(names, text)}
    </Line>
  ));
}

interface LineProps {
  icon: LucideIcon;
  children: ReactNode;
  button?: ReactNode;
}

function Line({ icon: Icon, children, button }: LineProps) {
  return (
    <Bar rank="warning">
      <div className="banner-line" role="status">
        <Icon size={14} aria-hidden="true" />
        <span className="bar-text">{children}</span>
        {button}
      </div>
    </Bar>
  );
}
