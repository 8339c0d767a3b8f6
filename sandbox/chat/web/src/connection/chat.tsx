import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import type { ChatState, UserActions } from '#sandbox/chat/protocol.ts';
import {
  type Answer,
  type SentFile,
  sendFile,
  sendUserAction,
  type UploadTarget,
  type UserAction,
} from './user-actions.ts';

export interface Chat {
  state: ChatState;
  connected: boolean;
  /** Performs an action as the page's user. A refusal is also shown as a toast. */
  perform<A extends UserAction>(perform: A, body: UserActions[A]): Promise<Answer<A>>;
  /** Uploads files to the chat server. `refused` has a message for each refused file. */
  upload(into: UploadTarget, files: File[]): Promise<Uploaded>;
  /** Shows a short-lived toast to the page's user. */
  showToast(text: string): void;
  toasts: Toast[];
  dismissToast(id: number): void;
}

interface Uploaded {
  sent: SentFile[];
  refused: string[];
}

/** A short-lived message on this page only, such as a refusal by the chat server. */
export interface Toast {
  id: number;
  text: string;
}

/** These show their refusal in place, so it needs no toast. */
const answeredInPlace: UserAction[] = ['submit', 'options', 'read', 'openHome'];
const toastForMs = 8000;

const ChatContext = createContext<Chat | undefined>(undefined);
let lastToast = 0;

export function ChatProvider(props: { state: ChatState; connected: boolean; children: ReactNode }) {
  const { state, connected } = props;
  const [toasts, setToasts] = useState<Toast[]>([]);
  const as = state.me.id;

  const dismissToast = useCallback((id: number) => {
    setToasts((shown) => shown.filter((toast) => toast.id !== id));
  }, []);

  const showToast = useCallback(
    (text: string) => {
      lastToast += 1;
      const toast = { id: lastToast, text };
      setToasts((shown) => [...shown, toast]);
      window.setTimeout(() => dismissToast(toast.id), toastForMs);
    },
    [dismissToast],
  );

  const perform = useCallback(
    async <A extends UserAction>(name: A, body: UserActions[A]): Promise<Answer<A>> => {
      const answer = await sendUserAction(as, name, body);
      if (!answer.ok && !answeredInPlace.includes(name)) showToast(answer.error);
      return answer;
    },
    [as, showToast],
  );

  const upload = useCallback(
    async (into: UploadTarget, files: File[]): Promise<Uploaded> => {
      const answers = await Promise.all(files.map((file) => sendFile(as, into, file)));
      return {
        sent: answers.filter((one) => typeof one !== 'string'),
        refused: answers.filter((one) => typeof one === 'string'),
      };
    },
    [as],
  );

  const chat = useMemo(
    () => ({ state, connected, perform, upload, showToast, toasts, dismissToast }),
    [state, connected, perform, upload, showToast, toasts, dismissToast],
  );
  return <ChatContext value={chat}>{props.children}</ChatContext>;
}

export function useChat(): Chat {
  const chat = useContext(ChatContext);
  if (!chat) throw new Error('useChat needs a ChatProvider above it.');
  return chat;
}
