#!/bin/sh
# The command line of @modelcontextprotocol/inspector 2.12.0 reads each --tool-arg as JSON before it takes it for text, whatever the tool's
# input schema says: for a parameter of type string the server gets a number, an ID of 19 digits arrives rounded, and 0.10 as 0.1. JSON's own
# quotes inside of the shell's keep the text. Needs Node 22 or newer and npm. Prints what a server gets; fails if that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund @modelcontextprotocol/inspector@2.12.0

cat >server.mjs <<'END'
import { createInterface } from 'node:readline';

const text = { type: 'string' };
const tools = [{ name: 'echo', inputSchema: { type: 'object', properties: { id: text, price: text, flag: text } } }];
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const results = {
    initialize: () => ({
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'echo', version: '1' },
    }),
    'tools/list': () => ({ tools }),
    'tools/call': () => ({ content: [{ type: 'text', text: JSON.stringify(params.arguments) }] }),
  };
  const result = results[method]?.() ?? {};
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
});
END
ask() {
  npx mcp-inspector --cli node server.mjs --method tools/call --tool-name echo "$@" |
    node --input-type=module --eval 'let all = ""; for await (const part of process.stdin) all += part; console.log(JSON.parse(all).content[0].text)'
}
{
  ask --tool-arg id=1234567890123456789 --tool-arg price=0.10 --tool-arg flag=true
  ask --tool-arg 'id="1234567890123456789"' --tool-arg 'price="0.10"' --tool-arg 'flag="true"'
} | tee seen

cat >expected <<'END'
{"id":1234567890123456800,"price":0.1,"flag":true}
{"id":"1234567890123456789","price":"0.10","flag":"true"}
END
diff expected seen
