const bars = Array.from({ length: 14 }, (_, position) => position);

/** Where rows will be. */
export function Skeleton() {
  return (
    <div className="skeleton" aria-hidden="true">
      {bars.map((bar) => (
        <div key={bar} className="skeleton-row" />
      ))}
    </div>
  );
}
