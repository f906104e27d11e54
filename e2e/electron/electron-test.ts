import { type ElectronHost, isElectron } from '../hosts/host.ts';
import { launchOnElectron } from '../hosts/launch.ts';
import { test as base } from '../test.ts';

interface Fixtures {
  /** A new program with access to its main process. */
  program: ElectronHost;
  /** The shared program of many specs, for specs that leave only settings behind. See `sharedApp`. */
  sharedProgram: ElectronHost;
}

/** The test function of Electron's specs. */
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

/** Chooses an item of the program's menu. */
export function chooseInMenu(program: ElectronHost, label: string): Promise<void> {
  return program.evaluate(({ Menu }, label) => {
    const menus = Menu.getApplicationMenu()?.items ?? [];
    const item = menus.flatMap(({ submenu }) => submenu?.items ?? []).find((one) => one.label === label);
    if (!item) throw new Error(`The menu has no "${label}".`);
    item.click();
  }, label);
}
