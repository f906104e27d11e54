/** A row in sight and where it was. */
export interface HeldRow {
  key: string;
  position: number;
}

/**
 * By how many places the rows in sight have moved between two versions of a list: as the first of them did that has moved along
 * with another one. A row that changed may by itself have gone far away, in a list that is sorted by what changed.
 * `anchor` is where the first row in sight is now, if that is known; `rows` are the new version's from position `from` on.
 */
export function shiftBetween(
  inSight: readonly HeldRow[],
  rows: readonly { key: string }[],
  from: number,
  anchor: number | null,
): number {
  const now = new Map(rows.map((row, place) => [row.key, from + place]));
  const [first] = inSight;
  if (first && anchor !== null) now.set(first.key, anchor);
  const shifts = inSight.flatMap(({ key, position }) => {
    const place = now.get(key);
    return place === undefined ? [] : [place - position];
  });
  const together = shifts.find(
    (shift, place) => shifts.indexOf(shift) !== place || shifts.lastIndexOf(shift) !== place,
  );
  return together ?? shifts[0] ?? 0;
}
