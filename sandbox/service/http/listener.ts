import type { RequestListener } from 'node:http';
import type { Answer } from '#sandbox/service/http/answer.ts';
import type { Api } from '#sandbox/service/http/api.ts';
import { send } from '#sandbox/service/http/raw-http.ts';

/** The versioned root: the base address ends in it. */
const root = '/v1';

/** Responds to a path outside the API, without a key; `undefined` if the path isn't its own. */
export type PublicPage = (method: string, url: URL) => Answer | undefined;

/** Routes `/v1` to the API and everything else to the service's web pages. */
export function createListener(api: Api, openapi: () => unknown, pages: PublicPage[]): RequestListener {
  return (request, response) => {
    const method = request.method ?? '';
    // only path and query are used, so any base works
    const url = URL.parse(request.url ?? '/', 'http://service');
    if (!url) return send(response, { status: 400, body: { message: 'The address cannot be read.' } });
    if (method === 'GET' && url.pathname === `${root}/openapi.json`) {
      return send(response, { status: 200, body: openapi() });
    }
    if (url.pathname === root || url.pathname.startsWith(`${root}/`)) {
      return void api(request, response, url);
    }
    request.resume();
    send(response, answerPublic(pages, method, url));
  };
}

function answerPublic(pages: PublicPage[], method: string, url: URL): Answer {
  for (const page of pages) {
    const answer = page(method, url);
    if (answer) return answer;
  }
  return { status: 404, text: 'Nothing here. The API is under /v1.', type: 'text/plain; charset=utf-8' };
}
