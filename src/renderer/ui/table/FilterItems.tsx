import { Menu } from '@base-ui/react/menu';
import { useText } from '../../text/use-text.ts';

interface FilterItemsProps {
  /** The values of a cell in words, with the functions that filter by them. */
  values: readonly { value: string; onOnly: () => void; onExclude: (() => void) | null }[];
}

/** Menu items that show only the rows with the value of a cell, or leave them out. */
export function FilterItems({ values }: FilterItemsProps) {
  const { table } = useText();
  if (values.length === 0) return null;
  return (
    <>
      <Menu.Separator className="popup-separator" />
      {values.flatMap(({ value, onOnly, onExclude }) => [
        <Menu.Item key={`only ${value}`} className="popup-item" onClick={onOnly}>
          <span className="popup-item-text">{table.showOnly(value)}</span>
        </Menu.Item>,
        onExclude && (
          <Menu.Item key={`exclude ${value}`} className="popup-item" onClick={onExclude}>
            <span className="popup-item-text">{table.exclude(value)}</span>
          </Menu.Item>
        ),
      ])}
    </>
  );
}
