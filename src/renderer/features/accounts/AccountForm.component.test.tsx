import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { AccountSummary, ConnectionReport } from '../../../shared/contract/accounts.ts';
import type { Failure } from '../../../shared/contract/failure.ts';
import { fail, type Result, succeed } from '../../../shared/values/result.ts';
import { notice } from '../../platform/notice.ts';
import type { Answers } from '../../testing/fake-host.ts';
import { type Rendered, render } from '../../testing/render.tsx';
import { demoAccount } from '../../testing/samples.ts';
import { AccountForm } from './AccountForm.tsx';

const baseUrl = page.getByLabelText('Base URL');
const saved = { ...demoAccount, id: 'mine', kind: 'live', name: 'Mine' } as const;
const button = (name: string) => page.getByRole('button', { name });

/** Resolves after React had time to render a response: an alert that must not appear is missing before that in any case. */
async function passFrames(): Promise<void> {
  for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame);
}

async function fill(answers: Answers, address = 'nosuch.example'): Promise<Rendered> {
  const form = (
    <AccountForm account={undefined} otherNames={['Demo account']} onSaved={() => {}} onRemoved={() => {}} />
  );
  const rendered = render(form, { answers });
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

it('says at each field what is invalid, and saves nothing', async () => {
  await fill({});
  await page.getByLabelText('Account name').fill('demo ACCOUNT');
  await baseUrl.fill('http://example.com');
  await page.getByLabelText('Access token').fill('with space');
  await button('Save').click();
  for (const [field, problem] of [
    ['Account name', 'Another account already has this name.'],
    ['Base URL', 'Start the URL with https://.'],
    ['Access token', 'Contains a space or a line break.'],
  ] as const) {
    await expect.element(page.getByLabelText(field)).toHaveAccessibleDescription(expect.stringContaining(problem));
  }
});

it('says which check failed and through which proxy, and drops the result of a key that was changed meanwhile', async () => {
  const check = { ok: true as const, took: 12 };
  const wrong = { ok: false as const, error: { code: 'rejected-signature' as const, message: 'no' } };
  const noProxy = { code: 'offline' as const, proxy: 'exchange-unreachable' as const, proxyStatus: 503, message: 'no' };
  const unreachable = { ok: false as const, error: noProxy };
  const reports: ConnectionReport[] = [
    { public: check, signed: wrong, clockOffset: 0, proxy: '127.0.0.1:3128' },
    { public: check, signed: check, clockOffset: 0, proxy: null },
    { public: unreachable, signed: unreachable, clockOffset: null, proxy: '127.0.0.1:3128' },
  ];
  const held = Promise.withResolvers<Result<ConnectionReport>>();
  const { host } = await fill({
    testConnection: () => {
      const report = reports.shift();
      return report ? succeed(report) : held.promise;
    },
  });
  const result = page.getByRole('status');
  await button('Test connection').click();
  await expect.element(result).toMatchTextContent(/Public data OK/);
  await expect.element(result).toMatchTextContent('The exchange rejected the signature.');
  await expect.element(result).toMatchTextContent('Through the proxy 127.0.0.1:3128.');
  await button('Test connection').click();
  await expect.element(result).toMatchTextContent(/Your orders OK/);
  await expect.element(result).not.toMatchTextContent('proxy');
  await button('Test connection').click();
  await expect.element(result).toMatchTextContent('The proxy couldn’t reach the exchange.');
  await expect.element(result).toMatchTextContent('Proxy status: 503');
  await expect.element(result).toMatchTextContent('Through the proxy 127.0.0.1:3128.');

  await button('Test connection').click();
  await expect.poll(() => host.callsOf('testConnection')).toHaveLength(4);
  await page.getByLabelText('Secret key').fill('another');
  held.resolve(succeed({ public: check, signed: wrong, clockOffset: 0, proxy: null }));
  await expect.element(button('Test connection')).toBeEnabled();
  await expect.element(result).not.toBeInTheDocument();
});

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

it('says where to look once the keychain makes a save wait, and keeps the keys for the session instead', async () => {
  const waiting = Promise.withResolvers<Result<AccountSummary>>();
  const { host } = await fill({
    saveAccount: ({ keptIn }) => (keptIn === 'session' ? succeed(saved) : waiting.promise),
  });
  await button('Save').click();
  await expect.element(button('Save')).toBeDisabled();
  await expect.element(button('Keep for this session only')).not.toBeInTheDocument();
  await expect.element(page.getByRole('status')).toMatchTextContent('Waiting for your keychain. Look for its window.');
  await button('Keep for this session only').click();
  await expect.poll(() => notice.get()).toContain('Its keys are kept for this session only.');
  waiting.resolve(fail('canceled', 'replaced'));
  await passFrames();
  await expect.element(page.getByRole('status')).not.toBeInTheDocument();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  expect(host.callsOf('saveAccount').map(({ keptIn }) => keptIn)).toEqual(['keychain', 'session']);
});

it('takes a save as done if the keychain answers before the session keeps the keys', async () => {
  const answers = {
    keychain: Promise.withResolvers<Result<AccountSummary>>(),
    session: Promise.withResolvers<Result<AccountSummary>>(),
  };
  const { host } = await fill({ saveAccount: ({ keptIn }) => answers[keptIn].promise });
  await button('Save').click();
  await button('Keep for this session only').click();
  await expect.poll(() => host.callsOf('saveAccount')).toHaveLength(2);
  answers.keychain.resolve(succeed(saved));
  await expect.poll(() => notice.get()).toBe('Mine saved');
  answers.session.resolve(fail('invalid-input', 'name: taken'));
  await passFrames();
  await expect.element(button('Save')).toBeEnabled();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

it('quotes the system’s words about its keychain if they are all that is known', async () => {
  await fill({
    saveAccount: () => ({
      ok: false,
      error: { code: 'keychain-unavailable', keychain: 'other', systemText: 'Datenträger voll.', message: 'no' },
    }),
  });
  await button('Save').click();
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent('The keychain reported an error: “Datenträger voll.”');
});

it('makes keeping the keys for the session the main button where there is no keychain', async () => {
  const { host } = await fill({
    saveAccount: ({ keptIn }) => (keptIn === 'session' ? succeed(saved) : fail('keychain-unavailable', 'no')),
  });
  await button('Save').click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('The keychain is unavailable.');
  await expect.element(button('Keep for this session only')).toHaveClass('button-main');
  await expect.element(button('Try the keychain again')).not.toHaveClass('button-main');
  await button('Keep for this session only').click();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  expect(host.callsOf('saveAccount').map(({ keptIn }) => keptIn)).toEqual(['keychain', 'session']);
  expect(notice.get()).toContain('Its keys are kept for this session only.');
});
