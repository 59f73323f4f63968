import { defineConfig } from 'vite';

/* The page is served by `yomi serve` from memory; what is built here is kept in the repository, so that building the
 * program needs no Node.js. */
export default defineConfig({
  base: './',
  build: {
    outDir: 'bundle',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
