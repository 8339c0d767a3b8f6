/** What people were notified of, told apart from the cards. */
import type { ShownMessage } from '#sandbox/chat/people/handles.ts';
import { notificationBlock } from '#views/notifications/notification.ts';

export const isNotification = ({ blocks }: ShownMessage): boolean =>
  blocks[0]?.block_id === notificationBlock;

/** The notifications in the thread of a message, oldest first. */
export const notificationsBelow = (message: ShownMessage): ShownMessage[] =>
  message.threadMessages.filter(isNotification);

/** The cards in the thread of a campaign's message, oldest first. */
export const cardsBelow = (campaign: ShownMessage): ShownMessage[] =>
  campaign.threadMessages.filter((message) => !isNotification(message));
