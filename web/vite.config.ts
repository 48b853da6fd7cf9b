import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** Where `mandapa serve` listens while the client is developed with `npm run dev`. */
const server = "http://127.0.0.1:8000";

/** Writes each built text a second and third time, as brotli and as gzip, so that the server need not do it again and again. */
function compressed(): Plugin {
  return {
    name: "compressed",
    apply: "build",
    writeBundle({ dir = "" }) {
      const texts = readdirSync(dir, { recursive: true, encoding: "utf8" }).filter((name) =>
        /\.(js|css|html|svg|json)$/.test(name),
      );
      for (const name of texts) {
        const file = join(dir, name);
        const text = readFileSync(file);
        writeFileSync(`${file}.br`, brotliCompressSync(text));
        writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
      }
    },
  };
}

/** Tests that put something else in the place of a module, or change the words: each has a process of its own. */
const alone = readdirSync(join(import.meta.dirname, "src"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".test.ts"))
  .map((name) => `src/${name.replaceAll("\\", "/")}`)
  .filter((name) =>
    readFileSync(join(import.meta.dirname, name), "utf8").match(/\b(vi\.mock|addMessages)\(/),
  );

export default defineConfig({
  base: "/",
  plugins: [svelte(), compressed()],
  // Words stand beside the rules that they tell of.
  resolve: { alias: { "@mandapa": join(import.meta.dirname, "../src/mandapa") } },
  build: {
    // The built client travels inside the Python package.
    outDir: "../src/mandapa/server/static",
    emptyOutDir: true,
    target: "es2022",
    rolldownOptions: {
      output: {
        // What the hall needs comes as one file: on a long way each further one costs more than it weighs.
        codeSplitting: { groups: [{ name: "hall", tags: ["$initial"] }] },
        // Pictures of boards are named for their games: the server shows them with links to tables.
        assetFileNames: ({ originalFileNames: [file = ""] }) => {
          const game = /games\/(\w+)\/art\/board/.exec(file)?.[1];
          return `assets/${game ? `${game}-` : ""}[name]-[hash][extname]`;
        },
      },
    },
    // three.js comes whole, and only to those who look at a temple.
    chunkSizeWarningLimit: 700,
  },
  server: { proxy: { "/api": { target: server, ws: true } }, fs: { allow: [".."] } },
  test: {
    environment: "node",
    setupFiles: ["src/lib/browser/media.setup.ts", "src/lib/language/messages.setup.ts"],
    projects: [
      { extends: true, test: { name: "alone", include: alone } },
      {
        extends: true,
        test: { name: "together", include: ["src/**/*.test.ts"], exclude: alone, isolate: false },
      },
    ],
  },
});
