/** Maximum size (bytes) of a packaged file that is not marked as large. */
const maxBytes = 2 * 1024 * 1024;

export interface PackagedFile {
  /** Path with "/", from the folder of resources. */
  path: string;
  bytes: number;
}

/**
 * Compares packaged files with an allow-list and returns the differences, one line each. A line of the list is a path with remarks in
 * parentheses; allow-list.txt describes both. Every line must fit a file, unless it is optional or for another system.
 * `target`: system and processor, such as `linux-x64`.
 */
export function compareWithAllowList(files: readonly PackagedFile[], list: string, target = ''): string[] {
  const rules = list.split('\n').flatMap((line) => rulesOf(line, target));
  const differences: string[] = [];
  for (const { path, bytes } of files) {
    const rule = rules.find(({ pattern }) => pattern.test(path));
    if (!rule) differences.push(`+ ${path} (not on the list)`);
    else if (bytes > maxBytes && !rule.isLarge) differences.push(`+ ${path} (${bytes} bytes, not marked as large)`);
  }
  for (const { path, pattern, isOptional } of rules) {
    if (!isOptional && !files.some((file) => pattern.test(file.path)))
      differences.push(`- ${path} (not in the package)`);
  }
  return differences.sort();
}

interface Rule {
  path: string;
  pattern: RegExp;
  isLarge: boolean;
  isOptional: boolean;
}

const systems = ['linux', 'win32', 'darwin'];

/** Returns no rule for comments and for lines of other systems. */
function rulesOf(line: string, target: string): Rule[] {
  const { path, remark } = /^(?<path>\S.*?)(?: \((?<remark>[^)]*)\))?$/.exec(line)?.groups ?? {};
  if (path === undefined || path.startsWith('//')) return [];
  const remarks = remark?.split(', ') ?? [];
  const system = remarks.find((one) => systems.includes(one));
  if (system !== undefined && system !== target.split('-')[0]) return [];
  const isOptional = remarks.includes('optional');
  return [{ path, pattern: patternOf(path, target), isLarge: remarks.includes('large'), isOptional }];
}

function patternOf(path: string, target: string): RegExp {
  const escaped = path.replaceAll('<target>', target).replace(/[\\^$.|?+()[\]{}]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '[^/]+').replaceAll('#', '[\\w-]{8}')}$`);
}

/** Returns the files of the page that neither index.html nor a file that it uses names. `read` returns the text of a file. */
export function unusedPageFiles(names: readonly string[], read: (name: string) => string): string[] {
  const used = new Set(['index.html']);
  for (const name of used) {
    const text = /\.(html|js|css)$/.test(name) ? read(name) : '';
    for (const other of names) if (text.includes(other.slice(other.lastIndexOf('/') + 1))) used.add(other);
  }
  return names.filter((name) => !used.has(name));
}
