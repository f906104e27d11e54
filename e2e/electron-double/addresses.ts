import { NotModelled } from './not-modelled.ts';

/**
 * A stock Chromium knows no scheme but its own, so what the program serves at `scheme://host` is shown at the origin
 * `https://host.scheme.test`, which is just as secure a context and never leaves the machine. Every address is
 * translated where it passes between the program and Chromium: the program only ever sees its own.
 */
export class Addresses {
  readonly #schemes = new Set<string>();

  /** `scheme` must be standard and secure: only such a one behaves as https does. */
  add(scheme: string): void {
    if (!/^[a-z][a-z0-9]*$/.test(scheme)) throw new NotModelled(`the scheme "${scheme}"`);
    this.#schemes.add(scheme);
  }

  /** What Chromium must ask the program for. */
  get patterns(): string[] {
    return [...this.#schemes].map((scheme) => `https://*.${scheme}.test/*`);
  }

  /** The program's own scheme that serves an address of Chromium; `null` where it is none of them. */
  schemeOf(chromiumUrl: string): string | null {
    const scheme = new URL(this.toElectron(chromiumUrl)).protocol.slice(0, -1);
    return this.#schemes.has(scheme) ? scheme : null;
  }

  /** Translates every address in a text (a URL, a header) for Chromium. */
  toChromium(text: string): string {
    let translated = text;
    for (const scheme of this.#schemes) {
      translated = translated
        .replaceAll(new RegExp(`\\b${scheme}://([a-z0-9.-]+)`, 'gi'), `https://$1.${scheme}.test`)
        .replaceAll(new RegExp(`(?<=^|[\\s;,])${scheme}:(?=$|[\\s;,])`, 'gi'), `https://*.${scheme}.test`);
    }
    return translated;
  }

  /** Translates every address in a text of Chromium's for the program. */
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
