import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** Address of `mandapa serve` for `npm run dev`. */
const server = "http://127.0.0.1:8000";

/** Also write each text file compressed with Brotli and gzip, so that the server need not compress it for every request. */
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

/** Tests that mock modules or add messages: each runs in a separate process. */
const alone = readdirSync(join(import.meta.dirname, "src"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".test.ts"))
  .map((name) => `src/${name.replaceAll("\\", "/")}`)
  .filter((name) =>
    readFileSync(join(import.meta.dirname, name), "utf8").match(/\b(vi\.mock|addMessages)\(/),
  );

export default defineConfig({
  base: "/",
  plugins: [svelte(), compressed()],
  // Message files are next to the rules of their game.
  resolve: { alias: { "@mandapa": join(import.meta.dirname, "../src/mandapa") } },
  build: {
    // The built client is part of the Python package.
    outDir: "../src/mandapa/server/static",
    emptyOutDir: true,
    target: "es2022",
    rolldownOptions: {
      output: {
        // One file for the start page: on slow connections every additional request costs more than its size.
        codeSplitting: { groups: [{ name: "hall", tags: ["$initial"] }] },
        // Preview images are named after their games: the server uses them in link previews of tables.
        assetFileNames: ({ originalFileNames: [file = ""] }) => {
          const game = /games\/(\w+)\/art\/board/.exec(file)?.[1];
          return `assets/${game ? `${game}-` : ""}[name]-[hash][extname]`;
        },
      },
    },
    // three.js is one separate chunk, loaded only with a 3D view of a temple.
    chunkSizeWarningLimit: 700,
  },
  server: { proxy: { "/api": { target: server, ws: true } }, fs: { allow: [".."] } },
  test: {
    environment: "node",
    setupFiles: ["src/lib/media.setup.ts", "src/lib/language/messages.setup.ts"],
    projects: [
      { extends: true, test: { name: "alone", include: alone } },
      {
        extends: true,
        test: { name: "together", include: ["src/**/*.test.ts"], exclude: alone, isolate: false },
      },
    ],
  },
});
