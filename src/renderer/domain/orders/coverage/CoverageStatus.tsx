import { Popover } from '@base-ui/react/popover';
import { CirclePause, Download, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { HistoryState, ModeCoverage } from '../../../../shared/contract/history.ts';
import type { SyncAction } from '../../../../shared/orders/history.ts';
import { formatTimestamp } from '../../../../shared/time/time.ts';
import { smallest } from '../../../../shared/values/extremes.ts';
import { showNotice } from '../../../platform/notice.ts';
import { useNow } from '../../../platform/timer.ts';
import { countText } from '../../../text/number-form.ts';
import { type Text, useText } from '../../../text/use-text.ts';
import { type Coverage, coverageOf, pastText } from './coverage.ts';

interface CoverageStatusProps {
  state: HistoryState;
  zone: string;
  onSync: (action: SyncAction) => void;
  /** Name of the account, if several share the status line. */
  accountName?: string | undefined;
  /** Shown in the popover. */
  children?: ReactNode;
}

/** How far back the local history reaches, with the details of each margin mode in a popover. */
export function CoverageStatus({ state, zone, onSync, accountName, children }: CoverageStatusProps) {
  const text = useText();
  const coverage = coverageOf(state.modes);
  const past = pastText(coverage, zone, text, state.unreadable);
  const gaps = state.modes.flatMap((mode) => mode.gaps.map((gap) => ({ ...gap, mode: mode.marginMode })));
  return (
    <Popover.Root>
      <Popover.Trigger className="status-button status-plain" title={completeOf(state, zone, text)}>
        {accountName !== undefined && <strong className="status-account">{accountName}</strong>}
        {accountName === undefined ? withVerified(past, coverage, zone, text) : past}
        {accountName !== undefined && <SyncMark state={state} zone={zone} />}
        {coverage.gaps > 0 && <Warning>{text.history.gaps(coverage.gaps)}</Warning>}
        {coverage.blocked && <Warning>{text.history.blocked}</Warning>}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="popup-positioner" sideOffset={8} side="top" align="start">
          <Popover.Popup className="popup coverage-popup">
            <Popover.Title className="coverage-title">
              {accountName === undefined ? text.history.coverage : text.labeled(text.history.coverage, accountName)}
            </Popover.Title>
            {children}
            <table className="coverage-table">
              <thead>
                <tr>
                  <th>{text.history.marginMode}</th>
                  <th className="coverage-figure">{text.history.rows}</th>
                  <th>{text.history.oldest}</th>
                  <th>{text.history.newest}</th>
                  <th>{text.history.past}</th>
                </tr>
              </thead>
              <tbody>
                {state.modes.map((mode) => (
                  <ModeLine key={mode.marginMode} mode={mode} unreadable={state.unreadable} zone={zone} />
                ))}
              </tbody>
            </table>
            {(gaps.length > 0 || coverage.blocked) && (
              <ul className="coverage-list">
                {state.modes
                  .filter((mode) => mode.blocked)
                  .map(({ marginMode }) => (
                    <li key={marginMode}>
                      {text.history.gapOf(text.marginModes[marginMode], text.history.blockedExplained)}
                    </li>
                  ))}
                {gaps.map(({ mode, from, to }) => (
                  <li key={`${mode} ${from}`}>
                    {text.history.gapOf(
                      text.marginModes[mode],
                      text.history.gap(formatTimestamp(from, zone), formatTimestamp(to, zone)),
                    )}
                  </li>
                ))}
              </ul>
            )}
            {state.oddities > 0 && <p className="form-hint">{text.history.oddities(state.oddities)}</p>}
            {state.sharedIds > 0 && <p className="form-hint">{text.history.sharedIds(state.sharedIds)}</p>}
            {state.hasOneMode && <p className="form-hint">{text.history.oneMode}</p>}
            <Popover.Description className="form-hint">{text.history.coverageExplained}</Popover.Description>
            {coverage.complete && state.phase !== 'verify' && (
              <button type="button" className="button" onClick={() => onSync('verify')}>
                {text.history.verify}
              </button>
            )}
            {!coverage.complete && (
              <button
                type="button"
                className="button"
                onClick={() => {
                  // Starts the sync first, because it may have been stopped or have ended.
                  onSync('refresh');
                  onSync('prioritize');
                  showNotice(text.history.hurrying);
                }}
              >
                {text.history.hurry}
              </button>
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** Returns of what a complete history is complete; `undefined` for another one. */
function completeOf({ modes, unreadable }: HistoryState, zone: string, text: Text): string | undefined {
  const oldest = modes.flatMap((mode) => mode.oldest ?? []);
  if (!coverageOf(modes).complete || unreadable > 0 || oldest.length === 0) return undefined;
  return text.history.completeOf(formatTimestamp(smallest(oldest), zone).slice(0, 10));
}

/** Age (ms) from which the newest rows of an account are said to be old: twice the time in which the orders of each are read. */
const oldAfterMs = 120_000;

/** What the sync of one of several accounts is doing, or as of when its rows are, in little room. */
function SyncMark({ state, zone }: { state: HistoryState; zone: string }) {
  const text = useText();
  const now = useNow(oldAfterMs / 4);
  const { phase, downloaded, failure, checkedAt } = state;
  if (phase === 'paused') return <CirclePause size={12} role="img" aria-label={text.history.paused} />;
  if (phase !== 'backfill') {
    const isOld = checkedAt !== null && (failure !== null || now - checkedAt > oldAfterMs);
    return isOld && <Warning>{text.history.asOf(timeText(checkedAt, zone))}</Warning>;
  }
  return (
    <>
      <Download size={12} role="img" aria-label={text.history.phases.backfill} />
      {downloaded !== null && text.history.percent(Math.floor(downloaded * 100))}
    </>
  );
}

/** Returns how far back a coverage reaches, and when all of it was compared with the exchange. */
function withVerified(past: string, { verifiedAt }: Coverage, zone: string, text: Text): string {
  return verifiedAt === null ? past : text.clauses(past, text.history.verified(timeText(verifiedAt, zone)));
}

/** The time of today, or the day. */
function timeText(time: number, zone: string): string {
  const [day, clock = ''] = formatTimestamp(time, zone).split(' ');
  return day === formatTimestamp(Date.now(), zone).split(' ')[0] ? clock.slice(0, 5) : (day ?? '');
}

function Warning({ children }: { children: string }) {
  return (
    <span className="status-warning coverage-gaps">
      <TriangleAlert size={12} aria-hidden="true" />
      {children}
    </span>
  );
}

interface ModeLineProps {
  mode: ModeCoverage;
  /** Of both margin modes. */
  unreadable: number;
  zone: string;
}

function ModeLine({ mode, unreadable, zone }: ModeLineProps) {
  const text = useText();
  const coverage = coverageOf([mode]);
  const day = (time: number | null): string => (time === null ? text.none : formatTimestamp(time, zone).slice(0, 10));
  return (
    <tr>
      <td>{text.marginModes[mode.marginMode]}</td>
      <td className="coverage-figure">{countText(mode.rows)}</td>
      <td>{day(mode.oldest)}</td>
      <td>{day(mode.newest)}</td>
      <td>{withVerified(pastText(coverage, zone, text, unreadable), coverage, zone, text)}</td>
    </tr>
  );
}
