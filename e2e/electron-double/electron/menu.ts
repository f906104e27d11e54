import type { Menu, MenuItem, MenuItemConstructorOptions } from 'electron';
import { Double, NotModeled, standIn } from '../not-modeled.ts';

type Role = NonNullable<MenuItemConstructorOptions['role']>;

let applicationMenu: Menu | null = null;

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

  /** Executes the item like a user's click. */
  click(): void {
    if (!this.enabled) return;
    if (this.#role !== undefined) throw new NotModeled(`the menu role "${this.#role}"`);
    this.#click?.(standIn<MenuItem>(this), undefined, { triggeredByAccelerator: false });
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
