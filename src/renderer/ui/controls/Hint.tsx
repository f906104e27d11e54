import { Info } from 'lucide-react';

/** A mark that says in its tooltip what is read once. */
export function Hint({ children }: { children: string }) {
  return (
    <button type="button" className="hint" aria-label={children} title={children}>
      <Info size={13} aria-hidden="true" />
    </button>
  );
}
