// @ts-check
import { parseArgs } from 'node:util';
import { optionsHelp } from '../../src/browser-host/options.ts';

export const usage = `Usage: npm start -- [options]

Opens Orderglass with a demo account. Add your own accounts in the app.

  --browser            open in the browser even if Electron is available
${optionsHelp}
`;

/**
 * @typedef {object} StartOptions
 * @property {boolean} browser
 * @property {string | undefined} port
 * @property {boolean} help
 * @property {boolean} version
 * @property {string[]} electronArguments what is meant for Electron, as it wants it
 * @property {string[]} browserArguments what is meant for the browser host, as it wants it
 */

/**
 * Reads the command line. The hosts check their own options. Throws an Error with a message for the user.
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
      'remove-data': { type: 'boolean', default: false },
      version: { type: 'boolean', short: 'V', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const { port } = values;
  const both = /** @type {const} */ (['data-dir', 'demo-exchange']).flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : [`--${name}=${value}`];
  });
  return {
    // The question is asked in the terminal.
    browser: values.browser || values['remove-data'],
    port,
    help: values.help,
    version: values.version,
    electronArguments: both,
    browserArguments: [
      ...both,
      ...(port === undefined ? [] : [`--port=${port}`]),
      ...(values['no-open'] ? ['--no-open'] : []),
      ...(values['remove-data'] ? ['--remove-data'] : []),
    ],
  };
}
