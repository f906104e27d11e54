/** The answers to the last few questions. */
export class LruCache<Answer> {
  readonly #most: number;
  /** The one that was asked for last is last. */
  readonly #answers = new Map<string, Answer>();

  constructor(most: number) {
    this.#most = most;
  }

  getOrCompute(question: string, answer: () => Answer): Answer {
    const known = this.#answers.get(question) ?? answer();
    this.#answers.delete(question);
    this.#answers.set(question, known);
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= this.#most) break;
      this.#answers.delete(oldest);
    }
    return known;
  }

  clear(): void {
    this.#answers.clear();
  }
}
