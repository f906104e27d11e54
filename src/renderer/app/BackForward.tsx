import { useSelector } from '@tanstack/react-store';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { commands } from '../../shared/settings/commands.ts';
import { ariaShortcut } from '../../shared/settings/shortcut.ts';
import { isMac } from '../platform/commands.ts';
import { useText } from '../text/use-text.ts';
import { IconButton } from '../ui/controls/IconButton.tsx';
import type { ScreenHistory } from './screen-history.ts';

const [backKey] = commands['go-back'].shortcuts;
const [forwardKey] = commands['go-forward'].shortcuts;

/** Buttons for the earlier and the later screen. */
export function BackForward({ visited }: { visited: Pick<ScreenHistory, 'steps' | 'back' | 'forward'> }) {
  const { commands: words } = useText();
  const { back, forward } = useSelector(visited.steps);
  return (
    <span className="header-steps">
      <IconButton
        label={words['go-back']}
        icon={ArrowLeft}
        size={16}
        aria-keyshortcuts={ariaShortcut(backKey, isMac)}
        disabled={!back}
        onClick={() => visited.back()}
      />
      <IconButton
        label={words['go-forward']}
        icon={ArrowRight}
        size={16}
        aria-keyshortcuts={ariaShortcut(forwardKey, isMac)}
        disabled={!forward}
        onClick={() => visited.forward()}
      />
    </span>
  );
}
