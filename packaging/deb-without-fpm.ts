#!/usr/bin/env node
// Makes a deb from the arguments that electron-builder gives to fpm, with Debian's own dpkg-deb. For npm run package:check, where fpm
// cannot be downloaded. An argument that it does not know is an error.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

const text = { type: 'string', default: '' } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    s: { ...text, short: 's' },
    t: { ...text, short: 't' },
    d: { type: 'string', short: 'd', multiple: true, default: [] },
    force: { type: 'boolean' },
    'deb-recommends': { type: 'string', multiple: true, default: [] },
    'deb-compression': text,
    'deb-priority': text,
    architecture: text,
    'after-install': text,
    'after-remove': text,
    description: text,
    version: text,
    package: text,
    name: text,
    maintainer: text,
    vendor: text,
    url: text,
    category: text,
    license: text,
  },
});

if (values.t !== 'deb') throw new Error(`This is no fpm: it makes debs only, not "${values.t}".`);
const stage = mkdtempSync(path.join(tmpdir(), 'orderglass-deb-'));
try {
  mkdirSync(path.join(stage, 'DEBIAN'));
  for (const mapping of positionals) copyInto(mapping);
  const script = (name: string, file: string): void => {
    cpSync(file, path.join(stage, 'DEBIAN', name));
    chmodSync(path.join(stage, 'DEBIAN', name), 0o755);
  };
  script('postinst', values['after-install']);
  script('postrm', values['after-remove']);
  writeFileSync(path.join(stage, 'DEBIAN/control'), controlFile());
  execFileSync('dpkg-deb', [`-Z${values['deb-compression']}`, '--root-owner-group', '--build', stage, values.package]);
} finally {
  rmSync(stage, { recursive: true, force: true });
}

/** `mapping`: SOURCE=TARGET. A source that ends with "/" stands for the content of its folder. */
function copyInto(mapping: string): void {
  const at = mapping.indexOf('=');
  const [source, target] = [mapping.slice(0, at), path.join(stage, mapping.slice(at + 1))];
  mkdirSync(path.dirname(target), { recursive: true });
  cpSync(source, target, { recursive: true });
  if (statSync(target).isFile()) chmodSync(target, 0o644);
}

function controlFile(): string {
  const [first = '', ...others] = values.description.split('\n');
  const lines = {
    Package: values.name,
    Version: values.version,
    License: values.license,
    Vendor: values.vendor,
    Architecture: values.architecture,
    Maintainer: values.maintainer,
    Depends: values.d.join(', '),
    Recommends: values['deb-recommends'].join(', '),
    Section: values.category,
    Priority: values['deb-priority'],
    Homepage: values.url,
    Description: [first, ...others.map((line) => ` ${line.trim()}`)].join('\n'),
  };
  return `${Object.entries(lines)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')}\n`;
}
