#!/bin/sh
# apache-arrow 21.2.0 turns a DECIMAL into text without its decimal point: String(), a template, and JSON of a table's rows have 12345 for
# 123.45 and -7 for -0.07, and JSON has it in quotes inside of quotes. The scale is in the type of the column alone. A sum that somebody makes
# of such texts is a hundred times too large. Parquet of DuckDB 1.5.6 arrives so by parquet-wasm 0.8.0. Needs Node 22 or newer and npm. Prints
# what is read; fails if that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund apache-arrow@21.2.0 parquet-wasm@0.8.0 @duckdb/node-api@1.5.6-r.1

cat >read.mjs <<'END'
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { DuckDBInstance } from '@duckdb/node-api';
import { tableFromIPC } from 'apache-arrow';

const { readParquet } = createRequire(import.meta.url)('parquet-wasm');
const database = await (await DuckDBInstance.create()).connect();
await database.run(`
  COPY (SELECT 123.45::DECIMAL(9, 2) AS pnl, -0.07::DECIMAL(9, 2) AS fee, 0.00000001::DECIMAL(38, 8) AS size)
  TO 'rows.parquet' (FORMAT parquet)`);
const table = tableFromIPC(readParquet(readFileSync('rows.parquet')).intoIPCStream());
for (const { name, type } of table.schema.fields) {
  const value = table.get(0)[name];
  console.log(`${name}: DECIMAL(${type.precision}, ${type.scale}), text ${String(value)}, JSON ${JSON.stringify(value)}`);
}
END
node read.mjs | tee seen

cat >expected <<'END'
pnl: DECIMAL(9, 2), text 12345, JSON "\"12345\""
fee: DECIMAL(9, 2), text -7, JSON "\"-7\""
size: DECIMAL(38, 8), text 1, JSON "\"1\""
END
diff expected seen
