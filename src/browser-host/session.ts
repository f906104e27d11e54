import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** The key in the address that the host prints. The first browser that presents the key gets the session, and no other one does. */
export class LaunchKey {
  readonly value: string;
  #isUsed = false;

  constructor(value: string = newSecret()) {
    this.value = value;
  }

  /** Returns true for the right key, once. A wrong key uses nothing up: guessing 256 bits is hopeless. */
  redeem(candidate: string): boolean {
    const isRight = equalSecrets(candidate, this.value);
    if (!isRight || this.#isUsed) return false;
    this.#isUsed = true;
    return true;
  }
}

/** The session of the browsers that have redeemed a launch key, identified by a cookie. */
export class Session {
  readonly #name: string;
  readonly #token: string;

  /** The port is part of the cookie's name, because cookies ignore ports: two hosts on one machine would overwrite each other's. */
  constructor(port: number, token: string = newSecret()) {
    this.#name = `orderglass-${port}`;
    this.#token = token;
  }

  /** Value of `Set-Cookie`. Without an expiry, so that the cookie ends with the browser. */
  get cookie(): string {
    return `${this.#name}=${this.#token}; HttpOnly; SameSite=Strict; Path=/`;
  }

  /** True if a `Cookie` header contains the session. Another page of 127.0.0.1 may have added cookies with the same name. */
  isCarriedBy(header: string | undefined): boolean {
    return (header ?? '').split(';').some((pair) => {
      const [name, value = ''] = pair.trim().split('=', 2);
      return name === this.#name && equalSecrets(value, this.#token);
    });
  }
}

/** Returns 256 random bits in characters that need no encoding in a URL or a cookie. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Compares in constant time: the duration depends neither on the equal part of the candidate nor on its length. */
export function equalSecrets(candidate: string, secret: string): boolean {
  return timingSafeEqual(digest(candidate), digest(secret));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
