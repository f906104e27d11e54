#!/bin/sh
# The clients binance 3.6.5 and node-binance-api 1.0.33, used without options, read an order ID of 19 digits, which the exchange sends as a
# number, as a rounded one: what is asked of the order by that ID is then about another order or none. binance-api-node 0.13.10 keeps every
# digit. Needs Node 22 or newer and npm. Prints what each reads from a local server; fails if that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund binance@3.6.5 binance-api-node@0.13.10 node-binance-api@1.0.33

cat >read.mjs <<'END'
import { createServer } from 'node:http';
import { USDMClient } from 'binance';
import binanceApiNode from 'binance-api-node';
import NodeBinanceApi from 'node-binance-api';

const order = '{"orderId":8389765589152377433,"symbol":"BTCUSDT","status":"NEW","price":"1","origQty":"1","executedQty":"0"}';
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(`[${order}]`);
});
const port = await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port)));
const base = `http://127.0.0.1:${port}`;
const usual = (module) => module.default ?? module;
const clients = {
  binance: new USDMClient({ api_key: 'a', api_secret: 'b', baseUrl: base, disableTimeSync: true }),
  'node-binance-api': new (usual(NodeBinanceApi))().options({ APIKEY: 'a', APISECRET: 'b', urls: { fapi: `${base}/fapi/` } }),
  'binance-api-node': usual(binanceApiNode)({ apiKey: 'a', apiSecret: 'b', httpFutures: base }),
};
const orders = {
  binance: await clients.binance.getAllOpenOrders({ symbol: 'BTCUSDT' }),
  'node-binance-api': await clients['node-binance-api'].futuresOpenOrders('BTCUSDT'),
  'binance-api-node': await clients['binance-api-node'].futuresOpenOrders({ symbol: 'BTCUSDT' }),
};
for (const [name, [{ orderId }]] of Object.entries(orders)) console.log(`${name}: ${orderId}`);
process.exit();
END
node read.mjs | tee seen

cat >expected <<'END'
binance: 8389765589152378000
node-binance-api: 8389765589152378000
binance-api-node: 8389765589152377433
END
diff expected seen
