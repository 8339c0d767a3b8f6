import type { Assignment, Post } from '#sandbox/service/model.ts';

/** A generation, for tests that let only some of them fail. */
type Generating = { postId?: string; assignment: Assignment };

/** The next n, or those that the predicate accepts. */
type Which<T> = number | ((subject: T) => boolean);

/** Failures inside the service that a test can force. */
export type ForcedFailures = {
  failGeneration(which: Which<Generating>): void;
  failPublishing(which: Which<Post>): void;
  /** While held, no generation ends. */
  holdGeneration(): void;
  releaseGeneration(): void;
  generationFails(subject: Generating): boolean;
  publishingFails(post: Post): boolean;
  readonly held: boolean;
};

function createPicker<T>(): { add(which: Which<T>): void; picks(subject: T): boolean } {
  let next = 0;
  const predicates: ((subject: T) => boolean)[] = [];
  return {
    add(which) {
      if (typeof which === 'number') next = which;
      else predicates.push(which);
    },
    picks(subject) {
      if (next > 0) {
        next -= 1;
        return true;
      }
      return predicates.some((predicate) => predicate(subject));
    },
  };
}

export function createForcedFailures(): ForcedFailures {
  const generation = createPicker<Generating>();
  const publishing = createPicker<Post>();
  let held = false;
  return {
    failGeneration: generation.add,
    failPublishing: publishing.add,
    holdGeneration() {
      held = true;
    },
    releaseGeneration() {
      held = false;
    },
    generationFails: generation.picks,
    publishingFails: publishing.picks,
    get held() {
      return held;
    },
  };
}
