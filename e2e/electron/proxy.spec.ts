import { writeFile } from 'node:fs/promises';
import { type FaultyExchange, startFaultyExchange } from '../../src/demo-exchange/faults/index.ts';
import { type ConnectProxy, startConnectProxy } from '../../src/exchange/testing/connect-proxy.ts';
import { selfSigned } from '../../src/exchange/testing/self-signed.ts';
import type {} from '../../src/renderer/platform/bridge.ts';
import { expect } from '../test.ts';
import { test as base } from './electron-test.ts';

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

test('an account is reached through the proxy of the environment, which comes before that of the system', async ({
  program,
  distant: { token, secretKey },
  connectProxy,
}) => {
  await program.evaluate(({ session }) => session.defaultSession.setProxy({ proxyRules: '127.0.0.1:1' }));
  const account = { baseUrl: 'https://exchange.test', signingVariant: 'bytewise', credentials: { token, secretKey } };
  const result = await program.page.evaluate(
    (account) => window.orderglass?.call('testConnection', account, 'a call'),
    account,
  );
  expect(result).toMatchObject({
    ok: true,
    data: { public: { ok: true }, signed: { ok: true }, proxy: new URL(connectProxy.address).host },
  });
});
