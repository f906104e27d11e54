import type { KeyboardEvent } from 'react';

/**
 * Moves the focus to the next or the previous note field if the caret is in the last or the first line of the one that has it. From
 * elsewhere, the key down leads to the first field without a note. `area`: the element with the fields.
 */
export function moveBetweenNotes(event: KeyboardEvent, area: HTMLElement): void {
  if (event.defaultPrevented || event.nativeEvent.isComposing) return;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const field = event.target;
  if (!(field instanceof HTMLTextAreaElement)) {
    if (step > 0 && focusFirstNote(area)) event.preventDefault();
    return;
  }
  const { value, selectionStart, selectionEnd } = field;
  const beyond = step > 0 ? value.slice(selectionEnd) : value.slice(0, selectionStart);
  const fields = fieldsIn(area);
  const next = fields[fields.indexOf(field) + step];
  if (beyond.includes('\n') || next === undefined) return;
  event.preventDefault();
  focusField(next);
}

/** Focuses the first field without a note, or the first one. Returns false if there is none. */
export function focusFirstNote(area: HTMLElement): boolean {
  const fields = fieldsIn(area);
  const field = fields.find(({ value }) => value === '') ?? fields[0];
  if (field) focusField(field);
  return field !== undefined;
}

function fieldsIn(area: HTMLElement): HTMLTextAreaElement[] {
  return [...area.querySelectorAll('textarea')];
}

function focusField(field: HTMLTextAreaElement): void {
  field.focus();
  field.closest('li')?.scrollIntoView({ block: 'nearest' });
}
