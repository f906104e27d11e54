// @ts-check
import { buildIfStale } from './build.mjs';

/** Builds the program once before the tests, because tests start it as it ships. */
export default async function setup() {
  if (!(await buildIfStale())) throw new Error('Nothing is tested, because the build failed.');
}
