import { useEffect, useRef } from 'react';
import { focusScreen } from '../platform/dialogs.ts';
import { useText } from '../text/use-text.ts';

/**
 * The first link of the page, which leads to the table. Escape closes a popup, and the browser then focuses the first
 * element of the page if the opener is gone. The link passes that focus to the screen, so Escape never shows it.
 */
export function SkipLink() {
  const text = useText();
  const lastKey = useRef('');
  useEffect(() => {
    const note = ({ key }: KeyboardEvent): void => {
      lastKey.current = key;
    };
    window.addEventListener('keydown', note, { capture: true });
    return () => window.removeEventListener('keydown', note, { capture: true });
  }, []);
  return (
    // biome-ignore lint/a11y/useValidAnchor: the link is one, but following it would add an entry to the page's history
    <a
      className="skip"
      href="#main"
      onFocus={() => {
        if (lastKey.current === 'Escape') focusScreen();
      }}
      onClick={(event) => {
        event.preventDefault();
        focusScreen();
      }}
    >
      {text.navigation.skip}
    </a>
  );
}
