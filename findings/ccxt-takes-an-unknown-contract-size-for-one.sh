#!/bin/sh
# ccxt 4.5.84 makes figures of an order that nobody sent: without the size of a contract, its cost is calculated as if a contract were one
# coin, 1000 where 10 is right; without an average price, from the price of the order; and without an executed quantity, a closed order counts
# as executed in full. None of them is marked as derived. Needs Node 22 or newer and npm. Prints the orders; fails if that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund ccxt@4.5.84

cat >make.mjs <<'END'
import ccxt from 'ccxt';

const exchange = new ccxt.Exchange();
const market = { symbol: 'X/USDT:USDT', id: 'X', base: 'X', quote: 'USDT', contract: true, linear: true };
const received = { id: '1', symbol: market.symbol, type: 'limit', status: 'closed', amount: '10', trades: [] };
const executed = { ...received, filled: '10', average: '100' };
const show = (name, order, size) => {
  const { filled, average, cost } = exchange.safeOrder({ ...received, ...order }, { ...market, contractSize: size });
  console.log(`${name}: filled ${filled}, average ${average}, cost ${cost}`);
};
show('contract of 0.01', executed, 0.01);
show('contract of unknown size', executed, undefined);
show('average price not sent', { filled: '10', price: '120' }, 1);
show('executed quantity not sent', {}, 1);
show('executed quantity not sent, canceled', { status: 'canceled' }, 1);
END
node make.mjs | tee seen

cat >expected <<'END'
contract of 0.01: filled 10, average 100, cost 10
contract of unknown size: filled 10, average 100, cost 1000
average price not sent: filled 10, average undefined, cost 1200
executed quantity not sent: filled 10, average undefined, cost undefined
executed quantity not sent, canceled: filled undefined, average undefined, cost undefined
END
diff expected seen
