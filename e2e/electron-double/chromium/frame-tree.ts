import type { Session } from './connection.ts';

/** A frame of a page. Stays the same object over navigations. */
export interface Frame {
  readonly id: string;
  readonly parent: Frame | null;
  readonly children: Set<Frame>;
  /** The session of the frame's process, which changes if the frame moves to another process. */
  session: Session;
  /** Chromium's URL. */
  url: string;
  /** ID of the execution context of the current document, `null` without a document. */
  mainWorld: number | null;
  isolatedWorld: number | null;
  isDetached: boolean;
}

/** The frames of a page and their script worlds. */
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

  /** Replaces the document of a frame, which removes the frames inside it. */
  commit(id: string, url: string): Frame | null {
    const frame = this.#frames.get(id);
    if (!frame) return null;
    for (const child of [...frame.children]) this.detach(child.id);
    frame.url = url;
    return frame;
  }

  /** Returns the frame with this isolated world, or `null` if its document no longer exists. */
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
