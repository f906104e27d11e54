interface EmptyNoticeProps {
  what: string;
  next: string;
  action?: { label: string; run: () => void } | undefined;
  /** Comes before the action. */
  offer?: { label: string; run: () => void } | null;
}

export function EmptyNotice({ what, next, action, offer = null }: EmptyNoticeProps) {
  return (
    <div className="empty">
      <p className="empty-what">{what}</p>
      <p className="empty-next">{next}</p>
      {offer && (
        <button type="button" className="button button-main" onClick={offer.run}>
          {offer.label}
        </button>
      )}
      {action && (
        <button type="button" className="button" onClick={action.run}>
          {action.label}
        </button>
      )}
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
