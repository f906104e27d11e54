import { type ElectronHost, isElectron } from '../hosts/host.ts';
import { launchOnElectron } from '../hosts/launch.ts';
import { test as base } from '../test.ts';

interface Fixtures {
  /** A program of the spec's own, with the main process within reach. */
  program: ElectronHost;
  /** For what leaves nothing behind: the program of many specs, see `sharedApp`. */
  sharedProgram: ElectronHost;
}

/** For what only Electron does. */
export const test = base.extend<Fixtures>({
  program: async ({ host, chromium, exchange, dataDirectory, environment, viewport }, use) => {
    const options = { dataDirectory, exchange: exchange.baseUrl, environment };
    const program = await launchOnElectron(host, chromium, options, viewport);
    await use(program);
    await program.close();
  },
  sharedProgram: async ({ shared, sharedApp: _page }, use) => {
    if (!isElectron(shared.running)) throw new Error('This host is not Electron.');
    await use(shared.running);
  },
});
