import type { ServerResponse } from 'node:http';

/** What became of the replies that take their time. */
export class StreamRecord {
  #underWay = 0;
  #abandoned = 0;
  #bytes = 0;

  /** Replies that are being sent or held back. */
  get underWay(): number {
    return this.#underWay;
  }

  /** Replies whose connection ended before they did. */
  get abandoned(): number {
    return this.#abandoned;
  }

  /** Bytes of their bodies that were handed to the system so far. */
  get bytes(): number {
    return this.#bytes;
  }

  follow(response: ServerResponse): void {
    this.#underWay++;
    response.once('close', () => {
      this.#underWay--;
      if (!response.writableFinished) this.#abandoned++;
    });
  }

  add(bytes: number): void {
    this.#bytes += bytes;
  }
}
