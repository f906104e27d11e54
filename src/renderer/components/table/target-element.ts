/** What is meant by the target of an event: with the keyboard that is the table, and its active cell says where. */
export function targetElement(target: EventTarget): Element | null {
  if (!(target instanceof Element)) return null;
  const activeId = target.getAttribute('aria-activedescendant');
  return activeId === null ? target : (document.getElementById(activeId) ?? target);
}
