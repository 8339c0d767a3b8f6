/**
 * Bolt's app, with one more promise: every delivery from Slack is answered, even if a listener throws or
 * nobody listens for it.
 */
import { randomUUID } from 'node:crypto';
import { App, type AppOptions, ErrorCode, type ReceiverEvent } from '@slack/bolt';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { StoreTrouble } from '#src/platform/redis/store-trouble.ts';
import { Refusal } from '#src/platform/refusal.ts';
import type { SlackFetch } from '#src/platform/slack/addresses.ts';
import { type Acknowledged, objectionTo, teamOf } from '#src/platform/slack/delivery.ts';
import { isRefusal, lateTrigger } from '#src/platform/slack/refusals.ts';
import { AnswerLost, respondAt } from '#src/platform/slack/respond.ts';
import { createUnderWay } from '#src/platform/under-way.ts';
import {
  answerLost,
  maybeDone,
  noLongerWorks,
  nothingDone,
  notInstalledHere,
  ourFault,
  tooLateToOpen,
  unknownCommand,
  unreadableRequest,
} from '#views/kit/command-refusals.ts';
import { escapedWithMarks } from '#views/kit/text.ts';

// Not loose objects, which would copy every field of a long delivery.
const bodySchema = z.object({
  type: z.string().optional(),
  command: z.string().optional(),
  view: z
    .object({ blocks: z.array(z.object({ type: z.string(), block_id: z.string().optional() })) })
    .optional(),
});
const personSchema = z.object({
  response_url: z.string().optional(),
  user_id: z.string().optional(),
  user: z.object({ id: z.string() }).optional(),
});

/** Bolt's own options, and what is needed to answer. */
export interface Answering {
  log: Logger;
  send: SlackFetch;
  /** The only workspace that's served; absent: every workspace that `authorize` knows. */
  workspace: string | undefined;
  /** The slash command of this installation that has the help. */
  social: string;
  storeTrouble: StoreTrouble;
  onAck: ((acknowledged: Acknowledged) => void) | undefined;
}

/** Bolt itself failed on a missing field, and would again. */
class Unreadable extends Error {}

export class AnsweringApp extends App {
  /** Deliveries whose listeners and answers are still running; Bolt's own stop doesn't wait for them. */
  readonly underWay = createUnderWay();
  readonly #answering: Answering;
  /** The error that a listener threw, by the body that it was called with. */
  readonly #failures = new WeakMap<object, Error>();
  /** The token of the workspace that a body comes from. */
  readonly #tokens = new WeakMap<object, string>();

  constructor(options: AppOptions, answering: Answering) {
    super(options);
    this.#answering = answering;
    this.error(async (failed: Error & { body?: object }) => {
      const { error, body } = failed as unknown as { error: Error; body: object };
      this.#failures.set(body, original(error));
    });
    this.use(async ({ body, context, next }) => {
      if (context.botToken) this.#tokens.set(body, context.botToken);
      await next();
    });
  }

  override async processEvent(event: ReceiverEvent): Promise<void> {
    const end = this.underWay.begin();
    await this.#answer(event).finally(end);
  }

