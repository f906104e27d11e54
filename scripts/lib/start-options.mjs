// @ts-check
import { parseArgs } from 'node:util';

export const usage = `Usage: npm start -- [options]

Opens Orderglass on a demo account; your own accounts are added inside it.

  --browser            open it in the browser, also where Electron could be used
  --no-open            do not open anything, only print the address (browser)
  --port N             port of the address (browser; default: a free one)
  --data-dir DIR       folder for settings and history (default: the system's for programs)
  --demo-exchange URL  use a demo exchange that already runs on this machine
  --help               show this text
`;

/**
 * @typedef {object} StartOptions
 * @property {boolean} browser
 * @property {string | undefined} port
 * @property {boolean} help
 * @property {string[]} electronArguments what is meant for Electron, as it wants it
 * @property {string[]} browserArguments what is meant for the browser host, as it wants it
 */

/**
 * Reads the command line. What a host has to check, it checks itself. Throws an Error whose message the user reads.
 * @param {string[]} args
 * @returns {StartOptions}
 */
export function readStartOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      browser: { type: 'boolean', default: false },
      'no-open': { type: 'boolean', default: false },
      port: { type: 'string' },
      'data-dir': { type: 'string' },
      'demo-exchange': { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const { port } = values;
  const both = /** @type {const} */ (['data-dir', 'demo-exchange']).flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : [`--${name}=${value}`];
  });
  return {
    browser: values.browser,
    port,
    help: values.help,
    electronArguments: both,
    browserArguments: [
      ...both,
      ...(port === undefined ? [] : [`--port=${port}`]),
      ...(values['no-open'] ? ['--no-open'] : []),
    ],
  };
}
