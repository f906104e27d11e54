/** Has the browser fetch a file of our own host and keep it. The page stays where it is. */
export function startDownload(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}
