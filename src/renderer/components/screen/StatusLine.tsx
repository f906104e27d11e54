import type { ReactNode } from 'react';
import { localTimeZone, utcOffset } from '../../../shared/time.ts';
import { notice } from '../../state/notice.ts';
import { useStore } from '../../state/store.ts';
import { useText } from '../../text/use-text.ts';

interface StatusLineProps {
  /** Short facts, in a row. */
  children: ReactNode;
  /** Set on screens that show times. */
  times?: boolean;
}

export function StatusLine({ children, times = false }: StatusLineProps) {
  const text = useText();
  const said = useStore(notice);
  const zone = localTimeZone();
  return (
    <section className="status" aria-label={text.status.label}>
      <div className="status-facts">{children}</div>
      <output className="status-notice" aria-live="polite">
        {said}
      </output>
      {times && <span className="status-zone">{text.status.timeZone(zone, utcOffset(Date.now(), zone))}</span>}
    </section>
  );
}
