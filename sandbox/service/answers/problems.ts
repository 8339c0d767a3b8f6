import type { Answer } from '#sandbox/service/http/answer.ts';
import type { Problem } from '#sandbox/service/problem.ts';
import type { Variants } from '#sandbox/service/variants.ts';

/** The contract gives 401, 403, and 429 verbatim. All other errors take the variant's shape. */
export function answerProblem(problem: Problem, { errorBody, refusals }: Variants): Answer {
  const { message, headers } = problem;
  const status = refusals === '400' && [404, 409, 422].includes(problem.status) ? 400 : problem.status;
  const shape = [401, 403, 429].includes(status) ? 'message' : errorBody;
  switch (shape) {
    case 'message':
      return { status, headers, body: { message } };
    case 'error':
      return { status, headers, body: { error: message } };
    case 'error-message':
      return { status, headers, body: { error: { message } } };
    case 'errors':
      return { status, headers, body: { errors: [message] } };
    case 'text':
      return { status, headers, text: message, type: 'text/plain; charset=utf-8' };
    default:
      return { status, headers, text: '', type: undefined };
  }
}
