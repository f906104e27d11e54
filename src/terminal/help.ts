import { commands } from '../core/reader/commands.ts';
import { fileEncodings } from '../shared/reconcile/file-text.ts';
import { greatest } from '../shared/values/extremes.ts';
import { terminalFormats } from './print.ts';

/** Commands that are no question, with their descriptions. */
export const programCommands: Readonly<Record<string, string>> = {
  sync: 'Downloads what is new of each history, once, and prints the coverage.',
  alerts: 'Prints each alert that fires as a line of JSON, until it is ended.',
  snapshot:
    'Writes everything that is stored for other programs, into one SQLite file or a folder of Parquet files: docs/archive.md.',
  mcp: 'Answers an assistant on the standard input and output (Model Context Protocol), from stored data alone.',
  completion: 'Prints the completion of a shell: bash, zsh, or fish.',
};
export const shells = ['bash', 'zsh', 'fish'] as const;

/** Options with what they take and what they do. */
const optionWords: Readonly<Record<string, readonly [string, string]>> = {
  account: ['NAME', 'account, by name or ID; may be repeated (default: all)'],
  demo: ['', 'made-up data: no key is used, and no file is left'],
  filter: ['JSON', 'parts of a filter, such as \'{"symbols":["BTC-USDT"]}\''],
  sort: ['FIELDS', 'such as pnl or pnl:desc,createdAt'],
  from: ['DAY', 'first day, such as 2026-01-01'],
  to: ['DAY', 'last day'],
  zone: ['ZONE', 'time zone of days and times, such as Europe/Berlin (default: that of the settings)'],
  format: ['FORMAT', `${terminalFormats.join(', ')} (default: table)`],
  output: ['FILE', 'write to a file instead of the terminal (-o)'],
  encoding: ['ENCODING', `reconcile: of a file that is not UTF-8: ${fileEncodings.join(', ')}`],
  'require-complete': ['', 'fail with 3, and print nothing, if orders may be missing'],
  once: ['', 'sync: end when everything is downloaded'],
  follow: ['', 'alerts: go on until it is ended'],
  out: ['FILE', 'snapshot: the file, or with --format parquet the folder, which must not exist'],
  notes: ['', 'mcp: let the assistant read your notes, too'],
  'data-dir': ['DIR', "data folder (default: the system's app data folder)"],
  help: ['', 'show this help'],
};

const exitCodes = `Exit codes: 0 done, 1 failed, 2 wrong usage, 3 not complete, 4 key missing or refused, 5 data folder in use, 130 ended by Ctrl+C.`;

/** Returns the help of a command, or that of all commands. `typed`: what the user types to start the program. */
export function terminalHelp(typed: string, command: string | null = null): string {
  const name = command ?? 'orders';
  const examples = [
    [`${typed} ${name}${wordsOf(command)} --demo`, 'try it with made-up data'],
    ...(command === null || commands[command]?.isList
      ? [
          [`${typed} ${name} last month loss btc`, 'the words of the search field'],
          [`${typed} ${name} --from 2026-01-01 --sort pnl --format xlsx -o 2026.xlsx`, 'a file for a spreadsheet'],
          [`${typed} ${name} --format jsonl --require-complete`, 'one JSON object a row, for a program'],
        ]
      : [[`${typed} ${name}${wordsOf(command)} --format json`, 'for a program']]),
  ];
  const all = {
    ...Object.fromEntries(Object.entries(commands).map(([each, { description }]) => [each, description])),
    ...programCommands,
  };
  const about = command === null ? ['Commands:', ...lines(Object.entries(all))] : [all[command] ?? ''];
  const options = Object.entries(optionWords).map(
    ([option, [value, words]]) => [`--${option} ${value}`.trim(), words] as const,
  );
  return [
    ['Examples:', ...lines(examples.map(([example = '', words = '']) => [example, words]))],
    about,
    ['Options:', ...lines(options)],
    [
      exitCodes,
      'Data goes to the standard output, everything else to the standard error. Keys are read from the keychain alone.',
    ],
  ]
    .map((part) => part.join('\n'))
    .join('\n\n');
}

/** What a command takes that is no option and no filter. */
function wordsOf(command: string | null): string {
  const words = commands[command ?? '']?.words;
  return words === undefined ? '' : ` ${words}`;
}

function lines(pairs: readonly (readonly [string, string])[]): string[] {
  const width = greatest(pairs.map(([name]) => name.length));
  return pairs.map(([name, words]) => `  ${name.padEnd(width)}  ${words}`);
}

/** Returns the script with which a shell completes commands, options and formats. */
export function completionOf(shell: (typeof shells)[number]): string {
  const names = [...Object.keys(commands), ...Object.keys(programCommands)].join(' ');
  const options = Object.keys(optionWords);
  if (shell === 'fish') {
    return [
      `complete -c orderglass -f -n __fish_use_subcommand -a '${names}'`,
      `complete -c orderglass -x -l format -a '${terminalFormats.join(' ')}'`,
      'complete -c orderglass -r -F -s o -l output',
      ...options
        .filter((option) => option !== 'format' && option !== 'output')
        .map((option) => `complete -c orderglass ${optionWords[option]?.[0] === '' ? '' : '-x '}-l ${option}`),
      '',
    ].join('\n');
  }
  const bash = `_orderglass() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"
  if [ "$before" = --format ]; then COMPREPLY=($(compgen -W '${terminalFormats.join(' ')}' -- "$word"))
  elif [ "$before" = -o ] || [ "$before" = --output ]; then COMPREPLY=($(compgen -f -- "$word"))
  elif [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W '${names}' -- "$word"))
  else COMPREPLY=($(compgen -W '${options.map((option) => `--${option}`).join(' ')}' -- "$word")); fi
}
complete -F _orderglass orderglass
`;
  return shell === 'bash' ? bash : `autoload -U +X bashcompinit && bashcompinit\n${bash}`;
}
