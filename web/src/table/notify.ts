/** Whose turn it is, told by the browser's tab: title and favicon. */

export function tellTab(title: string, myMove: boolean): void {
  document.title = myMove ? `● ${title}` : title;
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon) icon.href = myMove ? "/lamp-lit.svg" : "/lamp.svg";
}
