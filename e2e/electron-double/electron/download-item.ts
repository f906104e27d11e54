import type { DownloadItem } from 'electron';
import { Double } from '../not-modeled.ts';

/** A starting download. Chromium and the spec decide its path. */
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
