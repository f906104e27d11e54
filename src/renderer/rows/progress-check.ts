const mostBarrenPages = 50;

/** Notices a list that cannot be read to its end: its cursors go round in a circle, or page after page brings nothing. */
export class ProgressCheck {
  readonly #cursors = new Set<string>();
  #barrenPages = 0;

  /** To be asked after each page: `asked` is the cursor it was read with (`null`: none), `next` the one it gave. */
  isStuck(broughtSomething: boolean, asked: string | null, next: string): boolean {
    if (broughtSomething) {
      this.#cursors.clear();
      this.#barrenPages = 0;
      return false;
    }
    this.#barrenPages += 1;
    if (asked !== null) this.#cursors.add(asked);
    return this.#cursors.has(next) || this.#barrenPages >= mostBarrenPages;
  }
}
