import type { ElectronHost } from './hosts/host.ts';
import { launchOnElectron } from './hosts/launch.ts';
import { test as base } from './test.ts';

/** For what only Electron does: `program` has the main process within reach. */
export const test = base.extend<{ program: ElectronHost }>({
  program: async ({ host, chromium, exchange, dataDirectory, environment, viewport }, use) => {
    const options = { dataDirectory, exchange: exchange.baseUrl, environment };
    const program = await launchOnElectron(host, chromium, options, viewport);
    await use(program);
    await program.close();
  },
});
