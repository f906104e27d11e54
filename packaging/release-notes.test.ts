import { expect, it } from 'vitest';
import { releaseNotes } from './release-notes.mjs';

const changelog = `# Changelog

## [1.1.0] - Unreleased

### Added

- Something new.

## [1.0.0] - 2026-11-23

- The first version,
  in two lines.

## [0.9.0] - 2026-01-01
`;

it('the notes of a version are its section of the changelog', () => {
  expect(releaseNotes(changelog, '1.0.0')).toBe('- The first version, in two lines.\n');
  expect(releaseNotes(changelog, '1.1.0', { mayBeUnreleased: true })).toBe('### Added\n\n- Something new.\n');
});

it.each([
  ['1.1.0', 'not "## [1.1.0] - YYYY-MM-DD"'],
  ['0.9.0', 'lists no change'],
  ['1.0', 'no section'],
  ['2.0.0', 'no section "## [2.0.0]"'],
])('a release of %s fails: %s', (version, message) => {
  expect(() => releaseNotes(changelog, version)).toThrow(message);
});