  async #answer(event: ReceiverEvent): Promise<void> {
    const { log, onAck, social, storeTrouble } = this.#answering;
    const since = performance.now();
    const wasAway = storeTrouble.isAway();
    let answered = false;
    const kind = kindOf(event.body);
    const acknowledge: ReceiverEvent['ack'] = async (response) => {
      const first = !answered;
      answered = true;
      await event.ack(response);
      if (first) onAck?.({ kind, ms: performance.now() - since });
    };
    // Bolt acknowledges an event before its listeners run, and Slack only repeats what wasn't acknowledged.
    const ack: ReceiverEvent['ack'] = kind === 'event' ? async () => undefined : acknowledge;
    const failure = await this.#listen({ ...event, ack });
    if (kind === 'event') {
      if (failure instanceof Unreadable) log.warn({ err: failure }, "couldn't read an event");
      if (!failure || failure instanceof Refusal || failure instanceof Unreadable) return acknowledge();
      log.error({ err: failure }, "couldn't handle an event; Slack will send it again");
      // The receiver refuses at once, instead of staying silent for three seconds.
      throw failure;
    }
    if (answered && !failure) return;
    const text = failure ? this.#textFor(failure, event.body, wasAway) : unknownText(event.body, social);
    try {
      if (!answered && (await answerInPlace({ ...event, ack }, text))) return;
      await this.#tellPrivately(event.body, escapedWithMarks(text));
    } catch (cause) {
      log.error({ err: cause }, "couldn't tell someone that something failed");
    }
  }

  /**
   * Calls the listeners, unless Slack wouldn't send such a delivery, or it's from another workspace. Resolves
   * to the error, if any.
   */
  async #listen(event: ReceiverEvent): Promise<Error | undefined> {
    const { log, workspace } = this.#answering;
    const objection = objectionTo(event.body);
    if (objection !== undefined) {
      log.warn({ why: objection }, 'ignored a delivery from Slack');
      return new Refusal(...unreadableRequest);
    }
    // The token is for one workspace, so a delivery from another one isn't ours, however well it's signed.
    if (workspace !== undefined && teamOf(event.body) !== workspace) return new Refusal(...notInstalledHere);
    try {
      await super.processEvent(event);
    } catch (cause) {
      return new Unreadable(String(cause), { cause });
    }
    return this.#failures.get(event.body);
  }

  /** `wasAway`: nothing could be written when the delivery began. */
  #textFor(failure: Error, body: Record<string, unknown>, wasAway: boolean): string {
    const { log, storeTrouble } = this.#answering;
    if (failure instanceof Refusal) return `${failure.message} ${failure.hint}`.trim();
    if (isRefusal(failure, lateTrigger)) {
      log.warn({ err: failure }, 'Slack refused to open a form: its trigger expired');
      return tooLateToOpen;
    }
    const reference = randomUUID().slice(0, 8);
    const { type, command } = bodySchema.safeParse(body).data ?? {};
    log.error({ err: failure, reference, type, command }, 'a listener failed');
    if (isLostAnswer(failure)) return answerLost(reference);
    const lost = storeTrouble.failureOf(failure);
    if (lost === 'not_sent' && wasAway) return nothingDone(reference);
    // What was done before the failure, or got no answer, may have happened.
    return lost === 'not_sent' || lost === 'unknown' ? maybeDone(reference) : ourFault(reference);
  }

  /**
   * Through the response URL if there is one (it works even if the bot isn't a member), or else as a direct
   * message, unless the workspace isn't known.
   */
  async #tellPrivately(body: Record<string, unknown>, text: string): Promise<void> {
    const { response_url: url, user_id, user } = personSchema.safeParse(body).data ?? {};
    if (url) {
      const answer = { replace_original: false, text };
      const taken = await respondAt(this.#answering.send, url, answer).catch(() => false);
      if (taken) return;
    }
    const to = user_id ?? user?.id;
    const token = this.#tokens.get(body);
    if (to && token) await this.client.chat.postMessage({ channel: to, text, token });
  }
}

const kinds: Record<string, Acknowledged['kind']> = {
  view_submission: 'submission',
  block_actions: 'click',
  block_suggestion: 'options',
  shortcut: 'shortcut',
  message_action: 'shortcut',
  event_callback: 'event',
};

function kindOf(body: Record<string, unknown>): Acknowledged['kind'] {
  if (typeof body.command === 'string') return 'command';
  return kinds[String(body.type)] ?? 'other';
}

/** Acknowledges in the way that shows the text. False if this kind of acknowledgement can't show one. */
async function answerInPlace(event: ReceiverEvent, text: string): Promise<boolean> {
  const { type, command, view } = bodySchema.safeParse(event.body).data ?? {};
  if (command) {
    await event.ack({ response_type: 'ephemeral', text: escapedWithMarks(text) });
    return true;
  }
  const field = view?.blocks.find((block) => block.type === 'input')?.block_id;
  if (type === 'view_submission' && field) {
    // The modal stays open with what the person entered. Text at a field has no markup.
    await event.ack({ response_action: 'errors', errors: { [field]: text.replaceAll('`', '') } });
    return true;
  }
  if (type === 'block_suggestion') {
    await event.ack({ options: [] });
    return true;
  }
  await event.ack();
  return false;
}

function unknownText(body: Record<string, unknown>, social: string): string {
  const { command } = bodySchema.safeParse(body).data ?? {};
  return command ? unknownCommand(command, social) : noLongerWorks(social);
}

/** Bolt's own error for an address that's too old or used up. */
function isLostAnswer(failure: Error & { code?: unknown }): boolean {
  return failure instanceof AnswerLost || failure.code === ErrorCode.RespondError;
}

/**
 * The error that was thrown first. Bolt wraps what a listener threw, and its installer wraps what the store
 * threw. If several failed, the first one counts.
 */
function original(error: Error & { code?: unknown; original?: unknown; originals?: unknown }): Error {
  const inner = error.original ?? (Array.isArray(error.originals) ? error.originals[0] : undefined);
  if (!(inner instanceof Error)) return error;
  return error.code === ErrorCode.AuthorizationError ? original(inner) : inner;
}
