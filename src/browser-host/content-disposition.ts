/** Tells a browser to keep a file under this name (RFC 6266): in ASCII for whoever knows no more, and in full (RFC 5987). */
export function attachment(fileName: string): string {
  const wellFormed = fileName.toWellFormed();
  const plain = wellFormed.replace(/[^\x20-\x7E]|["%\\]/gu, '_');
  const full = encodeURIComponent(wellFormed).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`;
}
