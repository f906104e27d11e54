// @ts-check
import { hashInputs, isBuilt, stampBuild } from './build-stamp.mjs';
import { lastLines } from './output.mjs';
import { capture, root, withTool } from './run.mjs';

/**
 * Builds main, preload and renderer if their inputs have changed. Prints one line for a build, and its output if it
 * fails.
 * @returns {Promise<boolean>}
 */
export async function buildIfStale() {
  const hash = hashInputs(root);
  if (isBuilt(root, hash)) return true;
  console.log('Building...');
  const { code, output } = await withTool(capture, 'electron-vite', ['build']);
  if (code !== 0) {
    console.error(`${lastLines(output, 60)}\nThe build failed.`);
    return false;
  }
  stampBuild(root, hash);
  return true;
}
