import { useEffect, useState } from 'react';
import type { HistoryState } from '../../../../shared/contract/history.ts';
import { formatTimestamp } from '../../../../shared/time/time.ts';
import { useText } from '../../../text/use-text.ts';
import { Bar } from '../../../ui/screen/Bar.tsx';
import { timeLeft } from '../../../ui/text/duration.ts';
import { coverageOf } from './coverage.ts';
import './coverage.css';

/** Milliseconds that a download lasts before its progress is shown, so that a short one moves nothing on the screen. */
const shownAfterMs = 4000;

/** True while the list is downloaded for the first time: some margin mode has not been read to its first row. */
export function isFirstDownload({ phase, rows, modes }: HistoryState): boolean {
  if (phase === 'head') return rows === 0;
  return phase === 'backfill' && modes.some(({ complete, gaps }) => !complete && gaps.length === 0);
}

interface FirstDownloadProps {
  state: HistoryState | undefined;
  zone: string;
  /** Name of the account, if several are shown. */
  accountName?: string | undefined;
}

/** Progress of the first download, as far as it is known: how far back, the share, and the time left. */
export function FirstDownload({ state, zone, accountName }: FirstDownloadProps) {
  const text = useText();
  const isRunning = state !== undefined && isFirstDownload(state);
  const isShown = useLasting(isRunning);
  if (!isRunning || !isShown) return null;
  const { backTo } = coverageOf(state.modes);
  const { downloaded, secondsLeft } = state;
  const percent = downloaded === null ? null : Math.floor(downloaded * 100);
  const facts = [
    ...(backTo === null ? [] : [text.history.backTo(formatTimestamp(backTo, zone).slice(0, 10))]),
    ...(percent === null ? [] : [text.history.percent(percent)]),
    ...(secondsLeft === null ? [] : [timeLeft(secondsLeft, text)]),
  ];
  const said =
    facts.length === 0
      ? text.history.firstDownloadBegins
      : text.history.firstDownload(facts.reduce((known, fact) => text.clauses(known, fact)));
  return (
    <Bar rank="progress">
      <div className="first-download">
        <p>{accountName === undefined ? said : text.history.gapOf(accountName, said)}</p>
        {percent !== null && (
          <div
            className="first-download-track"
            role="progressbar"
            aria-label={text.history.phases.backfill}
            aria-valuenow={percent}
          >
            <div style={{ inlineSize: `${percent}%` }} />
          </div>
        )}
      </div>
    </Bar>
  );
}

/** True once the condition has lasted. */
function useLasting(condition: boolean): boolean {
  const [hasLasted, setLasted] = useState(false);
  useEffect(() => {
    if (!condition) return;
    const timer = window.setTimeout(() => setLasted(true), shownAfterMs);
    return () => {
      window.clearTimeout(timer);
      setLasted(false);
    };
  }, [condition]);
  return condition && hasLasted;
}
