import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { ConnectionReport } from '../../../shared/contract/accounts.ts';
import type { Failure } from '../../../shared/contract/failure.ts';
import { fail, succeed } from '../../../shared/result.ts';
import type { Answers } from '../../testing/fake-host.ts';
import { type Rendered, render } from '../../testing/render.tsx';
import { demoAccount } from '../../testing/samples.ts';
import { AccountForm } from './AccountForm.tsx';

const baseUrl = page.getByLabelText('Base URL');
const button = (name: string) => page.getByRole('button', { name });

async function fill(answers: Answers, address = 'nosuch.example'): Promise<Rendered> {
  const rendered = render(<AccountForm account={undefined} otherNames={[]} onSaved={() => {}} onRemoved={() => {}} />, {
    answers,
  });
  await page.getByLabelText('Account name').fill('Mine');
  await page.getByRole('radio', { name: 'Custom' }).click();
  await baseUrl.fill(address);
  await page.getByLabelText('Access token').fill('token');
  await page.getByLabelText('Secret key').fill('secret');
  return rendered;
}

function reportOf(failure: Omit<Failure, 'message'>): ConnectionReport {
  const check = { ok: false as const, error: { ...failure, message: 'no' } };
  return { public: check, signed: check, clockOffset: null, proxy: null };
}

it('completes a base URL without a scheme, and says which address is wrong and why', async () => {
  const reports = [
    reportOf({ code: 'offline', unreachable: 'unknown-host' }),
    reportOf({ code: 'offline', unreachable: 'refused' }),
    reportOf({ code: 'timeout' }),
    reportOf({ code: 'offline' }),
  ];
  const { host } = await fill({ testConnection: () => succeed(reports.shift() ?? expect.fail('too many tests')) });
  await expect.element(baseUrl).toHaveValue('https://nosuch.example');
  for (const words of [
    'No server is known as nosuch.example. Check the base URL.',
    'nosuch.example refuses connections. Check the base URL and its port.',
    'nosuch.example didn’t respond in time. Check the base URL, then test again.',
    'Can’t reach the exchange. Check your network connection.',
  ]) {
    await button('Test connection').click();
    await expect.element(page.getByRole('status')).toMatchTextContent(words);
  }
  expect(host.callsOf('testConnection')[0]).toMatchObject({ baseUrl: 'https://nosuch.example' });
});

it('makes keeping the keys for the session the main button where there is no keychain', async () => {
  const { host } = await fill({
    saveAccount: ({ keptIn }) =>
      keptIn === 'session'
        ? succeed({ ...demoAccount, id: 'mine', kind: 'live', name: 'Mine' })
        : fail('keychain-unavailable', 'no'),
  });
  await button('Save').click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('The keychain is unavailable.');
  await expect.element(button('Keep for this session only')).toHaveClass('button-main');
  await expect.element(button('Try the keychain again')).not.toHaveClass('button-main');
  await button('Keep for this session only').click();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  expect(host.callsOf('saveAccount').map(({ keptIn }) => keptIn)).toEqual(['keychain', 'session']);
});
