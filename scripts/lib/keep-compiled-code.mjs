// @ts-check
import path from 'node:path';
import { root } from './run.mjs';

/**
 * Lets the programs and threads that tests start keep their compiled code for the next one, because compiling takes half of a start.
 * Only a program that ends by itself, or asks for it, adds to what is kept.
 */
export function keepCompiledCode() {
  process.env.NODE_COMPILE_CACHE ??= path.join(root, 'node_modules/.cache/orderglass/compiled');
}
