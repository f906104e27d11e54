import { equalSecrets, newSecret } from './secrets.ts';

/** The one browser that redeemed the launch key, known by a cookie. */
export class Session {
  readonly #name: string;
  readonly #token: string;

  /** Cookies do not tell ports apart, so the port is in the name: two hosts on one machine do not overwrite each other. */
  constructor(port: number, token: string = newSecret()) {
    this.#name = `orderglass-${port}`;
    this.#token = token;
  }

  /** For `Set-Cookie`. Without an expiry: it goes when the browser does. */
  get cookie(): string {
    return `${this.#name}=${this.#token}; HttpOnly; SameSite=Strict; Path=/`;
  }

  /** Whether a `Cookie` header carries this session. Another page of 127.0.0.1 may have added cookies of the same name. */
  isCarriedBy(header: string | undefined): boolean {
    return (header ?? '').split(';').some((pair) => {
      const [name, value = ''] = pair.trim().split('=', 2);
      return name === this.#name && equalSecrets(value, this.#token);
    });
  }
}
