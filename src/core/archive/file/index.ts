export { ArchiveError, type ArchiveErrorKind } from './archive-error.ts';
export { ArchiveFile, type ArchiveFileOptions } from './archive-file.ts';
export type { CoveredSpan, KnownCoverage } from './coverage.ts';
export type { UnfinishedGroup } from './unfinished.ts';
