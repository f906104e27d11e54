import { Copy } from 'lucide-react';
import { client } from '../../api/client.ts';
import { copyText } from '../../state/copy-text.ts';
import { showNotice } from '../../state/notice.ts';
import { useAbout } from '../../state/queries.ts';
import { type Text, useText } from '../../text/use-text.ts';

export function About() {
  const text = useText();
  const words = text.settings;
  const about = useAbout().data;
  return (
    <div className="setting-about">
      {about && <p>{words.version(about.version, words.hosts[about.host])}</p>}
      <p>{words.readsOnly}</p>
      <button type="button" className="button setting-diagnostics" onClick={() => void copyDiagnostics(text)}>
        <Copy size={14} aria-hidden="true" />
        {words.copyDiagnostics}
      </button>
      <p className="form-hint">{words.diagnosticsExplained}</p>
    </div>
  );
}

export async function copyDiagnostics(text: Text): Promise<void> {
  const result = await client.readDiagnostics({});
  if (result.ok) await copyText(result.data.text, text, text.settings.diagnosticsCopied);
  else showNotice(text.errors[result.error.code].what);
}
