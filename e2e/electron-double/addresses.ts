import { NotModeled } from './not-modeled.ts';

/**
 * Translates between the program's URLs and Chromium's. Chromium has no custom schemes, so `scheme://host` is shown at
 * the origin `https://host.scheme.test`, which is an equally secure context and never leaves the machine. The program
 * sees only its own URLs.
 */
export class Addresses {
  readonly #schemes = new Set<string>();

  /** Adds a scheme, which must be standard and secure to behave like https. */
  add(scheme: string): void {
    if (!/^[a-z][a-z0-9]*$/.test(scheme)) throw new NotModeled(`the scheme "${scheme}"`);
    this.#schemes.add(scheme);
  }

  /** URL patterns of the requests that Chromium hands to the program. */
  get patterns(): string[] {
    return [...this.#schemes].map((scheme) => `https://*.${scheme}.test/*`);
  }

  /** Returns the program's scheme of a Chromium URL, or `null` if the URL is not the program's. */
  schemeOf(chromiumUrl: string): string | null {
    const scheme = new URL(this.toElectron(chromiumUrl)).protocol.slice(0, -1);
    return this.#schemes.has(scheme) ? scheme : null;
  }

  /** Translates every URL in a text (a URL, a header) for Chromium. */
  toChromium(text: string): string {
    let translated = text;
    for (const scheme of this.#schemes) {
      translated = translated
        .replaceAll(new RegExp(`\\b${scheme}://([a-z0-9.-]+)`, 'gi'), `https://$1.${scheme}.test`)
        .replaceAll(new RegExp(`(?<=^|[\\s;,])${scheme}:(?=$|[\\s;,])`, 'gi'), `https://*.${scheme}.test`);
    }
    return translated;
  }

  /** Translates every URL in a text from Chromium for the program. */
  toElectron(text: string): string {
    let translated = text;
    for (const scheme of this.#schemes) {
      translated = translated.replaceAll(
        new RegExp(`https://([a-z0-9.-]+)\\.${scheme}\\.test(?![a-z0-9.:-])`, 'gi'),
        `${scheme}://$1`,
      );
    }
    return translated;
  }
}
