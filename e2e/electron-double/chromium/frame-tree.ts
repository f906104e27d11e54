import type { Session } from './connection.ts';

/** One frame of a page, as Chromium has it. It stays the same object over navigations. */
export interface Frame {
  readonly id: string;
  readonly parent: Frame | null;
  readonly children: Set<Frame>;
  /** Through which the frame is reached; changes when the frame moves to another process. */
  session: Session;
  /** As Chromium has it. */
  url: string;
  /** Of the document that stands in the frame, by the number of Chromium's execution context; `null` for none. */
  mainWorld: number | null;
  isolatedWorld: number | null;
  isDetached: boolean;
}

/** The frames of one page, and the script worlds in them. */
export class FrameTree {
  readonly main: Frame;
  readonly #frames = new Map<string, Frame>();

  constructor(session: Session, id: string) {
    this.main = createFrame(session, id, null);
    this.#frames.set(id, this.main);
  }

  get(id: string | undefined): Frame | null {
    return (id === undefined ? undefined : this.#frames.get(id)) ?? null;
  }

  attach(session: Session, id: string, parentId: string): void {
    const parent = this.#frames.get(parentId);
    if (!parent || this.#frames.has(id)) return;
    const frame = createFrame(session, id, parent);
    parent.children.add(frame);
    this.#frames.set(id, frame);
  }

  detach(id: string): void {
    const frame = this.#frames.get(id);
    if (!frame) return;
    for (const child of [...frame.children]) this.detach(child.id);
    frame.parent?.children.delete(frame);
    frame.isDetached = true;
    this.#frames.delete(id);
  }

  /** A new document: the frames within the old one are gone. */
  commit(id: string, url: string): Frame | null {
    const frame = this.#frames.get(id);
    if (!frame) return null;
    for (const child of [...frame.children]) this.detach(child.id);
    frame.url = url;
    return frame;
  }

  /** The frame in whose isolated world something was said; `null` where that document is no more. */
  ofIsolatedWorld(session: Session, context: number): Frame | null {
    for (const frame of this.#frames.values())
      if (frame.session.id === session.id && frame.isolatedWorld === context) return frame;
    return null;
  }

  forgetWorld(session: Session, context: number): void {
    for (const frame of this.#frames.values()) {
      if (frame.session.id !== session.id) continue;
      if (frame.mainWorld === context) frame.mainWorld = null;
      if (frame.isolatedWorld === context) frame.isolatedWorld = null;
    }
  }

  forgetWorlds(session: Session): void {
    for (const frame of this.#frames.values()) {
      if (frame.session.id !== session.id) continue;
      frame.mainWorld = null;
      frame.isolatedWorld = null;
    }
  }

  [Symbol.iterator](): IterableIterator<Frame> {
    return this.#frames.values();
  }
}

function createFrame(session: Session, id: string, parent: Frame | null): Frame {
  return {
    id,
    parent,
    children: new Set(),
    session,
    url: '',
    mainWorld: null,
    isolatedWorld: null,
    isDetached: false,
  };
}
