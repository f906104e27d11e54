import type { KeyboardEvent } from 'react';

/** Moves the focus among the buttons of a list with the arrow keys, Home and End. */
export function moveAmongButtons(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const buttons: HTMLElement[] = Array.from(event.currentTarget.querySelectorAll('button'));
  const position = document.activeElement instanceof HTMLElement ? buttons.indexOf(document.activeElement) : -1;
  const target = buttons[positionAfter(event.key, position, buttons.length)];
  if (!target) return;
  event.preventDefault();
  target.focus();
}

/** Returns the position that a key moves to; -1 for another key. */
function positionAfter(key: string, position: number, count: number): number {
  switch (key) {
    case 'ArrowDown':
      return position + 1;
    case 'ArrowUp':
      return position - 1;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return -1;
  }
}
