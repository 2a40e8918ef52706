/** Lets the browser fetch a file: it streams to disk, however large it is. */
export function saveFile(href: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}
