import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { faultNames } from './faults/index.ts';
import { demoCredentials } from './index.ts';

const script = fileURLToPath(new URL('./cli.ts', import.meta.url));

async function run(...flags: string[]): Promise<{ code: number; output: string; errors: string }> {
  const child = spawn(process.execPath, [script, ...flags]);
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, output, errors };
}

// Windows has no SIGINT for processes.
test.skipIf(process.platform === 'win32')(
  'tells where it is and with which credentials, answers, and ends cleanly at Ctrl+C',
  async () => {
    const child = spawn(process.execPath, [
      script,
      '--port',
      '0',
      '--seed',
      '5',
      '--orders',
      '10',
      '--latency-ms',
      '1',
    ]);
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    await expect.poll(() => output.split('\n').length).toBe(4);
    const [baseUrl, token, secretKey] = output.split('\n').map((line) => line.replace(/^[^:]+: +/, ''));
    expect([token, secretKey]).toEqual([demoCredentials.token, demoCredentials.secretKey]);
    const response = await fetch(`${baseUrl}/v1/futures/symbol_precision?symbol=BTC-USDT`);
    expect(await response.json()).toMatchObject({ errno: 0 });
    child.kill('SIGINT');
    expect(await once(child, 'close')).toEqual([0, null]);
  },
);

test('--help lists every flag and every fault', async () => {
  const { code, output } = await run('--help');
  expect(code).toBe(0);
  const flags = ['--port', '--seed', '--orders', '--latency-ms', '--clock-skew-seconds', '--fault', '--help'];
  for (const flag of flags) expect(output).toContain(flag);
  for (const name of faultNames) expect(output).toMatch(new RegExp(`^  ${name} +\\S`, 'm'));
  for (const line of output.split('\n')) expect(line.length).toBeLessThan(110);
});

test('--fault accepts several names and can be repeated, and the clock can be behind', async () => {
  const flags = ['--orders', '1', '--fault', 'errno-as-text,errmsg-missing', '--fault', 'result-null'];
  const child = spawn(process.execPath, [script, ...flags, '--clock-skew-seconds=-3600']);
  try {
    const [chunk] = await once(child.stdout, 'data');
    const baseUrl = /http:\S+/.exec(String(chunk))?.[0];
    const response = await fetch(`${baseUrl}/v1/futures/symbol_precision`);
    expect(await response.text()).toBe('{"errno":"0","result":null}');
    const behind = Date.now() - Date.parse(response.headers.get('date') ?? '');
    expect(Math.abs(behind - 3_600_000)).toBeLessThan(60_000);
  } finally {
    child.kill();
  }
});

test.each([
  [['--port', 'many'], '--port must be a whole number, not "many"'],
  [['--port', '70000'], 'port must be from 0 to 65535, not 70000'],
  [['--orders', '-5'], ''],
  [['--orders', '300000'], 'orders must be from 0 to 200000'],
  [['--fault', 'html-502,chaos'], 'unknown fault "chaos"'],
  [['--fault', ''], 'unknown fault ""'],
  [['--clock-skew-seconds', 'soon'], '--clock-skew-seconds must be a whole number, not "soon"'],
  [['--surprise'], "Unknown option '--surprise'"],
  [['extra'], 'extra'],
])('%j exits with a message and code 2', async (flags, message) => {
  const { code, output, errors } = await run(...flags);
  expect(code).toBe(2);
  expect(output).toBe('');
  expect(errors).toContain(message);
  expect(errors).toContain('--help');
  expect(errors).not.toContain('    at ');
});
