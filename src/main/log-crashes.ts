import type { App } from 'electron';
import type { Log } from '../core/index.ts';

/** Takes note of what nobody caught, and of pages whose process is gone. What is done about it is left as it is. */
export function logCrashes(app: App, log: Log): void {
  process.on('uncaughtExceptionMonitor', (error, origin) => {
    log({ event: 'crashed', origin, error });
  });
  process.on('unhandledRejection', (reason) => {
    log({ event: 'crashed', origin: 'unhandledRejection', error: reason });
  });
  app.on('web-contents-created', (_event, contents) => {
    contents.on('render-process-gone', (_gone, { reason, exitCode }) => {
      if (reason !== 'clean-exit') log({ event: 'page-gone', reason, exitCode });
    });
  });
}
