import { Popover } from '@base-ui/react/popover';
import { Bookmark, Plus, Save } from 'lucide-react';
import { useState } from 'react';
import type { ColumnSort, SavedView } from '../../../../shared/contract/settings.ts';
import type { ArchiveList } from '../../../../shared/orders/trades.ts';
import { useCommand } from '../../../platform/commands.ts';
import { showNotice } from '../../../platform/notice.ts';
import { currentSettings, useChangeSettings, useSetting } from '../../../platform/settings/settings.ts';
import { offerUndo } from '../../../platform/undo.ts';
import { useText } from '../../../text/use-text.ts';
import { NamedItem, NameForm } from '../../../ui/controls/NamedItems.tsx';
import { cleanFilter } from '../../../ui/filter/list-filter.ts';
import {
  readyViewsOf,
  saveView,
  useChosenView,
  type ViewOf,
  viewNameProblem,
  viewsOf,
  withoutView,
} from './saved-views.ts';
import './saved-views.css';

interface SavedViewsProps<List extends ArchiveList> {
  account: string;
  list: List;
  filter: ViewOf<List>['filter'];
  sort: readonly ColumnSort[];
  /** False if no view counts as the chosen one, whatever its filter. */
  canBeChosen: boolean;
  onChoose: (view: ViewOf<List>) => void;
}

/** The menu of the list's saved views. A view is a filter and a sort with a name. */
export function SavedViews<List extends ArchiveList>(props: SavedViewsProps<List>) {
  const { account, list, filter, sort, onChoose } = props;
  const text = useText();
  const views = useSetting('views');
  const change = useChangeSettings();
  const own = viewsOf(views, list);
  const ready = readyViewsOf(list, text);
  const [view, choose] = useChosenView(account, list, [...own, ...ready], { filter, sort });
  const isOwn = view !== null && own.includes(view.view);
  // A ready view can't be changed: with another filter it is not chosen any more.
  const chosen = props.canBeChosen && view !== null && (isOwn || !view.changed) ? view : null;
  /** Name of the view that is being renamed; '' for a new view; `null` if there is no form. */
  const [naming, setNaming] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  useCommand('views', () => setOpen(true));

  const save = (view: ViewOf<List>, before = view.name): void => {
    change({ views: saveView(views, view, before) });
    choose(view.name);
    setNaming(null);
    showNotice(text.named.saved(view.name));
  };
  const currentView = (name: string): ViewOf<List> => ({ list, name, filter: cleanFilter(filter), sort: [...sort] });
  const remove = (view: ViewOf<List>): void => {
    const place = views.findIndex(({ list: of, name }) => of === view.list && name === view.name);
    change({ views: withoutView(views, view) });
    offerUndo(text.named.removed(view.name), () =>
      change({ views: currentSettings().views.toSpliced(place, 0, view as SavedView) }),
    );
  };
  const nameForm = (name: string, onSave: (next: string) => void) => (
    <NameForm
      name={name}
      label={text.views.name}
      placeholder={text.views.namePlaceholder}
      problemOf={(next) => {
        const problem = viewNameProblem(views, list, next, name === '' ? null : name);
        return problem && text.views.nameProblems[problem];
      }}
      onSave={onSave}
      onCancel={() => setNaming(null)}
    />
  );

  return (
    <Popover.Root
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setNaming(null);
      }}
    >
      <Popover.Trigger
        className="button views-button"
        aria-label={chosen ? undefined : text.views.open}
        title={text.views.title}
      >
        <Bookmark size={14} aria-hidden="true" />
        <span className={chosen ? 'named-title' : 'button-word'}>
          {chosen ? text.views.chosen(chosen.view.name) : text.views.open}
        </span>
        {chosen?.changed && <span className="views-changed">{text.views.changed}</span>}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="popup-positioner" sideOffset={4} align="start">
          <Popover.Popup className="popup named-popup">
            <Popover.Title className="popup-title">{own.length > 0 ? text.views.title : text.views.none}</Popover.Title>
            <ul className="named-list" aria-label={text.views.title}>
              {own.map((view) => (
                <li key={view.name} className="named-list-item">
                  {naming === view.name ? (
                    nameForm(view.name, (name) => save({ ...view, name }, view.name))
                  ) : (
                    <NamedItem
                      name={view.name}
                      chosen={chosen?.view === view}
                      onChoose={() => {
                        onChoose(view);
                        choose(view.name);
                      }}
                      edit={{ onRename: () => setNaming(view.name), onRemove: () => remove(view) }}
                    />
                  )}
                </li>
              ))}
            </ul>
            <h3 className="popup-title">{text.views.readyTitle}</h3>
            <ul className="named-list" aria-label={text.views.readyTitle}>
              {ready.map((view) => (
                <li key={view.name} className="named-list-item">
                  <NamedItem
                    name={view.name}
                    chosen={chosen?.view.name === view.name && !isOwn}
                    onChoose={() => {
                      onChoose(view);
                      choose(view.name);
                    }}
                  />
                </li>
              ))}
            </ul>
            <div className="named-actions">
              {chosen?.changed && (
                <button type="button" className="button" onClick={() => save(currentView(chosen.view.name))}>
                  <Save size={14} aria-hidden="true" />
                  {text.views.saveChanges}
                </button>
              )}
              {naming === '' ? (
                nameForm('', (name) => save(currentView(name)))
              ) : (
                <button type="button" className="button" onClick={() => setNaming('')}>
                  <Plus size={14} aria-hidden="true" />
                  {text.views.save}
                </button>
              )}
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
