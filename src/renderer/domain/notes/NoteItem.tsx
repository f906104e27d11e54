import { Menu } from '@base-ui/react/menu';
import { useText } from '../../text/use-text.ts';
import { type NoteTarget, noteToWrite, targetName } from './notes.ts';

interface NoteItemProps {
  target: NoteTarget;
  /** Shows the details of the row. */
  onOpen: () => void;
}

/** The menu item that leads to the field of a row's note. */
export function NoteItem({ target, onOpen }: NoteItemProps) {
  const text = useText();
  const write = (): void => {
    onOpen();
    noteToWrite.set(targetName(target));
  };
  return (
    <Menu.Item className="popup-item" onClick={write}>
      {text.notes.write}
    </Menu.Item>
  );
}
