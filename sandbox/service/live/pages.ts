import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer } from '#sandbox/service/http/answer.ts';
import type { PublicPage } from '#sandbox/service/http/listener.ts';
import { liveFeed } from '#sandbox/service/live/feed.ts';
import type { World } from '#sandbox/service/world.ts';

/** Captions and names are untrusted, so the page can run no scripts except its own. */
const safely = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    'img-src http: https: data:',
    'media-src http: https:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  // media can come from any host
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/** Serves `/live/`, the page of published posts from `folder`, and `/live/feed`, its data. */
export function livePages(
  world: World,
  folder: string | undefined,
  onRead: () => void = () => {},
): PublicPage {
  return (method, { pathname }) => {
    if (method !== 'GET' || !/^\/live(\/|$)/.test(pathname)) return undefined;
    // the page's URLs are relative, so it needs the trailing slash
    if (pathname === '/live') return { status: 302, headers: { Location: '/live/' } };
    if (pathname === '/live/feed') {
      onRead();
      return { status: 200, body: liveFeed(world), headers: safely };
    }
    if (!folder) return { status: 404, text: 'The page was not built.', type: 'text/plain; charset=utf-8' };
    if (pathname === '/live/') return file(join(folder, 'index.html'), 'text/html; charset=utf-8');
    const [, name = '', type = ''] = /^\/live\/assets\/([\w-]+\.(js|css))$/.exec(pathname) ?? [];
    return name ? file(join(folder, 'assets', name), types[type]) : undefined;
  };
}

function file(path: string, type: string | undefined): Answer | undefined {
  try {
    return { status: 200, bytes: readFileSync(path), type, headers: safely };
  } catch {
    return undefined;
  }
}
