import { Combobox } from '@base-ui/react/combobox';
import { Check, ChevronDown, X } from 'lucide-react';
import { type ComponentProps, type ReactNode, useMemo, useState } from 'react';
import { maxTypedLength } from '../../../shared/settings/choices.ts';
import { findBest } from '../text/find-best.ts';

interface SearchSelectProps {
  items: readonly string[];
  value: string | null;
  onChange: (item: string | null) => void;
  /** Without `clear` one item is always chosen. */
  words: { placeholder: string; none: string; open: string; clear?: string };
  input: Pick<ComponentProps<'input'>, 'id' | 'ref' | 'aria-label' | 'aria-invalid' | 'aria-describedby'>;
  className: string;
  /** Maximum number of items in the list. The user finds the others by typing. Default: all. */
  max?: number;
  /** Text of an item that is searched. Default: the item. */
  textOf?: (item: string) => string;
  noteOf?: (item: string) => ReactNode;
}

/** A choice of one out of many items, which the user finds by typing. */
export function SearchSelect(props: SearchSelectProps) {
  const { words, textOf = itself, noteOf } = props;
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  // Before the user types, the field contains the chosen item, which is no query.
  const query = typed === props.value ? '' : typed;
  const found = useMemo(
    () => findBest(props.items, query, (item) => ({ label: item, also: textOf(item) })),
    [props.items, query, textOf],
  );
  const isFound = useMemo(() => new Set(found), [found]);
  return (
    <Combobox.Root
      items={found}
      value={props.value}
      onValueChange={props.onChange}
      filter={(item: string) => isFound.has(item)}
      limit={props.max ?? -1}
      open={open}
      onOpenChange={setOpen}
      onInputValueChange={setTyped}
      autoHighlight
    >
      <Combobox.InputGroup className={`field ${props.className}`}>
        <Combobox.Input
          {...props.input}
          className="field-input"
          maxLength={maxTypedLength}
          placeholder={words.placeholder}
          spellCheck={false}
          onKeyDown={(event) => {
            // Base UI would clear the field, and the dialog around it would stay open.
            if (event.key === 'Escape' && !open && words.clear === undefined) event.preventBaseUIHandler();
          }}
        />
        {words.clear !== undefined && (
          <Combobox.Clear className="field-button" aria-label={words.clear}>
            <X size={14} aria-hidden="true" />
          </Combobox.Clear>
        )}
        <Combobox.Trigger className="field-button" aria-label={words.open}>
          <ChevronDown size={14} aria-hidden="true" />
        </Combobox.Trigger>
      </Combobox.InputGroup>
      <Combobox.Portal>
        <Combobox.Positioner className="popup-positioner" sideOffset={4}>
          <Combobox.Popup className="popup symbol-popup">
            <Combobox.Empty className="popup-empty">{words.none}</Combobox.Empty>
            <Combobox.List className="popup-list">
              {(item: string) => (
                <Combobox.Item key={item} value={item} className="popup-item">
                  <span className="popup-item-text">{item}</span>
                  {noteOf && <span className="popup-item-note">{noteOf(item)}</span>}
                  <Combobox.ItemIndicator className="popup-item-mark">
                    <Check size={14} aria-hidden="true" />
                  </Combobox.ItemIndicator>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

const itself = (item: string): string => item;
