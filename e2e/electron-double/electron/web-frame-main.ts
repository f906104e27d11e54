import type { WebFrameMain } from 'electron';
import type { Frame } from '../chromium/frame-tree.ts';
import { Double, standIn } from '../not-modeled.ts';
import { addresses } from '../runtime.ts';

const doubles = new WeakMap<Frame, WebFrameMain>();

/** Returns the same object for a frame during its lifetime. */
export function webFrameOf(frame: Frame): WebFrameMain {
  const known = doubles.get(frame);
  if (known) return known;
  const double = standIn<WebFrameMain>(new WebFrameMainDouble(frame));
  doubles.set(frame, double);
  return double;
}

class WebFrameMainDouble extends Double implements Pick<WebFrameMain, 'url'> {
  readonly #frame: Frame;

  constructor(frame: Frame) {
    super();
    this.#frame = frame;
  }

  get url(): string {
    return addresses.toElectron(this.#frame.url);
  }
}
