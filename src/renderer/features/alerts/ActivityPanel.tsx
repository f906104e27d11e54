import { Dialog } from '@base-ui/react/dialog';
import { Tabs } from '@base-ui/react/tabs';
import { closeDialog, dialog, focusAfterDialog, openDialog } from '../../state/dialogs.ts';
import { useStore } from '../../state/store.ts';
import { useCommands } from '../../state/use-command.ts';
import { useText } from '../../text/use-text.ts';
import { ActivityList } from './ActivityList.tsx';
import { AlertList } from './AlertList.tsx';

type View = 'activity' | 'alerts';

/** What happened, and beside it what is waited for. */
export function ActivityPanel() {
  const text = useText();
  const opened = useStore(dialog);
  const view: View | null = opened === 'activity' || opened === 'alerts' ? opened : null;
  useCommands({
    'show-activity': () => openDialog('activity'),
    'show-alerts': () => openDialog('alerts'),
  });
  const close = (): void => {
    closeDialog('activity');
    closeDialog('alerts');
  };
  return (
    <Dialog.Root open={view !== null} onOpenChange={(next) => !next && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="drawer" finalFocus={focusAfterDialog}>
          <Tabs.Root
            className="drawer-tabs"
            value={view ?? 'activity'}
            onValueChange={(next: View) => openDialog(next)}
          >
            <div className="drawer-header">
              <Dialog.Title className="visually-hidden">
                {view === 'alerts' ? text.activity.alerts : text.activity.title}
              </Dialog.Title>
              <Tabs.List className="segmented" aria-label={text.activity.views}>
                <Tabs.Tab className="segment" value="activity">
                  {text.activity.title}
                </Tabs.Tab>
                <Tabs.Tab className="segment" value="alerts">
                  {text.activity.alerts}
                </Tabs.Tab>
              </Tabs.List>
              <Dialog.Close className="button">{text.activity.close}</Dialog.Close>
            </div>
            <Tabs.Panel className="drawer-body" value="activity">
              <ActivityList onShown={close} />
            </Tabs.Panel>
            <Tabs.Panel className="drawer-body" value="alerts">
              <AlertList />
            </Tabs.Panel>
          </Tabs.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
