import type { DownloadItem } from 'electron';
import { Double } from '../not-modelled.ts';

/** A download that is about to begin. Where it goes is Chromium's, and the spec's, to say. */
export class DownloadItemDouble extends Double implements Pick<DownloadItem, 'getURL' | 'getFilename'> {
  readonly #url: string;
  readonly #name: string;

  constructor(url: string, name: string) {
    super();
    this.#url = url;
    this.#name = name;
  }

  getURL(): string {
    return this.#url;
  }

  getFilename(): string {
    return this.#name;
  }
}
