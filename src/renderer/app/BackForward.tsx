import { useSelector } from '@tanstack/react-store';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { commands } from '../../shared/settings/commands.ts';
import { ariaShortcut } from '../../shared/settings/shortcut.ts';
import { isMac } from '../platform/commands.ts';
import { useText } from '../text/use-text.ts';
import type { ScreenHistory } from './screen-history.ts';

const [backKey] = commands['go-back'].shortcuts;
const [forwardKey] = commands['go-forward'].shortcuts;

/** Buttons for the earlier and the later screen. */
export function BackForward({ visited }: { visited: Pick<ScreenHistory, 'steps' | 'back' | 'forward'> }) {
  const { commands: words } = useText();
  const { back, forward } = useSelector(visited.steps);
  return (
    <span className="header-steps">
      <button
        type="button"
        className="icon-button"
        aria-label={words['go-back']}
        title={words['go-back']}
        aria-keyshortcuts={ariaShortcut(backKey, isMac)}
        disabled={!back}
        onClick={() => visited.back()}
      >
        <ArrowLeft size={16} aria-hidden="true" />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={words['go-forward']}
        title={words['go-forward']}
        aria-keyshortcuts={ariaShortcut(forwardKey, isMac)}
        disabled={!forward}
        onClick={() => visited.forward()}
      >
        <ArrowRight size={16} aria-hidden="true" />
      </button>
    </span>
  );
}
