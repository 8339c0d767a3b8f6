import { renderPicture } from '#sandbox/service/content/pictures.ts';
import type { PublicPage } from '#sandbox/service/http/listener.ts';
import { providers } from '#sandbox/service/schemas.ts';
import type { World } from '#sandbox/service/world.ts';

/** `/media/<id>.png`: generated images, images of profiles and designs, and images of a given shape, such as `photo-4x5-beans`. */
export function mediaPage(world: World): PublicPage {
  return (method, { pathname }) => {
    const id = /^\/media\/([\w-]+)\.png$/.exec(pathname)?.[1];
    if (method !== 'GET' || id === undefined) return undefined;
    const made = /^(profile|design|photo)-/.test(id) ? id : world.store.pictures.get(id)?.subject;
    const [, across, down] = /^photo-([1-9]\d?)x([1-9]\d?)-/.exec(id) ?? [];
    const ratio = across && down ? Number(across) / Number(down) : undefined;
    if (made === undefined) return undefined;
    const headers = { 'Cache-Control': 'public, max-age=86400' };
    return { status: 200, bytes: renderPicture(made, ratio), type: 'image/png', headers };
  };
}

/** `/posts/<id>`: the post in the service's web app. */
export function postPage(world: World): PublicPage {
  return (method, { pathname }) => {
    const [, id] = /^\/posts\/([^/]+)$/.exec(pathname) ?? [];
    const post = method === 'GET' && id ? world.store.posts.get(decodeURIComponent(id)) : undefined;
    if (!post) return undefined;
    const brand = world.store.brands.get(post.brandId)?.name ?? '';
    const caption = escapeHtml(post.caption).replaceAll('\n', '<br>');
    return page(escapeHtml(brand), `<p>This post is ${escapeHtml(post.state)}.</p><p>${caption}</p>`);
  };
}

/** The page that connects a social profile. Confirming adds one. */
export function connectPages(world: World): PublicPage {
  return (method, { pathname, searchParams }) => {
    if (method === 'GET' && pathname === '/connected') {
      return page('Connected', '<p>The profile is connected. You can close this page.</p>');
    }
    if (!pathname.startsWith('/connect/')) return undefined;
    const brand = world.store.brands.get(searchParams.get('brandId') ?? '');
    const provider = providers.find((name) => name === searchParams.get('provider'));
    if (!brand || !provider) return undefined;
    if (method === 'GET') {
      const text = `<p>Allow ${escapeHtml(brand.name)} to publish to ${provider}?</p>`;
      return page('Connect a profile', `${text}<form method="post"><button>Allow</button></form>`);
    }
    if (method !== 'POST') return undefined;
    const id = world.store.newId('profile');
    world.store.profiles.put({ id, brandId: brand.id, provider, name: `${brand.name} on ${provider}` });
    return { status: 303, headers: { Location: `${world.origin()}/connected` } };
  };
}

function page(title: string, body: string) {
  const style = 'body{font:18px/1.5 system-ui;max-width:32rem;margin:4rem auto;padding:0 1rem}';
  const text = `<!doctype html><meta charset="utf-8"><title>${title}</title><style>${style}</style><h1>${title}</h1>${body}`;
  return { status: 200, text, type: 'text/html; charset=utf-8' };
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
