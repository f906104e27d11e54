import { useEffect, useRef } from 'react';

/** Time (ms) for which the pointer or the focus rests on an element before its tooltip appears. */
const delayMs = 300;
/** Distance (px) of a tooltip from its element, and from the edges of the window. */
const gap = 6;
/** Size (px) from which an element is so large that its tooltip appears at the pointer. */
const largeElement = { width: 320, height: 96 };

const tooltipId = 'tooltip';

/** Shows the `title` of the element under the pointer, or of that which the keyboard has focused, sooner than the browser would. */
export function Tooltips() {
  const popup = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!popup.current) return;
    const tooltips = new TitleTooltips(popup.current);
    return () => tooltips.end();
  }, []);
  return <div ref={popup} id={tooltipId} role="tooltip" popover="manual" className="tooltip" />;
}

/** Follows pointer and focus. The `title` of the current element is empty meanwhile, or the browser would show it as well. */
class TitleTooltips {
  readonly #popup: HTMLElement;
  readonly #ended = new AbortController();
  readonly #observer = new MutationObserver(() => this.#readAgain());
  #owner: Element | null = null;
  #text = '';
  #timer: number | undefined;
  #pointer = { x: 0, y: 0 };

  constructor(popup: HTMLElement) {
    this.#popup = popup;
    const on = (type: string, listener: (event: Event) => void): void =>
      document.addEventListener(type, listener, { signal: this.#ended.signal, capture: type !== 'mouseover' });
    on('mousemove', (event) => this.#movePointer(event as MouseEvent));
    // Bubbling, because tables set the title of a cell when the pointer enters it.
    on('mouseover', ({ target }) => this.#follow(target instanceof Element ? target.closest('[title]') : null));
    on('focusin', ({ target }) => {
      if (!(target instanceof Element) || !target.matches(':focus-visible')) return;
      const owner = target.closest('[title]');
      // A choice has its title at the label around it. Other elements around the focus have titles of their own.
      if (owner === target || owner instanceof HTMLLabelElement) this.#follow(owner);
    });
    on('focusout', ({ target }) => target instanceof Node && this.#owner?.contains(target) && this.#release());
    for (const type of ['mousedown', 'keydown', 'wheel', 'scroll']) on(type, () => this.#hide());
    document.documentElement.addEventListener('mouseleave', () => this.#release(), { signal: this.#ended.signal });
  }

  end(): void {
    this.#ended.abort();
    this.#release();
  }

  #movePointer({ clientX, clientY }: MouseEvent): void {
    this.#pointer = { x: clientX, y: clientY };
  }

  #follow(element: Element | null): void {
    if (element === this.#owner) return;
    this.#release();
    this.#text = element?.getAttribute('title') ?? '';
    if (element === null || this.#text === '') return;
    this.#owner = element;
    element.setAttribute('title', '');
    this.#observer.observe(element, { attributeFilter: ['title'] });
    this.#timer = window.setTimeout(() => this.#show(), delayMs);
  }

  /** The page has changed the title of the current element. */
  #readAgain(): void {
    const title = this.#owner?.getAttribute('title') ?? '';
    this.#text = title;
    if (title === '') {
      this.#hide();
      return;
    }
    this.#owner?.setAttribute('title', '');
    this.#observer.takeRecords();
    if (this.#popup.matches(':popover-open')) this.#show();
  }

  #show(): void {
    const owner = this.#owner;
    if (!owner?.isConnected) {
      this.#release();
      return;
    }
    if (this.#text === shownText(owner) && !isCut(owner)) {
      this.#hide();
      return;
    }
    this.#popup.textContent = this.#text;
    this.#popup.showPopover();
    if (this.#text !== owner.getAttribute('aria-label') && !owner.hasAttribute('aria-describedby')) {
      owner.setAttribute('aria-describedby', tooltipId);
    }
    const { left, top, bottom, width, height } = owner.getBoundingClientRect();
    const size = this.#popup.getBoundingClientRect();
    const center = width > largeElement.width ? this.#pointer.x : left + width / 2;
    const isLarge = height > largeElement.height;
    const below = isLarge ? this.#pointer.y + 2 * gap : bottom + gap;
    const above = (isLarge ? this.#pointer.y : top) - gap - size.height;
    const x = Math.max(gap, Math.min(center - size.width / 2, window.innerWidth - size.width - gap));
    this.#popup.style.left = `${x}px`;
    this.#popup.style.top = `${below + size.height + gap > window.innerHeight ? Math.max(gap, above) : below}px`;
  }

  /** Hides the tooltip until the pointer or the focus enters another element. */
  #hide(): void {
    window.clearTimeout(this.#timer);
    if (this.#popup.matches(':popover-open')) this.#popup.hidePopover();
    this.#popup.textContent = '';
    if (this.#owner?.getAttribute('aria-describedby') === tooltipId) this.#owner.removeAttribute('aria-describedby');
  }

  #release(): void {
    this.#hide();
    this.#observer.disconnect();
    if (this.#owner?.getAttribute('title') === '') this.#owner.setAttribute('title', this.#text);
    this.#owner = null;
  }
}

/** Returns the words that an element shows, without those that a narrow window hides. */
function shownText(element: Element): string | null {
  return element instanceof HTMLElement ? element.innerText : element.textContent;
}

/** True if a part of the element is too narrow for its contents. */
function isCut(element: Element): boolean {
  return [element, ...element.querySelectorAll('*')].some(
    ({ clientWidth, scrollWidth }) => clientWidth > 0 && scrollWidth > clientWidth,
  );
}
