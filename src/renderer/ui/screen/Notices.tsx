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
