import { Dialog } from '@base-ui/react/dialog';
import { useSelector } from '@tanstack/react-store';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { UnreadableRow } from '../../../shared/contract/orders.ts';
import { notice, standingNotice } from '../../platform/notice.ts';
import { useText } from '../../text/use-text.ts';

/** Short facts about the screen, and the latest notice. */
export function StatusLine({ children }: { children: ReactNode }) {
  const text = useText();
  const sentence = useSelector(notice);
  const standing = useSelector(standingNotice);
  return (
    <section className="status" aria-label={text.status.label}>
      <div className="status-facts">{children}</div>
      <output className="status-notice" aria-live="polite" title={standing ?? undefined}>
        {sentence ?? standing}
      </output>
    </section>
  );
}

export interface RowCountProps {
  shown: number;
  all: number;
  /** False before the first response. */
  isLoaded: boolean;
  hasFailed: boolean;
}

/** The number of rows, which is unknown before the first response. */
export function RowCount({ shown, all, isLoaded, hasFailed }: RowCountProps) {
  const { status } = useText();
  if (isLoaded) return <span>{shown === all ? status.rows(all) : status.of(shown, all)}</span>;
  return hasFailed ? null : <span>{status.loading}</span>;
}

interface UnreadableRowsProps {
  count: number;
  /** `undefined` while they are being read. */
  rows: readonly UnreadableRow[] | undefined;
  onOpenChange?: (open: boolean) => void;
}

/** The number of rows that could not be read, with a dialog that shows them as received. */
export function UnreadableRows({ count, rows, onOpenChange }: UnreadableRowsProps) {
  const text = useText();
  if (count === 0) return null;
  return (
    <Dialog.Root {...(onOpenChange ? { onOpenChange } : {})}>
      <Dialog.Trigger className="status-button status-warning">
        <TriangleAlert size={12} aria-hidden="true" />
        {text.status.unreadable(count)}
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog dialog-wide">
          <Dialog.Title className="dialog-title">{text.unreadable.title}</Dialog.Title>
          <Dialog.Description className="dialog-text">{text.unreadable.explained}</Dialog.Description>
          <ul className="unreadable-list">
            {rows?.map((row) => (
              <li key={row.raw}>
                <p className="unreadable-reason">{row.reason}</p>
                <pre>{row.raw}</pre>
              </li>
            ))}
          </ul>
          <footer className="dialog-footer">
            <Dialog.Close className="button">{text.unreadable.close}</Dialog.Close>
          </footer>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
