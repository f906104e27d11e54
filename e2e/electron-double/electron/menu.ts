import type { App, BrowserWindow, Menu, MenuItem, MenuItemConstructorOptions } from 'electron';
import { Double, NotModelled, standIn } from '../not-modelled.ts';

type Role = NonNullable<MenuItemConstructorOptions['role']>;

/** Who carries out what a role stands for. */
export interface RoleBearers {
  app: Pick<App, 'quit' | 'showAboutPanel'>;
  focusedWindow(): BrowserWindow | null;
}

let bearers: RoleBearers | null = null;
let applicationMenu: Menu | null = null;

export function bearRoles(given: RoleBearers): void {
  bearers = given;
}

const modelledRoles: Partial<Record<Role, (bearers: RoleBearers) => void>> = {
  quit: ({ app }) => app.quit(),
  about: ({ app }) => app.showAboutPanel(),
  close: ({ focusedWindow }) => focusedWindow()?.close(),
  minimize: ({ focusedWindow }) => focusedWindow()?.minimize(),
};

class MenuItemDouble
  extends Double
  implements Pick<MenuItem, 'label' | 'type' | 'submenu' | 'accelerator' | 'enabled' | 'visible' | 'click'>
{
  readonly label: string;
  readonly type: MenuItem['type'];
  readonly submenu?: Menu;
  readonly enabled: boolean;
  readonly visible: boolean;
  readonly accelerator: MenuItem['accelerator'];
  readonly #role: Role | undefined;
  readonly #click: MenuItemConstructorOptions['click'];

  constructor(options: MenuItemConstructorOptions) {
    super();
    const { label, role, type, submenu, accelerator = null, enabled = true, visible = true, click } = options;
    if (label === undefined && type !== 'separator')
      throw new NotModelled("the words that Electron has for a role's item");
    this.label = label ?? '';
    this.type = type ?? (submenu ? 'submenu' : 'normal');
    this.accelerator = accelerator;
    this.enabled = enabled;
    this.visible = visible;
    this.#role = role;
    if (submenu) this.submenu = Array.isArray(submenu) ? MenuDouble.buildFromTemplate(submenu) : submenu;
    this.#click = click;
  }

  /** As the user's click. A role comes before a function of the program's, as in Electron. */
  click(): void {
    if (!this.enabled || !bearers) return;
    if (this.#role === undefined) {
      const window = bearers.focusedWindow() ?? undefined;
      this.#click?.(standIn<MenuItem>(this), window, { triggeredByAccelerator: false });
      return;
    }
    const act = modelledRoles[this.#role];
    if (!act) throw new NotModelled(`the menu role "${this.#role}"`);
    act(bearers);
  }
}

export class MenuDouble extends Double implements Pick<Menu, 'items'> {
  readonly items: MenuItem[];

  private constructor(items: MenuItem[]) {
    super();
    this.items = items;
  }

  static buildFromTemplate(template: MenuItemConstructorOptions[]): Menu {
    const items = template.map((item) => standIn<MenuItem>(new MenuItemDouble(item)));
    return standIn<Menu>(new MenuDouble(items));
  }

  static setApplicationMenu(menu: Menu | null): void {
    applicationMenu = menu;
  }

  static getApplicationMenu(): Menu | null {
    return applicationMenu;
  }
}
