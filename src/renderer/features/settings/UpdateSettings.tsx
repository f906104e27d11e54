import { RefreshCw } from 'lucide-react';
import type { UpdateStatus } from '../../../shared/contract/program.ts';
import { client } from '../../platform/client.ts';
import { useChangeSettings, useSetting } from '../../platform/settings/settings.ts';
import { type Text, useText } from '../../text/use-text.ts';
import { Segmented } from '../../ui/controls/Segmented.tsx';
import { useUpdateStatus } from './updates.ts';

const choices = ['off', 'on'] as const;

/** Turns updates on, checks for them, and restarts with a downloaded one. Empty if the host cannot update the program. */
export function UpdateSettings() {
  const words = useText().settings.updates;
  const updates = useSetting('updates');
  const change = useChangeSettings();
  const status = useUpdateStatus();
  if (status === undefined || status.kind === 'unavailable') return null;
  const isBusy = status.kind === 'checking' || status.kind === 'downloading';
  return (
    <>
      <div className="setting" data-part="updates">
        <span>{words.label}</span>
        <Segmented
          label={words.label}
          options={choices.map((choice) => ({ value: choice, label: words[choice], name: words[choice] }))}
          value={updates ? 'on' : 'off'}
          onChange={(choice) => change({ updates: choice === 'on' })}
        />
      </div>
      <p className="form-hint">{words.explained}</p>
      {updates && (
        <div className="setting-buttons">
          {status.kind === 'ready' ? (
            <button type="button" className="button" onClick={() => void client.installUpdate({})}>
              <RefreshCw size={14} aria-hidden="true" />
              {words.restart}
            </button>
          ) : (
            <button type="button" className="button" disabled={isBusy} onClick={() => void client.checkForUpdates({})}>
              <RefreshCw size={14} aria-hidden="true" />
              {words.check}
            </button>
          )}
          <span role="status">{statusWords(status, words.status)}</span>
        </div>
      )}
    </>
  );
}

function statusWords(status: UpdateStatus, words: Text['settings']['updates']['status']): string {
  switch (status.kind) {
    case 'unavailable':
    case 'off':
      return '';
    case 'downloading':
    case 'found':
      return words[status.kind](status.version);
    case 'ready':
      return status.waitsForExport ? words.waitsForExport(status.version) : words.ready(status.version);
    default:
      return words[status.kind];
  }
}
