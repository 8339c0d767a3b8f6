/** Loaded before the bot: notes which npm packages its own files import, to be asked for from outside. */
import { registerHooks } from 'node:module';

const packages = new Set<string>();

registerHooks({
  resolve(request, context, next) {
    const resolved = next(request, context);
    const ours = context.parentURL?.startsWith('file:') && !context.parentURL.includes('/node_modules/');
    // not the fonts, which are resolved and never imported
    if (ours && /\/node_modules\/.*\.[cm]?js$/.test(resolved.url)) packages.add(request);
    return resolved;
  },
});

process.on('message', () => process.send?.([...packages]));
