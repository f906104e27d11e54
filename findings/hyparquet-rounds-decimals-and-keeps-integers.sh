#!/bin/sh
# hyparquet 1.33.0 reads a 64-bit integer exactly, as a BigInt, and a DECIMAL as a number, without a word that it has rounded: of a
# DECIMAL(38, 18), chosen for its exact digits, about 16 arrive, the last of them not even of the nearest number, and two different amounts are
# equal. Needs Node 22 or newer and npm. Prints what DuckDB 1.5.6 wrote and what is read; fails if that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund hyparquet@1.33.0 @duckdb/node-api@1.5.6-r.1

cat >read.mjs <<'END'
import { DuckDBInstance } from '@duckdb/node-api';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';

const database = await (await DuckDBInstance.create()).connect();
const rows = "(VALUES (1234567890123456789, '123456789012345.678901'), (1234567890123456788, '123456789012345.678909')) AS t(id, amount)";
await database.run(`COPY (SELECT id, amount::DECIMAL(38, 18) AS amount FROM ${rows}) TO 'rows.parquet' (FORMAT parquet)`);
const written = await database.runAndReadAll("SELECT id::VARCHAR AS id, amount::VARCHAR AS amount FROM 'rows.parquet'");
const read = await parquetReadObjects({ file: await asyncBufferFromFile('rows.parquet') });
for (const [name, list] of [['written', written.getRowObjectsJson()], ['read', read]]) {
  for (const { id, amount } of list) console.log(`${name}: ${id}, ${amount} (${typeof id}, ${typeof amount})`);
}
console.log(`nearest number: ${Number('123456789012345.678901')}`);
console.log(`amounts equal: ${read[0].amount === read[1].amount}`);
END
node read.mjs | tee seen

cat >expected <<'END'
written: 1234567890123456789, 123456789012345.678901000000000000 (string, string)
written: 1234567890123456788, 123456789012345.678909000000000000 (string, string)
read: 1234567890123456789, 123456789012345.69 (bigint, number)
read: 1234567890123456788, 123456789012345.69 (bigint, number)
nearest number: 123456789012345.67
amounts equal: true
END
diff expected seen
