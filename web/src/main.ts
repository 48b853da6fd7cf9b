import { mount } from "svelte";
import App from "./App.svelte";
import { followFolds } from "./lib/browser/folds";
import { applyPreferences, device } from "./lib/browser/preferences.svelte";
import { followLinks } from "./lib/browser/router.svelte";
import { registerServiceWorker } from "./lib/browser/serviceWorker";
import { setLanguage } from "./lib/language/i18n.svelte";
import { reloadOutdatedPage } from "./lib/updates";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/controls.css";

reloadOutdatedPage();
applyPreferences();
followLinks();
followFolds();
registerServiceWorker();

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no element #app");
// Load the language before the first rendering, so that texts do not change; if that fails, the page is English.
await setLanguage(device.language).catch(() => undefined);
mount(App, { target });
