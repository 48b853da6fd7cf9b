import { readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
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

/** Also write `third-party.txt`: name, version and licence of each npm package with a part in the client. */
function notices(): Plugin {
  return {
    name: "notices",
    apply: "build",
    generateBundle() {
      // Fonts are no modules: style sheets name them.
      const ours = Object.keys(
        JSON.parse(readFileSync(join(import.meta.dirname, "package.json"), "utf8")).dependencies,
      );
      const packages = [
        ...ours.map((name) => realpathSync(join(import.meta.dirname, "node_modules", name))),
        ...[...this.getModuleIds()].map((id) => PACKAGE.exec(id)?.[0] ?? ""),
      ];
      const folders = [...new Set(packages)].filter((folder) => folder !== "").sort();
      const source = folders.map(noticeOf).join("\n");
      this.emitFile({ type: "asset", fileName: "third-party.txt", source });
    },
  };
}

/** The folder of a package in the path of one of its modules. */
const PACKAGE = /(?<=^\0?)[^\0]*[\\/]node_modules[\\/](@[^\\/]+[\\/])?[^\\/]+/;

function noticeOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((file) => /^(licen[cs]e|copying)/i.test(file));
  if (!file || !license)
    throw new Error(`${folder}: found no licence, expected one in package.json and a file`);
  return `=== ${name} ${version} (${license})\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
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
  plugins: [svelte(), notices(), compressed()],
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
        codeSplitting: {
          groups: [
            { name: "hall", tags: ["$initial"], priority: 1 },
            { name: "shared", minShareCount: 2 },
          ],
        },
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
    // Tests assert results, never times: by default, one that takes five seconds on a busy machine fails.
    testTimeout: 120_000,
    hookTimeout: 120_000,
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
