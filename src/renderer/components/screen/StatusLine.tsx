import type { ReactNode } from 'react';
import { notice } from '../../state/notice.ts';
import { useStore } from '../../state/store.ts';
import { useText } from '../../text/use-text.ts';

/** Short facts, in a row, and the latest notice. */
export function StatusLine({ children }: { children: ReactNode }) {
  const text = useText();
  const said = useStore(notice);
  return (
    <section className="status" aria-label={text.status.label}>
      <div className="status-facts">{children}</div>
      <output className="status-notice" aria-live="polite">
        {said}
      </output>
    </section>
  );
}
