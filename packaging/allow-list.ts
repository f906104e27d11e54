/** Maximum size (bytes) of a packaged file that is not marked as large. */
const maxBytes = 2 * 1024 * 1024;

export interface PackagedFile {
  /** Path with "/", from the folder of resources. */
  path: string;
  bytes: number;
}

/**
 * Compares packaged files with an allow-list and returns the differences, one line each. A line of the list is a path. `#` stands for
 * the hash in the name of a built file, `*` for a name, and ` (large)` at the end allows more than 2 MiB. Every line must fit a file.
 */
export function compareWithAllowList(files: readonly PackagedFile[], list: string): string[] {
  const lines = list.split('\n').filter((line) => line !== '' && !line.startsWith('//'));
  const rules = lines.map((line) => {
    const path = line.replace(/ \(large\)$/, '');
    return { line, pattern: patternOf(path), isLarge: path !== line };
  });
  const differences: string[] = [];
  for (const { path, bytes } of files) {
    const rule = rules.find(({ pattern }) => pattern.test(path));
    if (!rule) differences.push(`+ ${path} (not on the list)`);
    else if (bytes > maxBytes && !rule.isLarge) differences.push(`+ ${path} (${bytes} bytes, not marked as large)`);
  }
  for (const { line, pattern } of rules) {
    if (!files.some(({ path }) => pattern.test(path))) differences.push(`- ${line} (not in the package)`);
  }
  return differences.sort();
}

function patternOf(line: string): RegExp {
  const escaped = line.replace(/[\\^$.|?+()[\]{}]/g, '\\$&');
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
