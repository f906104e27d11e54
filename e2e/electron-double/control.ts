import { runInThisContext } from 'node:vm';

/** From the test to the program that runs on the double. */
export type Wish = { id: number } & (
  | { kind: 'evaluate'; source: string; argument: unknown }
  | { kind: 'forge'; frameUrl: string; channel: string; args: unknown[] }
);

export type Answer = { id: number; value: unknown } | { id: number; failure: string };

export interface Controlled {
  electron: object;
  forge(frameUrl: string, channel: string, args: unknown[]): Promise<unknown>;
}

/** Does what the test asks, as Playwright does within a real Electron; ends when the test is gone. */
export function obeyTest({ electron, forge }: Controlled): void {
  async function fulfil(wish: Wish): Promise<unknown> {
    if (wish.kind === 'forge') return forge(wish.frameUrl, wish.channel, wish.args);
    const look: unknown = runInThisContext(`(${wish.source})`);
    if (typeof look !== 'function') throw new TypeError('Only a function can be evaluated.');
    return look(electron, wish.argument);
  }

  const answer = (message: Answer): void => {
    process.send?.(message);
  };
  process.on('message', (wish: Wish) => {
    fulfil(wish).then(
      (value) => answer({ id: wish.id, value }),
      (error: unknown) => answer({ id: wish.id, failure: error instanceof Error ? error.message : String(error) }),
    );
  });
  process.on('disconnect', () => process.exit(1));
}
