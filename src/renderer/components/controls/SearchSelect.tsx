import { Combobox } from '@base-ui/react/combobox';
import { Check, ChevronDown, X } from 'lucide-react';
import { type ComponentProps, type ReactNode, useMemo, useState } from 'react';
import { matchesText } from '../../../shared/rows/text-filter.ts';
import { textRank } from '../../../shared/rows/text-rank.ts';

interface SearchSelectProps {
  items: readonly string[];
  value: string | null;
  onChange: (item: string | null) => void;
  /** `clear` is missing where one of them is always chosen. */
  words: { placeholder: string; none: string; open: string; clear?: string };
  input: Pick<ComponentProps<'input'>, 'id' | 'ref' | 'aria-label' | 'aria-invalid' | 'aria-describedby'>;
  className: string;
  /** How many are listed at once; all of them where it is missing, and more are found by typing where it is not. */
  most?: number;
  /** Whether the list has to stand above a dialog. */
  inDialog?: boolean;
  /** What a search looks through; the item itself where it is missing. */
  textOf?: (item: string) => string;
  noteOf?: (item: string) => ReactNode;
}

/** One out of many, found by typing. */
export function SearchSelect(props: SearchSelectProps) {
  const { words, textOf = (item) => item, noteOf } = props;
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  // What stands in the field while nothing is typed is what is chosen: it looks for nothing.
  const query = typed === props.value ? '' : typed;
  const items = useMemo(() => bestFirst(props.items, query), [props.items, query]);
  return (
    <Combobox.Root
      items={items}
      value={props.value}
      onValueChange={props.onChange}
      filter={(item: string, query: string) => matchesText(query)(textOf(item))}
      limit={props.most ?? -1}
      open={open}
      onOpenChange={setOpen}
      onInputValueChange={setTyped}
      autoHighlight
    >
      <Combobox.InputGroup className={`field ${props.className}`}>
        <Combobox.Input
          {...props.input}
          className="field-input"
          placeholder={words.placeholder}
          spellCheck={false}
          onKeyDown={(event) => {
            // It would empty the field, and keep the dialog around it from being closed.
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
        <Combobox.Positioner className={`popup-positioner${props.inDialog ? ' popup-above' : ''}`} sideOffset={4}>
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

/** What answers a query best comes first; otherwise the order stays. */
export function bestFirst(names: readonly string[], query: string): readonly string[] {
  if (query.trim() === '') return names;
  const rank = textRank(query);
  return names
    .map((name) => ({ name, rank: rank(name) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ name }) => name);
}
