import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import type { EventOf } from '../shared/contract/index.ts';
import { commandNames, commands, commandWord } from '../shared/settings/commands.ts';
import { hostTextEn } from '../shared/text/host-en.ts';
import { menuTemplate } from './menu-template.ts';

function items(menu: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return menu.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? items(item.submenu) : [])]);
}

describe.each(['linux', 'win32', 'darwin'] as const)('the menu on %s', (platform) => {
  const sent: EventOf<'command'>[] = [];
  const menu = menuTemplate({ platform, isPackaged: false }, hostTextEn, (command) => sent.push(command));
  const all = items(menu);

  /** The name of the command that the item sends; `null` if it sends none. */
  function clicked({ click }: MenuItemConstructorOptions, triggeredByAccelerator: boolean): string | null {
    sent.length = 0;
    Reflect.apply(click ?? expect.fail, null, [{}, undefined, { triggeredByAccelerator }]);
    expect(sent.length).toBeLessThan(2);
    return sent[0]?.name ?? null;
  }

  it('takes every label from the text catalog', () => {
    const words = [
      hostTextEn.product,
      ...Object.values(hostTextEn.menu),
      ...Object.values(hostTextEn.screens),
      ...Object.values(hostTextEn.commands),
    ];
    for (const item of all) if (item.type !== 'separator') expect(words).toContain(item.label);
  });

  it('sends a command for each of its own items and shows its shortcut', () => {
    const own = all.filter((item) => item.click);
    const sentBy = own.map((item) => clicked(item, false));
    const names = commandNames.filter((name) => commands[name].menu);
    expect(sentBy.toSorted()).toEqual(names.toSorted());
    for (const [position, item] of own.entries()) {
      const name = names.find((each) => each === sentBy[position]) ?? expect.fail();
      expect(item.label).toBe(commandWord(name, hostTextEn));
      expect(item.accelerator, name).toMatch(/^CommandOrControl\+/);
    }
    expect(own.find((item) => item.label === 'Order history')?.accelerator).toBe('CommandOrControl+2');
    expect(own.find((item) => item.label === 'Refresh')?.accelerator).toBe('CommandOrControl+R');
  });

  it('has developer tools only if it runs from its sources', () => {
    const packaged = items(menuTemplate({ platform, isPackaged: true }, hostTextEn, () => {}));
    const tools = (found: MenuItemConstructorOptions[]) => found.filter(({ role }) => role === 'toggleDevTools').length;
    expect([tools(all), tools(packaged)]).toEqual([1, 0]);
  });

  it('leaves shortcuts to the page', () => {
    for (const item of all.filter((each) => each.click)) {
      expect(item.registerAccelerator).toBe(false);
      expect(clicked(item, true)).toBeNull();
    }
  });

  it('has no shortcut twice', () => {
    const keys = all.flatMap((item) => item.accelerator ?? []);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('can quit the program and has no item that reloads the page', () => {
    const roles = all.map((item) => item.role);
    expect(roles.filter((role) => role === 'quit')).toHaveLength(1);
    expect(roles).not.toContain('reload');
    expect(roles).not.toContain('forceReload');
  });
});
