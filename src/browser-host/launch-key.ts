import { equalSecrets, newSecret } from './secrets.ts';

/** The key in the address that the host prints. Whoever brings it first gets the session; nobody gets it twice. */
export class LaunchKey {
  readonly value: string;
  #isUsed = false;

  constructor(value: string = newSecret()) {
    this.value = value;
  }

  /** True once, for the right key. A wrong one uses nothing up: against 256 bits there is nothing to gain by trying. */
  redeem(candidate: string): boolean {
    const isRight = equalSecrets(candidate, this.value);
    if (!isRight || this.#isUsed) return false;
    this.#isUsed = true;
    return true;
  }
}
