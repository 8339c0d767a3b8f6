import assert from 'node:assert/strict';
import { linkTo } from '#test/support/links.ts';
import { longTest } from '#test/support/long-tests.ts';
import { startBrowserTeam } from './people.ts';
import { keepPicture } from './pictures.ts';

longTest('Ana pastes a link to a post, and Bo opens it and approves', async (t) => {
  const { opens, service } = await startBrowserTeam(t, { settings: { POST_URL_PATTERN: linkTo('{id}') } });
  const post = service.putPost({
    brandId: 'brand-northwind',
    caption: 'The new harvest is here: three coffees from Huila, roasted on Monday.',
    socialProfileIds: ['northwind-instagram'],
  });
  const [ana, bo] = await Promise.all([opens('Ana', 'launches'), opens('Bo', 'launches')]);
  await ana.types(`Can someone look at ${linkTo(post.id)} before lunch?`);
  const message = bo.message(/before lunch/);
  const unfurl = message.getByRole('complementary');
  await unfurl.getByText('Ready for review').waitFor();
  assert.doesNotMatch((await unfurl.textContent()) ?? '', /harvest/);
  await keepPicture('link-unfurled', message);
  await unfurl.getByRole('button', { name: 'Open', exact: true }).click();
  const opened = await bo.seesPrivately(/The new harvest is here/);
  await opened.getByRole('link', { name: 'Open in the publishing service' }).waitFor();
  await keepPicture('link-opened', opened);
  await bo.confirms(opened, 'Approve & publish', 'Publish');
  await bo
    .message(/Published by/)
    .first()
    .waitFor();
  assert.equal(await ana.message(/Only visible to you/).count(), 0);
});
