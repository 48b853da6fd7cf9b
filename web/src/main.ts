import { mount } from "svelte";
import App from "./App.svelte";
import { speak } from "./lib/i18n.svelte";
import { keepClient } from "./lib/installed";
import { applyPreferences, device } from "./lib/preferences.svelte";
import { followLinks } from "./lib/router.svelte";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/controls.css";

applyPreferences();
followLinks();
keepClient();

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no element #app");
// The first words are already those that will stay; without them the page is English.
await speak(device.language).catch(() => undefined);
mount(App, { target });
