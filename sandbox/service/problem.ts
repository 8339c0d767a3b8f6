/** An error response, with a reason for the client's developer. */
export class Problem extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.name = 'Problem';
    this.status = status;
    this.headers = headers;
  }
}

/** Unknown names and malformed requests: 400. */
export const badRequest = (message: string): Problem => new Problem(400, message);
/** Ids in the path or the query that do not exist: 404. */
export const notFound = (message: string): Problem => new Problem(404, message);
/** The post is in a state that does not allow it: 409. */
export const conflict = (message: string): Problem => new Problem(409, message);
/** Values that are not valid, and combinations that the document leaves open: 422. */
export const invalid = (message: string): Problem => new Problem(422, message);
