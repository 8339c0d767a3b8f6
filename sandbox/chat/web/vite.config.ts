import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Built with `vite build sandbox/chat/web`. The base is relative, so the page works at any URL. */
export default defineConfig({
  base: './',
  plugins: [react()],
  build: { outDir: 'dist', emptyOutDir: true, target: 'es2022' },
});
