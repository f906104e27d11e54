import type { Shortcut } from '../../../shared/settings/shortcut.ts';
import { copyValue } from '../../platform/copy-text.ts';
import { useText } from '../../text/use-text.ts';
import { MenuItem } from './MenuItem.tsx';

interface CopyItemProps {
  label: string;
  value: string;
  shortcut?: Shortcut | undefined;
}

/** A menu item that copies one value. */
export function CopyItem({ label, value, shortcut }: CopyItemProps) {
  const text = useText();
  return <MenuItem label={label} shortcut={shortcut} onClick={() => void copyValue(value, text)} />;
}
