import { Menu } from '@base-ui/react/menu';
import { copyValue } from '../../platform/copy-text.ts';
import { useText } from '../../text/use-text.ts';

interface CopyItemProps {
  label: string;
  value: string;
}

/** A menu item that copies one value. */
export function CopyItem({ label, value }: CopyItemProps) {
  const text = useText();
  return (
    <Menu.Item className="popup-item" onClick={() => void copyValue(value, text)}>
      {label}
    </Menu.Item>
  );
}
