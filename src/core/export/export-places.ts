import type { ExportFormat, ExportPlace } from '../../shared/history.ts';

export interface ExportSuggestion {
  /** With its ending; usable on every system. */
  readonly fileName: string;
  readonly format: ExportFormat;
}

/** A place that was chosen for a file. Nothing is there, or something that the user agreed to replace. */
export interface ExportTarget {
  /** Absolute. */
  readonly path: string;
  /** Called once the whole file is there. Answers what the page is told. */
  handOver(): ExportPlace;
}

/** Where a host puts the files that are exported. */
export interface ExportPlaces {
  /** `null` where the user chose none. Rejects with the system's error. */
  choose(suggestion: ExportSuggestion): Promise<ExportTarget | null>;
}
