import type { App, BrowserWindow, Menu, MenuItem, MenuItemConstructorOptions } from 'electron';
import { Double, NotModeled, standIn } from '../not-modeled.ts';

type Role = NonNullable<MenuItemConstructorOptions['role']>;

/** The objects that execute menu roles. */
export interface RoleExecutors {
  app: Pick<App, 'quit' | 'showAboutPanel'>;
  focusedWindow(): BrowserWindow | null;
}

let executors: RoleExecutors | null = null;
let applicationMenu: Menu | null = null;

export function setRoleExecutors(given: RoleExecutors): void {
  executors = given;
}

const modeledRoles: Partial<Record<Role, (executors: RoleExecutors) => void>> = {
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
      throw new NotModeled("the words that Electron has for a role's item");
    this.label = label ?? '';
    this.type = type ?? (submenu ? 'submenu' : 'normal');
    this.accelerator = accelerator;
    this.enabled = enabled;
    this.visible = visible;
    this.#role = role;
    if (submenu) this.submenu = Array.isArray(submenu) ? MenuDouble.buildFromTemplate(submenu) : submenu;
    this.#click = click;
  }

  /** Executes the item like a user's click. A role has priority over the program's function, as in Electron. */
  click(): void {
    if (!this.enabled || !executors) return;
    if (this.#role === undefined) {
      const window = executors.focusedWindow() ?? undefined;
      this.#click?.(standIn<MenuItem>(this), window, { triggeredByAccelerator: false });
      return;
    }
    const act = modeledRoles[this.#role];
    if (!act) throw new NotModeled(`the menu role "${this.#role}"`);
    act(executors);
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
