import { runInThisContext } from 'node:vm';

/** A command from the test to the program. */
export type TestCommand = { id: number } & (
  | { kind: 'evaluate'; source: string; argument: unknown }
  | { kind: 'forge'; frameUrl: string; channel: string; args: unknown[] }
);

export type Answer = { id: number; value: unknown } | { id: number; failure: string };

export interface Controlled {
  electron: object;
  forge(frameUrl: string, channel: string, args: unknown[]): Promise<unknown>;
}

/**
 * Executes the commands of the test, like Playwright in a real Electron. Ends the process when the test disconnects.
 */
export function executeTestCommands({ electron, forge }: Controlled): void {
  async function execute(command: TestCommand): Promise<unknown> {
    if (command.kind === 'forge') return forge(command.frameUrl, command.channel, command.args);
    const look: unknown = runInThisContext(`(${command.source})`);
    if (typeof look !== 'function') throw new TypeError('Only a function can be evaluated.');
    return look(electron, command.argument);
  }

  const answer = (message: Answer): void => {
    process.send?.(message);
  };
  process.on('message', (command: TestCommand) => {
    execute(command).then(
      (value) => answer({ id: command.id, value }),
      (error: unknown) => answer({ id: command.id, failure: error instanceof Error ? error.message : String(error) }),
    );
  });
  process.on('disconnect', () => process.exit(1));
}
