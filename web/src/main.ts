import { mount } from "svelte";
import App from "./App.svelte";
import { keepClient } from "./lib/installed";
import { applyPreferences } from "./lib/preferences.svelte";
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
mount(App, { target });
