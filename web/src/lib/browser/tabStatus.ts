/** Title and favicon of the tab, which show that a game waits for the user. Each page sets its own. */
import { notify } from "./notify";

export function setTabStatus(title: string, waits = false): void {
  document.title = waits ? `● ${title}` : title;
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon) icon.href = waits ? "/lamp-lit.svg" : "/lamp.svg";
  void notify(waits ? title : null);
}
