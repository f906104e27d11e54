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
