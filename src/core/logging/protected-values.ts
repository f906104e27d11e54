/** Shorter ones are found in any text, and nothing would be left of the log. */
const shortest = 8;

/**
 * The last line of defence: values that must not appear in anything that is written, whatever let them in. They are in memory
 * only, and stay for as long as the program runs, for a late error can still know a key that was removed.
 */
export class ProtectedValues {
  readonly #forms = new Set<string>();

  protect(values: Iterable<string>): void {
    for (const value of values) {
      const trimmed = value.trim();
      if (trimmed.length < shortest) continue;
      for (const form of [trimmed, JSON.stringify(trimmed).slice(1, -1), percentEncoded(trimmed)]) {
        this.#forms.add(form.toLowerCase());
      }
    }
  }

  isIn(text: string): boolean {
    if (this.#forms.size === 0) return false;
    const folded = text.toLowerCase();
    for (const form of this.#forms) if (folded.includes(form)) return true;
    return false;
  }
}

function percentEncoded(value: string): string {
  return value.isWellFormed() ? encodeURIComponent(value) : value;
}
