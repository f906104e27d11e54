import type { Failure } from '../../shared/contract/failure.ts';
import type { ChannelName, InputOf, OutputOf } from '../../shared/contract/index.ts';
import type { Core } from '../index.ts';

export interface Callers {
  /** Resolves with the data of a call that succeeds; rejects otherwise. */
  ask<Name extends ChannelName>(name: Name, input: InputOf<Name>): Promise<OutputOf<Name>>;
  /** Resolves with the failure of a call that fails; rejects otherwise. */
  fail(name: ChannelName, input: unknown): Promise<Failure>;
}

/** Returns the functions by which tests call a core. */
export function callersOf(core: Core): Callers {
  return {
    async ask<Name extends ChannelName>(name: Name, input: InputOf<Name>) {
      const result = await core.call(name, input);
      if (!result.ok) throw new Error(`${name} failed: ${JSON.stringify(result.error)}`);
      return result.data as OutputOf<Name>;
    },
    async fail(name, input) {
      const result = await core.call(name, input);
      if (result.ok) throw new Error(`${name} did not fail`);
      return result.error;
    },
  };
}
