import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/** Where `mandapa serve` listens while the client is developed with `npm run dev`. */
const server = "http://127.0.0.1:8000";

export default defineConfig({
  base: "/",
  plugins: [svelte()],
  build: {
    // The built client travels inside the Python package.
    outDir: "../src/mandapa/server/static",
    emptyOutDir: true,
    target: "es2022",
    // three.js comes whole, and only to those who look at a temple.
    chunkSizeWarningLimit: 700,
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});
