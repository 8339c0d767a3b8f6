import type { Acts, OptionsResult } from '#sandbox/chat/protocol.ts';

interface Results {
  message: object;
  command: { notice?: string };
  shortcut: object;
  action: object;
  options: OptionsResult;
  submit: { closed: boolean };
  close: object;
  openHome: object;
  dismiss: object;
  read: object;
}

export type Act = keyof Acts;
export type Answer<A extends Act> = ({ ok: true } & Results[A]) | { ok: false; error: string };

const unreachable = 'The chat server cannot be reached. Nothing was sent.';

/** One act of one person; never throws, a failure is an answer with a sentence for the person. */
export async function sendAct<A extends Act>(as: string, act: A, body: Acts[A]): Promise<Answer<A>> {
  try {
    const response = await fetch(`page/${act}`, {
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
