import { Popover } from '@base-ui/react/popover';
import { Info } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';

/** Time (ms) for which the pointer rests on the mark before its popover appears, as for tooltips. */
const delayMs = 300;

type HintProps = { children: string; label?: undefined } | { children: ReactNode; label: string };

/** A mark that says what is read once: in a popover that a click, the pointer, and the keyboard's focus open. `label`: default the text itself. */
export function Hint({ children, label }: HintProps) {
  const [isOpen, setOpen] = useState(false);
  const popup = useRef<HTMLDivElement>(null);
  const returnsFocus = useRef(false);
  const name = label ?? children;
  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={(open) => {
        returnsFocus.current = !open && popup.current?.contains(document.activeElement) === true;
        setOpen(open);
      }}
    >
      <Popover.Trigger
        className="hint"
        aria-label={name}
        openOnHover
        delay={delayMs}
        onFocus={({ currentTarget }) => {
          // The focus that returns from a closed popover must not open it again.
          if (!returnsFocus.current && currentTarget.matches(':focus-visible')) setOpen(true);
          returnsFocus.current = false;
        }}
      >
        <Info size={13} aria-hidden="true" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="popup-positioner" sideOffset={4} align="start">
          <Popover.Popup ref={popup} className="popup hint-popup" aria-label={name} initialFocus={false}>
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
