/**
 * Our steps in Workflow Builder: their titles, what each is for, and the fields that people fill in there.
 * Pure.
 */
import { limits } from '#src/platform/publishing-api/request.ts';
import type { StepName } from '#src/steps/step.ts';

interface Field {
  type: 'string' | 'integer' | 'slack#/types/user_id' | 'slack#/types/channel_id' | 'slack#/types/timestamp';
  title: string;
  description: string;
}

interface StepForm {
  title: string;
  description: string;
  inputs: Record<string, Field>;
  required: readonly string[];
  outputs: Record<string, Field>;
}

const text = (title: string, description: string): Field => ({ type: 'string', title, description });

/** The outputs of a step, by the names that later steps of a workflow refer to. */
const outputs = {
  post: text('Post', 'Choose this in later Presscheck steps'),
  post_id: text('Post ID', 'The post’s ID in the publishing service'),
  card_link: text('Link to card', 'Opens the post’s card in Slack'),
  caption: text('Caption', 'The caption of the post'),
  status: text('Status', 'For example, Ready for review'),
  warnings: text(
    'Warnings',
    'What to check before the post goes out, such as a missing image or another post planned around the same time. Empty if there are no warnings.',
  ),
  paused: text(
    'Pause',
    'Says that publishing is paused for the brand, and why. Empty if publishing isn’t paused.',
  ),
};

const common = {
  brand: text('Brand', 'The brand’s full name or ID. /social brands lists them.'),
  channel: {
    type: 'slack#/types/channel_id',
    title: 'Channel',
    description: 'Where to post the card, unless the brand has its own channel',
  },
  requester: {
    type: 'slack#/types/user_id',
    title: 'Requested by',
    description:
      'Choose the person who used the workflow. They need permission to create posts for the brand.',
  },
  profiles: text(
    'Social profiles',
    'Names or networks, separated by commas. Leave empty only if the brand has default profiles, or no more than one social profile.',
  ),
} satisfies Record<string, Field>;

const post = text(
  'Post',
  '“Post” from an earlier step, a link to a card, or the post’s ID in the publishing service',
);

const stepForms: Readonly<Record<StepName, StepForm>> = {
  create_post: {
    title: 'Create a post',
    description: 'Creates a draft for review, and continues when its card is in Slack',
    inputs: {
      ...common,
      caption: text('Caption', 'What the post says'),
      media: text('Media links', 'Public links to PNG, JPG, GIF, or MP4 files, separated by spaces'),
      time: {
        type: 'slack#/types/timestamp',
        title: 'Planned time',
        description: 'When to publish the post once it’s approved',
      },
    },
    required: ['brand', 'caption', 'channel', 'requester'],
    outputs,
  },
  generate_post: {
    title: 'Generate a post',
    description: 'Generates a draft from a prompt, and continues when its card is in Slack',
    inputs: {
      ...common,
      prompt: text('Prompt', `What the post is about. At least ${limits.prompt} characters.`),
      media: text('Reference image links', 'Public links to images, separated by spaces'),
      images: {
        type: 'integer',
        title: 'Images',
        description: `How many to generate, up to ${limits.images}. Leave empty for none.`,
      },
    },
    required: ['brand', 'prompt', 'channel', 'requester'],
    outputs,
  },
  request_approval: {
    title: 'Request approval',
    description:
      'Requests approval for a post, and continues once it’s approved. It never approves anything itself.',
    inputs: {
      post,
      requester: {
        type: 'slack#/types/user_id',
        title: 'Requested by',
        description: 'Who requests approval. They need permission to create posts for the brand.',
      },
      message: text(
        'Message',
        'Anything approvers should know. Without an approval rule, it’s posted in the card’s channel.',
      ),
    },
    required: ['post', 'requester'],
    outputs: {
      ...outputs,
      approver: {
        type: 'slack#/types/user_id',
        title: 'Approver',
        description: 'Who gave the final approval',
      },
    },
  },
  wait_until_published: {
    title: 'Wait until published',
    description: 'Continues when a post is published. It never publishes anything itself.',
    inputs: { post },
    required: ['post'],
    outputs,
  },
};

export const manifestFunctions = () =>
  Object.fromEntries(
    Object.entries(stepForms).map(([name, { title, description, inputs, required, outputs: results }]) => [
      name,
      {
        title,
        description,
        input_parameters: { properties: inputs, required: [...required] },
        output_parameters: { properties: results, required: ['post'] },
      },
    ]),
  );
