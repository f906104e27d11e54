import type { Text } from '../text/use-text.ts';
import { client } from './client.ts';
import { copyText } from './copy-text.ts';
import { showNotice } from './notice.ts';

/** Copies a text for a bug report, without secrets and account names. */
export async function copyDiagnostics(text: Text): Promise<void> {
  const result = await client.readDiagnostics({});
  if (result.ok) await copyText(result.data.text, text, text.settings.diagnosticsCopied);
  else showNotice(text.errors[result.error.code].what);
}
