import { useQuery } from '@tanstack/react-query';
import { FileWarning } from 'lucide-react';
import { useState } from 'react';
import { request } from '../api/client.ts';
import { useText } from '../text/use-text.ts';

/** What became of files that could not be used when the program started, until it has been read. */
export function FileNotices() {
  const text = useText();
  const [seen, setSeen] = useState(false);
  const { data: notices = [] } = useQuery({
    queryKey: ['file-notices'],
    queryFn: () => request('readFileNotices', {}),
    staleTime: Infinity,
  });
  if (seen || notices.length === 0) return null;
  return (
    <div className="account-state" role="alert">
      {notices.map(({ what, keptAs }) => (
        <p key={what} className="account-line">
          <FileWarning size={14} aria-hidden="true" />
          {text.fileNotices[what](keptAs)}
          <button type="button" className="status-button" onClick={() => setSeen(true)}>
            {text.fileNotices.understood}
          </button>
        </p>
      ))}
    </div>
  );
}
