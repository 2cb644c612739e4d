import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../paiju/server/page',
    emptyOutDir: true,
    assetsInlineLimit: 0, // the server's policy lets no page carry anything inline
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
  test: { include: ['tests/*.test.ts'] },
});
