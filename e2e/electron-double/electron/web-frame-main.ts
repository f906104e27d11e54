import type { WebFrameMain } from 'electron';
import type { Frame } from '../chromium/frame-tree.ts';
import type { PageTarget } from '../chromium/page-target.ts';
import { Double, standIn } from '../not-modeled.ts';
import { addresses } from '../runtime.ts';

const doubles = new WeakMap<Frame, WebFrameMain>();

/** Returns the same object for a frame during its lifetime. */
export function webFrameOf(page: PageTarget, frame: Frame): WebFrameMain {
  const known = doubles.get(frame);
  if (known) return known;
  const double = standIn<WebFrameMain>(new WebFrameMainDouble(page, frame));
  doubles.set(frame, double);
  return double;
}

class WebFrameMainDouble
  extends Double
  implements Pick<WebFrameMain, 'url' | 'origin' | 'parent' | 'top' | 'frames' | 'detached' | 'executeJavaScript'>
{
  readonly #page: PageTarget;
  readonly #frame: Frame;

  constructor(page: PageTarget, frame: Frame) {
    super();
    this.#page = page;
    this.#frame = frame;
  }

  get url(): string {
    return addresses.toElectron(this.#frame.url);
  }

  get origin(): string {
    const origin = URL.canParse(this.#frame.url) ? new URL(this.#frame.url).origin : 'null';
    return addresses.toElectron(origin);
  }

  get parent(): WebFrameMain | null {
    return this.#frame.parent ? webFrameOf(this.#page, this.#frame.parent) : null;
  }

  get top(): WebFrameMain | null {
    return this.#frame.isDetached ? null : webFrameOf(this.#page, this.#page.frames.main);
  }

  get frames(): WebFrameMain[] {
    return [...this.#frame.children].map((child) => webFrameOf(this.#page, child));
  }

  get detached(): boolean {
    return this.#frame.isDetached;
  }

  executeJavaScript(code: string): Promise<unknown> {
    return this.#page.evaluate(this.#frame, 'mainWorld', code);
  }
}
