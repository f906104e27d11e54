import type { UpdateStatus } from '../shared/contract/program.ts';

/** Updates the program. Implemented by a host that can. Requests nothing before it is turned on. */
export interface Updates {
  readonly status: UpdateStatus;
  turn(on: boolean): void;
  /** Resolves with the status after the check. Never rejects. */
  check(): Promise<UpdateStatus>;
  /** Restarts the program with the downloaded version, after exports have ended. */
  install(): Promise<UpdateStatus>;
  close(): void;
}

export interface UpdateHooks {
  onChange(status: UpdateStatus): void;
  /** Resolves when no export runs. */
  whenIdle(): Promise<void>;
  isIdle(): boolean;
}

/** For hosts that cannot update the program. */
export const noUpdates: Updates = {
  status: { kind: 'unavailable' },
  turn() {},
  check: async () => noUpdates.status,
  install: async () => noUpdates.status,
  close() {},
};

/** Counts running exports. */
export class RunningExports implements Pick<UpdateHooks, 'whenIdle' | 'isIdle'> {
  #count = 0;
  #idle = Promise.withResolvers<void>();

  isIdle(): boolean {
    return this.#count === 0;
  }

  whenIdle(): Promise<void> {
    return this.isIdle() ? Promise.resolve() : this.#idle.promise;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#count += 1;
    try {
      return await work();
    } finally {
      this.#count -= 1;
      if (this.#count === 0) {
        this.#idle.resolve();
        this.#idle = Promise.withResolvers();
      }
    }
  }
}
