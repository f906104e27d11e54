import { lastLines } from '../scripts/lib/output.mjs';
import { capture, withTool } from '../scripts/lib/run.mjs';
import type { Checks } from './checks.ts';

/** The specs that the workflows run on packages: the variable that names the program, the arguments, and a spec that must be listed. */
const runs = [
  {
    variable: 'ORDERGLASS_PACKAGED_PROGRAM',
    args: ['e2e/electron/smoke.spec.ts', '--project=electron'],
    spec: 'smoke.spec.ts',
  },
  { variable: 'ORDERGLASS_RELEASED_PROGRAM', args: ['e2e/packaged', '--project=electron'], spec: 'released.spec.ts' },
  { variable: 'ORDERGLASS_NPM_PROGRAM', args: ['e2e/npm', '--project=browser'], spec: 'without-keytar.spec.ts' },
];

/** Lists the specs that the workflows run, as if their programs were on this machine. */
export async function proveSpecs(checks: Checks): Promise<void> {
  await checks.check('specs of packages can be run', async () => (await Promise.all(runs.map(list))).flat());
}

async function list({ variable, args, spec }: (typeof runs)[number]): Promise<string[]> {
  const env = { ...process.env, [variable]: process.execPath };
  const run = (program: string, all: string[]) => capture(program, all, { env });
  const { code, output } = await withTool(run, 'playwright', ['test', '--list', ...args]);
  return code === 0 && output.includes(spec) ? [] : [`${variable}: ${lastLines(output, 5)}`];
}
