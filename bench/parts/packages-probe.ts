/** Loaded before the bot: records which npm packages its files import, and reports them on request. */
import { registerHooks } from 'node:module';

const packages = new Set<string>();

registerHooks({
  resolve(request, context, next) {
    const resolved = next(request, context);
    const ours = context.parentURL?.startsWith('file:') && !context.parentURL.includes('/node_modules/');
    // not fonts, which are resolved but never imported
    if (ours && /\/node_modules\/.*\.[cm]?js$/.test(resolved.url)) packages.add(request);
    return resolved;
  },
});

process.on('message', () => process.send?.([...packages]));
