import { writeFile } from 'node:fs/promises';
import { type FaultyExchange, startFaultyExchange } from '../src/demo-exchange/faults/index.ts';
import { type ConnectProxy, startConnectProxy } from '../src/exchange/testing/connect-proxy.ts';
import { selfSigned } from '../src/exchange/testing/self-signed.ts';
import { fillNewAccount, openAccounts } from './accounts-dialog.ts';
import { test as base, expect } from './test.ts';

interface Fixtures {
  /** An exchange that the proxy presents as https://exchange.test. */
  distant: FaultyExchange;
  connectProxy: ConnectProxy;
}

const test = base.extend<Fixtures>({
  distant: async ({ exchangeOptions }, use) => {
    const exchange = await startFaultyExchange({ ...exchangeOptions, tls: selfSigned });
    await use(exchange);
    await exchange.close();
  },
  connectProxy: async ({ distant }, use) => {
    const proxy = await startConnectProxy({ targetPort: Number(new URL(distant.baseUrl).port) });
    await use(proxy);
    await proxy.close();
  },
  environment: async ({ environment, connectProxy }, use, testInfo) => {
    const certificate = testInfo.outputPath('exchange.pem');
    await writeFile(certificate, selfSigned.cert);
    const HTTPS_PROXY = connectProxy.address.replace('//', '//ann:secret@');
    await use({ ...environment, HTTPS_PROXY, NODE_EXTRA_CA_CERTS: certificate });
  },
});

test('an account is reached through the proxy of the environment, which the connection test names, also as the cause of a failure', async ({
  app,
  distant,
  connectProxy,
}) => {
  const dialog = await openAccounts(app);
  await fillNewAccount(dialog, { ...distant, name: 'Mine', baseUrl: 'https://exchange.test' });
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  const result = dialog.getByRole('status');
  await expect(result).toContainText(/Public data OK/);
  await expect(result).toContainText(/Your orders OK/);
  await expect(result).toContainText(`Through the proxy ${new URL(connectProxy.address).host}.`);
  expect(new Set(connectProxy.requests.map(({ url }) => url))).toEqual(new Set(['exchange.test:443']));

  await connectProxy.close();
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  await expect(result).toContainText('Can’t reach the proxy.', { timeout: 15_000 });
  await expect(result).toContainText(`Through the proxy ${new URL(connectProxy.address).host}.`);
});
