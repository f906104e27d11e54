import { useCallback } from 'react';
import type { SettingsChange } from '../../../shared/settings.ts';
import { failureSentences } from '../../model/failure-text.ts';
import { showNotice } from '../../state/notice.ts';
import { replaceSettings } from '../../state/settings.ts';
import { useText } from '../../text/use-text.ts';

/** Many settings at once: all of them or, where the program does not take them, none. */
export function useReplaceSettings(): (change: SettingsChange, done: string) => Promise<void> {
  const text = useText();
  return useCallback(
    async (change, done) => {
      const result = await replaceSettings(change);
      if (result.ok) {
        showNotice(done);
        return;
      }
      showNotice(failureSentences(result.error, text));
    },
    [text],
  );
}
