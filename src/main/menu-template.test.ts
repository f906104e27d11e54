import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import type { EventOf } from '../shared/contract.ts';
import { hostTextEn } from '../shared/text/host-en.ts';
import { menuTemplate } from './menu-template.ts';

function items(menu: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return menu.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? items(item.submenu) : [])]);
}

describe.each(['linux', 'win32', 'darwin'] as const)('the menu on %s', (platform) => {
  const sent: EventOf<'command'>[] = [];
  const menu = menuTemplate(platform, hostTextEn, (command) => sent.push(command));
  const all = items(menu);

  it('has words of the catalogue for everything that is not a separator', () => {
    const words = [hostTextEn.product, ...Object.values(hostTextEn.menu), ...Object.values(hostTextEn.screens)];
    for (const item of all) if (item.type !== 'separator') expect(words).toContain(item.label);
  });

  it('sends its own items as commands, each with its key', () => {
    sent.length = 0;
    const own = all.filter((item) => item.click);
    for (const item of own) Reflect.apply(item.click ?? expect.fail, null, []);
    expect(own.map((item, position) => [item.accelerator, sent[position]])).toEqual([
      ['CommandOrControl+1', { name: 'show-screen', screen: 'open-plans' }],
      ['CommandOrControl+2', { name: 'show-screen', screen: 'order-history' }],
      ['CommandOrControl+3', { name: 'show-screen', screen: 'plan-history' }],
      ['CommandOrControl+4', { name: 'show-screen', screen: 'futures-tickers' }],
      ['CommandOrControl+5', { name: 'show-screen', screen: 'spot-tickers' }],
      ['CommandOrControl+6', { name: 'show-screen', screen: 'symbol-rules' }],
      ['CommandOrControl+R', { name: 'refresh' }],
    ]);
  });

  it('has a way to quit, and never reloads the page', () => {
    const roles = all.map((item) => item.role);
    expect(roles.filter((role) => role === 'quit')).toHaveLength(1);
    expect(roles).not.toContain('reload');
    expect(roles).not.toContain('forceReload');
  });
});
