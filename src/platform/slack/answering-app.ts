/**
 * Bolt's app, with one promise more: everything that Slack delivers is answered. A listener that throws, and
 * a command or button that nobody listens for, would else hang until Slack shows an error that says nothing.
 */
import { randomUUID } from 'node:crypto';
import { App, type AppOptions, ErrorCode, type ReceiverEvent } from '@slack/bolt';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { StoreTrouble } from '#src/platform/redis/store-trouble.ts';
import { Refusal } from '#src/platform/refusal.ts';
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
import type { SlackFetch } from './addresses.ts';
import { objectionTo, teamOf } from './delivery.ts';
import { tellPrivately } from './privately.ts';
import { isRefusal, lateTrigger } from './refusals.ts';
import { AnswerLost } from './respond.ts';

// not loose objects: these would copy every field of a long delivery
const bodySchema = z.object({
  type: z.string().optional(),
  command: z.string().optional(),
  view: z
    .object({ blocks: z.array(z.object({ type: z.string(), block_id: z.string().optional() })) })
    .optional(),
});

/** What Slack delivered, as people would say it. */
type Delivered = 'command' | 'submission' | 'click' | 'options' | 'shortcut' | 'event' | 'other';

export interface Acknowledged {
  kind: Delivered;
  /** From the delivery to the end of the acknowledgement. */
  ms: number;
}

/** Its answer, besides what Bolt needs. */
export interface Answering {
  log: Logger;
  send: SlackFetch;
  /** The only one that is listened to; absent: all that `authorize` knows. */
  workspace: string | undefined;
  /** The slash command of this installation whose `help` lists the others. */
  social: string;
  storeTrouble: StoreTrouble;
  onAck: ((acknowledged: Acknowledged) => void) | undefined;
}

/** Bolt itself failed, over a field that it takes for granted: it would fail again. */
class Unreadable extends Error {}

export class AnsweringApp extends App {
  /** Deliveries whose listeners and answers are still running; Bolt's own stop doesn't wait for them. */
  readonly underWay = createUnderWay();
  readonly #log: Logger;
  readonly #onAck: ((acknowledged: Acknowledged) => void) | undefined;
  readonly #send: SlackFetch;
  readonly #workspace: string | undefined;
  readonly #social: string;
  readonly #storeTrouble: StoreTrouble;
  /** What a listener threw, by the body it was called with. */
  readonly #failures = new WeakMap<object, Error>();
  /** The token of the workspace that a body came from. */
  readonly #tokens = new WeakMap<object, string>();

  constructor(options: AppOptions, { log, send, workspace, social, storeTrouble, onAck }: Answering) {
    super(options);
    this.#log = log;
    this.#send = send;
    this.#workspace = workspace;
    this.#social = social;
    this.#storeTrouble = storeTrouble;
    this.#onAck = onAck;
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
    const since = performance.now();
    const wasAway = this.#storeTrouble.isAway();
    let answered = false;
    const kind = kindOf(event.body);
    const acknowledge: ReceiverEvent['ack'] = async (response) => {
      const first = !answered;
      answered = true;
      await event.ack(response);
      if (first) this.#onAck?.({ kind, ms: performance.now() - since });
    };
    // Bolt acknowledges an event before its listeners run, and Slack delivers again only what was not acknowledged
    const ack: ReceiverEvent['ack'] = kind === 'event' ? async () => undefined : acknowledge;
    const failure = await this.#listen({ ...event, ack });
    if (kind === 'event') {
      if (failure instanceof Unreadable) this.#log.warn({ err: failure }, 'an event could not be read');
      if (!failure || failure instanceof Refusal || failure instanceof Unreadable) return acknowledge();
      this.#log.error({ err: failure }, 'an event was not taken; Slack sends it again');
      // the receiver says no at once, instead of nothing for three seconds
      throw failure;
    }
    if (answered && !failure) return;
    const text = failure
      ? this.#textFor(failure, event.body, wasAway)
      : unknownText(event.body, this.#social);
    try {
      if (!answered && (await answerInPlace({ ...event, ack }, text))) return;
      const ways = { client: this.client, send: this.#send, token: this.#tokens.get(event.body) };
      await tellPrivately(ways, event.body, escapedWithMarks(text));
    } catch (cause) {
      this.#log.error({ err: cause }, 'a person could not be told that something failed');
    }
  }

  /** Has the listeners called, unless Slack would not send it or another workspace did; resolves to what failed. */
  async #listen(event: ReceiverEvent): Promise<Error | undefined> {
    const objection = objectionTo(event.body);
    if (objection !== undefined) {
      this.#log.warn({ why: objection }, 'what Slack delivered was not listened to');
      return new Refusal(...unreadableRequest);
    }
    // the token is that of one workspace, so what another one sends is none of ours, however well it is signed
    if (this.#workspace !== undefined && teamOf(event.body) !== this.#workspace)
      return new Refusal(...notInstalledHere);
    try {
      await super.processEvent(event);
    } catch (cause) {
      return new Unreadable(String(cause), { cause });
    }
    return this.#failures.get(event.body);
  }

  /** `wasAway`: nothing could be written when it began. */
  #textFor(failure: Error, body: Record<string, unknown>, wasAway: boolean): string {
    if (failure instanceof Refusal) return `${failure.message} ${failure.hint}`.trim();
    if (isRefusal(failure, lateTrigger)) {
      this.#log.warn({ err: failure }, 'a form was opened too late for Slack');
      return tooLateToOpen;
    }
    const reference = randomUUID().slice(0, 8);
    const { type, command } = bodySchema.safeParse(body).data ?? {};
    this.#log.error({ err: failure, reference, type, command }, 'a listener failed');
    if (isLostAnswer(failure)) return answerLost(reference);
    const lost = this.#storeTrouble.failureOf(failure);
    if (lost === 'not sent' && wasAway) return nothingDone(reference);
    // of what it did before, and of what no answer came for, nobody knows
    return lost === 'not sent' || lost === 'unknown' ? maybeDone(reference) : ourFault(reference);
  }
}

const kinds: Record<string, Delivered> = {
  view_submission: 'submission',
  block_actions: 'click',
  block_suggestion: 'options',
  shortcut: 'shortcut',
  message_action: 'shortcut',
  event_callback: 'event',
};

function kindOf(body: Record<string, unknown>): Delivered {
  if (typeof body.command === 'string') return 'command';
  return kinds[String(body.type)] ?? 'other';
}

/** Acknowledges in the way that shows the text; false: the acknowledgement has no room for it. */
async function answerInPlace(event: ReceiverEvent, text: string): Promise<boolean> {
  const { type, command, view } = bodySchema.safeParse(event.body).data ?? {};
  if (command) {
    await event.ack({ response_type: 'ephemeral', text: escapedWithMarks(text) });
    return true;
  }
  const field = view?.blocks.find((block) => block.type === 'input')?.block_id;
  if (type === 'view_submission' && field) {
    // the modal stays open with what the person entered; a field shows no marks
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

/** Bolt's own error is for an address that is too old or used up. */
function isLostAnswer(failure: Error & { code?: unknown }): boolean {
  return failure instanceof AnswerLost || failure.code === ErrorCode.RespondError;
}

/** Bolt wraps what a listener threw, and its installer what the store threw; several at once keep the first. */
function original(error: Error & { code?: unknown; original?: unknown; originals?: unknown }): Error {
  const inner = error.original ?? (Array.isArray(error.originals) ? error.originals[0] : undefined);
  if (!(inner instanceof Error)) return error;
  return error.code === ErrorCode.AuthorizationError ? original(inner) : inner;
}
