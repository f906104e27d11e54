#!/bin/sh
# DuckDB 1.5.6 reads a column of IDs of 20 or more digits in a CSV file as DOUBLE, also if every ID is quoted: three different IDs become one,
# and no row is refused. IDs of 19 digits stay exact, so that a query that was right becomes wrong with longer IDs. Texts of JSON stay texts;
# numbers of JSON become DOUBLE with 24 digits. `types={'id': 'VARCHAR'}` keeps them. Needs Node 22 or newer and npm. Prints the type and the
# number of different IDs; fails if that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund @duckdb/node-api@1.5.6-r.1

cat >read.mjs <<'END'
import { writeFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';

const connection = await (await DuckDBInstance.create()).connect();
const ask = async (name, source) => {
  const question = `SELECT typeof(any_value(id)) AS type, count(DISTINCT id)::INT AS ids FROM ${source}`;
  const [{ type, ids }] = (await connection.runAndReadAll(question)).getRowObjects();
  console.log(`${name}: ${type}, ${ids} of 3 IDs`);
};
for (const digits of [19, 20, 24]) {
  const ids = ['1', '2', '3'].map((last) => '123456789012345678901234'.slice(0, digits - 1) + last);
  writeFileSync('orders.csv', ['id,pnl', ...ids.map((id) => `"${id}",0.10`)].join('\n'));
  writeFileSync('texts.jsonl', ids.map((id) => JSON.stringify({ id })).join('\n'));
  writeFileSync('numbers.jsonl', ids.map((id) => `{"id":${id}}`).join('\n'));
  await ask(`${digits} digits, CSV`, "'orders.csv'");
  await ask(`${digits} digits, CSV with a type`, "read_csv('orders.csv', types = {'id': 'VARCHAR'})");
  await ask(`${digits} digits, texts of JSON`, "'texts.jsonl'");
  await ask(`${digits} digits, numbers of JSON`, "'numbers.jsonl'");
}
END
node read.mjs | tee seen

cat >expected <<'END'
19 digits, CSV: BIGINT, 3 of 3 IDs
19 digits, CSV with a type: VARCHAR, 3 of 3 IDs
19 digits, texts of JSON: VARCHAR, 3 of 3 IDs
19 digits, numbers of JSON: BIGINT, 3 of 3 IDs
20 digits, CSV: DOUBLE, 1 of 3 IDs
20 digits, CSV with a type: VARCHAR, 3 of 3 IDs
20 digits, texts of JSON: VARCHAR, 3 of 3 IDs
20 digits, numbers of JSON: HUGEINT, 3 of 3 IDs
24 digits, CSV: DOUBLE, 1 of 3 IDs
24 digits, CSV with a type: VARCHAR, 3 of 3 IDs
24 digits, texts of JSON: VARCHAR, 3 of 3 IDs
24 digits, numbers of JSON: DOUBLE, 1 of 3 IDs
END
diff expected seen
