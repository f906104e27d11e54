import { TriangleAlert } from 'lucide-react';
import type { Failure } from '../../../shared/errors.ts';
import { failureText } from '../../model/words.ts';
import { useText } from '../../text/use-text.ts';

interface EmptyNoticeProps {
  what: string;
  next: string;
  action?: { label: string; run: () => void } | undefined;
}

export function EmptyNotice({ what, next, action }: EmptyNoticeProps) {
  return (
    <div className="empty">
      <p className="empty-what">{what}</p>
      <p className="empty-next">{next}</p>
      {action && (
        <button type="button" className="button" onClick={action.run}>
          {action.label}
        </button>
      )}
    </div>
  );
}

interface FailureNoticeProps {
  failure: Failure;
  /** `strip` above a table that still shows its rows, `panel` instead of a table without rows. */
  form: 'strip' | 'panel';
  /** A sentence about the rows that are still shown. */
  showing?: string;
  onRetry: () => void;
}

/** What happened and what the user can do next. */
export function FailureNotice({ failure, form, showing, onRetry }: FailureNoticeProps) {
  const text = useText();
  const { what, next } = failureText(failure, text);
  const { errno, errmsg } = failure.service ?? {};
  return (
    <div role="alert" className={`failure failure-${form}`} data-code={failure.code}>
      <TriangleAlert size={form === 'strip' ? 16 : 24} className="failure-icon" aria-hidden="true" />
      <div className="failure-text">
        <p className="failure-what">{what}</p>
        <p className="failure-next">
          {next} {showing}
        </p>
        {errno !== undefined && <p className="failure-service">{text.failure.service(String(errno), errmsg ?? '')}</p>}
      </div>
      <button type="button" className="button" onClick={onRetry}>
        {text.failure.retry}
      </button>
    </div>
  );
}

const bars = Array.from({ length: 14 }, (_, position) => position);

/** Shown while the rows are being loaded. */
export function Skeleton() {
  return (
    <div className="skeleton" aria-hidden="true">
      {bars.map((bar) => (
        <div key={bar} className="skeleton-row" />
      ))}
    </div>
  );
}
