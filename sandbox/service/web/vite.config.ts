import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Built with `vite build sandbox/service/web`; the base is relative, because the service serves it under `/live/`. */
export default defineConfig({
  base: './',
  plugins: [react()],
  build: { outDir: 'dist', emptyOutDir: true, target: 'es2022' },
});
