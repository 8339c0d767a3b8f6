/**
 * Reads `PATCH /post/{postId}`, `GET /post/*`, `* /campaigns` or `*`: a method or `*`, then a path where `{name}` and `*` match
 * one segment. `*` alone matches everything.
 */
export function readPattern(pattern: string): (method: string, path: string) => boolean {
  if (pattern === '*') return () => true;
  const [method = '', path = ''] = pattern.split(' ');
  const matchesPath = compilePath(path);
  return (givenMethod, givenPath) =>
    (method === '*' || method === givenMethod) && matchesPath(givenPath) !== undefined;
}

/** Turns `/post/{postId}` into a reader of `/post/abc` that answers `{ postId: 'abc' }`. */
export function compilePath(template: string): (path: string) => Record<string, string> | undefined {
  const wanted = template.split('/');
  return (path) => {
    const given = path.split('/');
    if (given.length !== wanted.length) return undefined;
    const params: Record<string, string> = {};
    for (const [index, segment] of wanted.entries()) {
      const value = given[index] ?? '';
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      if (name === undefined ? segment !== '*' && segment !== value : value === '') return undefined;
      if (name !== undefined) params[name] = value;
    }
    return params;
  };
}
