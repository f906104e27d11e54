/** Returns the name, or its beginning with “…” if the whole name does not fit. `fits`: false for every text that is longer than one which does not fit. */
export function shortenedName(name: string, fits: (text: string) => boolean): string {
  if (fits(name)) return name;
  const characters = Array.from(name);
  let [shown, tooMany] = [1, characters.length];
  while (shown + 1 < tooMany) {
    const middle = (shown + tooMany) >> 1;
    if (fits(beginning(characters, middle))) shown = middle;
    else tooMany = middle;
  }
  return beginning(characters, shown);
}

function beginning(characters: readonly string[], count: number): string {
  return `${characters.slice(0, count).join('')}…`;
}
