/** Whether somebody is waited for, told by the browser's tab: title and favicon. Every page says it of itself. */
import { notify } from "./notify";

export function tellTab(title: string, waits = false): void {
  document.title = waits ? `● ${title}` : title;
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon) icon.href = waits ? "/lamp-lit.svg" : "/lamp.svg";
  void notify(waits ? title : null);
}
