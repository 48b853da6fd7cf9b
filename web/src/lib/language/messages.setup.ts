/** Before every test: the words of all tables are there, as on every page but the hall. */
import table from "@mandapa/messages/table/en.json";
import { addMessages } from "./i18n.svelte";

addMessages(table);
