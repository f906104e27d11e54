import { CirclePause, Pause, Play, Square } from 'lucide-react';
import type { HistoryState, SyncAction } from '../../../shared/history.ts';
import { coverageOf } from '../../model/coverage.ts';
import { type Text, useText } from '../../text/use-text.ts';

interface SyncFactsProps {
  state: HistoryState;
  onSync: (action: SyncAction) => void;
}

/** What is being read from the exchange, how fast, and how to stop it. */
export function SyncStatus({ state, onSync }: SyncFactsProps) {
  const text = useText();
  const { phase } = state;
  if (phase === 'paused') {
    return (
      <span className="sync">
        <CirclePause size={12} aria-hidden="true" />
        {text.history.paused}
        <button type="button" className="status-button" onClick={() => onSync('resume')}>
          <Play size={12} aria-hidden="true" />
          {text.history.resume}
        </button>
      </span>
    );
  }
  if (phase === 'newest' || phase === 'past' || phase === 'again') {
    return (
      <span className="sync" data-phase={phase}>
        <span>{text.history.phases[phase]}</span>
        {state.fetched > 0 && <span className="sync-detail">{text.history.fetched(state.fetched)}</span>}
        {state.rate !== null && (
          <span className="sync-detail">{text.history.rate(Math.max(1, Math.round(state.rate)))}</span>
        )}
        {state.secondsLeft !== null && <span>{timeLeft(state.secondsLeft, text)}</span>}
        {phase === 'past' && (
          <>
            <button type="button" className="status-button" onClick={() => onSync('pause')}>
              <Pause size={12} aria-hidden="true" />
              {text.history.pause}
            </button>
            <button type="button" className="status-button" onClick={() => onSync('cancel')}>
              <Square size={12} aria-hidden="true" />
              {text.history.stop}
            </button>
          </>
        )}
      </span>
    );
  }
  if (phase === 'idle' && state.checkedAt !== null && !coverageOf(state.modes).complete) {
    return (
      <button type="button" className="status-button" onClick={() => onSync('refresh')}>
        {text.history.readOn}
      </button>
    );
  }
  return null;
}

const minute = 60;
const hour = 60 * minute;

function timeLeft(seconds: number, text: Text): string {
  const { left } = text.history;
  if (seconds < 1.5 * minute) return left.seconds(Math.max(1, Math.round(seconds)));
  if (seconds < 1.5 * hour) return left.minutes(Math.round(seconds / minute));
  return left.hours(Math.round(seconds / hour));
}
