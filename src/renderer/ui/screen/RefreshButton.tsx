import { RefreshCw } from 'lucide-react';
import { useText } from '../../text/use-text.ts';

/** `busy`: true while a request runs. */
export function RefreshButton({ onRefresh, busy }: { onRefresh: () => void; busy?: boolean }) {
  const { refresh } = useText().toolbar;
  return (
    <button type="button" className="button" aria-label={refresh} title={refresh} aria-busy={busy} onClick={onRefresh}>
      <RefreshCw size={14} aria-hidden="true" />
      <span className="button-word">{refresh}</span>
    </button>
  );
}
