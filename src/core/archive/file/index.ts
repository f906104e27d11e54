export { ArchiveError } from './archive-error.ts';
export { ArchiveFile } from './archive-file.ts';
export type { KnownCoverage } from './coverage.ts';
