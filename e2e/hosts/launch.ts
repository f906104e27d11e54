import type { Browser, ViewportSize } from '@playwright/test';
import { launchInBrowser } from './browser.ts';
import { launchElectron } from './electron.ts';
import { launchElectronDouble } from './electron-double.ts';
import type { ElectronHost, HostName, HostOptions, RunningHost } from './host.ts';

export function launch(
  host: HostName,
  chromium: Browser,
  options: HostOptions,
  viewport: ViewportSize | null,
): Promise<RunningHost> {
  if (host === 'browser') return launchInBrowser(chromium, options, viewport);
  return launchOnElectron(host, chromium, options, viewport);
}

/** Starts the program on Electron, or on its double for every other host. */
export function launchOnElectron(
  host: HostName,
  chromium: Browser,
  options: HostOptions,
  viewport: ViewportSize | null,
): Promise<ElectronHost> {
  return host === 'electron' ? launchElectron(options) : launchElectronDouble(chromium, options, viewport);
}
