import { parseArgs } from 'node:util';
import {
  type FaultRule,
  type FaultyExchangeOptions,
  faults,
  isFaultName,
  startFaultyExchange,
} from './faults/index.ts';

const USAGE = `Usage: demo-exchange [--port N] [--seed N] [--orders N] [--latency-ms N] [--fault NAME[,NAME...]]

Runs a simulated exchange on 127.0.0.1 until Ctrl+C.

  --port N        port to listen on (default 0: a free one)
  --seed N        seed of the simulation; the same seed gives the same data (default 1)
  --orders N      orders in the history, 0 to 200,000 (default 12,000)
  --latency-ms N  delay of each response in milliseconds (default 0)
  --clock-skew-seconds N
                  seconds the exchange's clock is ahead (default 0; for behind, use --clock-skew-seconds=-N)
  --fault NAME[,NAME...]
                  simulate a fault on every request it applies to; may be repeated
  -h, --help      show this help

Faults:
${Object.entries(faults)
  .map(([name, { summary }]) => `  ${name.padEnd(20)}  ${summary}\n`)
  .join('')}`;

class UsageError extends Error {}

function readCommandLine(): FaultyExchangeOptions | 'help' {
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      seed: { type: 'string' },
      orders: { type: 'string' },
      'latency-ms': { type: 'string' },
      'clock-skew-seconds': { type: 'string' },
      fault: { type: 'string', multiple: true },
      help: { type: 'boolean', short: 'h' },
    },
    strict: true,
    allowPositionals: false,
  });
  if (values.help === true) return 'help';
  return {
    ...readNumber('port', 'port', values.port),
    ...readNumber('seed', 'seed', values.seed),
    ...readNumber('orders', 'orders', values.orders),
    ...readNumber('latencyMs', 'latency-ms', values['latency-ms']),
    ...readNumber('clockSkewSeconds', 'clock-skew-seconds', values['clock-skew-seconds'], /^-?\d{1,10}$/),
    ...(values.fault === undefined ? {} : { faults: { rules: values.fault.flatMap(readFaults) } }),
  };
}

function readFaults(list: string): FaultRule[] {
  return list.split(',').map((fault) => {
    if (!isFaultName(fault)) throw new UsageError(`unknown fault "${fault}"`);
    return { fault };
  });
}

function readNumber(
  option: keyof FaultyExchangeOptions,
  flag: string,
  text: string | undefined,
  form = /^\d{1,10}$/,
): FaultyExchangeOptions {
  if (text === undefined) return {};
  if (!form.test(text)) throw new UsageError(`--${flag} must be a whole number, not "${text}"`);
  return { [option]: Number(text) };
}

async function run(): Promise<void> {
  const options = readCommandLine();
  if (options === 'help') {
    process.stdout.write(USAGE);
    return;
  }
  const exchange = await startFaultyExchange(options);
  process.stdout.write(
    `Base URL:     ${exchange.baseUrl}\nAccess token: ${exchange.token}\nSecret key:   ${exchange.secretKey}\n`,
  );
  const end = (): void => {
    process.off('SIGINT', end).off('SIGTERM', end);
    void exchange.close();
  };
  process.on('SIGINT', end).on('SIGTERM', end);
}

function isUsageProblem(error: Error & { code?: unknown }): boolean {
  const isFromParser = typeof error.code === 'string' && error.code.startsWith('ERR_PARSE_ARGS');
  return isFromParser || error instanceof UsageError || error instanceof RangeError;
}

try {
  await run();
} catch (error) {
  if (!(error instanceof Error)) throw error;
  const isUsage = isUsageProblem(error);
  process.stderr.write(`demo-exchange: ${error.message}\n${isUsage ? 'Try --help.\n' : ''}`);
  process.exitCode = isUsage ? 2 : 1;
}
