import type { OptionsResult, UserActions } from '#sandbox/chat/protocol.ts';

interface Results {
  message: object;
  command: { notice?: string };
  react: object;
  shortcut: object;
  action: object;
  options: OptionsResult;
  submit: { closed: boolean };
  close: object;
  openHome: object;
  runStep: { run: string };
  travel: object;
  restart: object;
  dismiss: object;
  read: object;
}

export type UserAction = keyof UserActions;
export type Answer<A extends UserAction> = ({ ok: true } & Results[A]) | { ok: false; error: string };

/** An uploaded file, as forms and messages reference it. */
export interface SentFile {
  id: string;
  name: string;
  size: number;
  mimetype: string;
}

const unreachable = 'Can’t reach the chat server. Nothing was sent.';

/** Sends a user action. Never throws: a failure is a result with a message for the user. */
export async function sendUserAction<A extends UserAction>(
  as: string,
  action: A,
  body: UserActions[A],
): Promise<Answer<A>> {
  try {
    const response = await fetch(`page/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, as }),
    });
    const answer: Answer<A> = await response.json();
    return answer;
  } catch {
    return { ok: false, error: unreachable };
  }
}

/** What a file is uploaded for: a file input accepts only 10 MB. */
export type UploadTarget = 'field' | 'message';

/** Uploads a file to the chat server. Returns a message for the user if it's refused. */
export async function sendFile(as: string, into: UploadTarget, file: File): Promise<SentFile | string> {
  try {
    const response = await fetch(`page/upload?${new URLSearchParams({ as, into, name: file.name })}`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: file,
    });
    const answer: { ok: true; file: SentFile } | { ok: false; error: string } = await response.json();
    return answer.ok ? answer.file : `Couldn’t attach ${file.name}. ${answer.error}.`;
  } catch {
    return `Couldn’t attach ${file.name}. Can’t reach the chat server.`;
  }
}
