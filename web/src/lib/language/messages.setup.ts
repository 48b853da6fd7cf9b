/** Test setup: load the messages of all tables, as on every page except the lobby. */
import table from "@mandapa/messages/table/en.json";
import { addMessages } from "./i18n.svelte";

addMessages(table);
