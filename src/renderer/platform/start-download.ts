/** Milliseconds until the memory of a file is released. The browser has started the download by then. */
const releaseDelayMs = 60_000;

/** Downloads a file of the page's own host. */
export function startDownload(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

/** Offers a text as a download, which is JSON unless a type is given. The browser or Electron asks for the folder and does not report the result. */
export function offerFile(name: string, text: string, type = 'application/json'): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  startDownload(address, name);
  window.setTimeout(() => URL.revokeObjectURL(address), releaseDelayMs);
}
