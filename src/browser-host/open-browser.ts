import { spawn } from 'node:child_process';

/** Opens an address in the user's browser. Returns false without a desktop. Ignores errors. */
export function openInBrowser(url: string): boolean {
  const command = openerFor(process.platform, process.env);
  if (!command) return false;
  const [program, ...args] = command;
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  child.once('error', () => {});
  child.unref();
  return true;
}

/** Returns the program that opens addresses, with its first arguments; `null` without a desktop. */
export function openerFor(
  platform: NodeJS.Platform,
  environment: NodeJS.ProcessEnv,
): readonly [string, ...string[]] | null {
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return environment.DISPLAY || environment.WAYLAND_DISPLAY ? ['xdg-open'] : null;
}
