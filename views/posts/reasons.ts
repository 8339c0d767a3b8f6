export const ours = 'Something went wrong on our side.';

export const sharedNowhere = 'Slack won’t let me share files here or in a direct message.';
