import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../testing/render.tsx';
import { useKept } from './use-kept.ts';

function Versions({ read }: { read: (version: number) => Promise<string> }) {
  const [version, setVersion] = useState(1);
  const names = ['a', 'b'];
  const reads = useQueries({
    queries: names.map((name) => ({ queryKey: ['kept', name, version], queryFn: () => read(version) })),
  });
  const kept = useKept(
    names.slice(0, version),
    reads.map(({ data }) => data),
  );
  return (
    <button type="button" onClick={() => setVersion(version + 1)}>
      {kept.map((data) => data ?? 'nothing').join(', ')}
    </button>
  );
}

it('what was read under a name stays until the next read ends, and another name has none of it', async () => {
  const second = Promise.withResolvers<string>();
  render(<Versions read={(version) => (version === 1 ? Promise.resolve('first') : second.promise)} />);
  const button = page.getByRole('button');
  await expect.element(button).toHaveTextContent('first');
  await button.click();
  await expect.element(button).toHaveTextContent('first, nothing');
  second.resolve('second');
  await expect.element(button).toHaveTextContent('second, second');
});
