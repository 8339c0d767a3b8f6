import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFileAddresses } from '#src/platform/slack/file-addresses.ts';
import { type BotOptions, workspace } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { attached, picture, startServing, video } from '#test/support/files.ts';
import { oneOf } from '#test/support/long-tests.ts';
import { cardSays, makesDraft, requestsCard } from '#test/support/user-actions.ts';
import { fieldsOf } from '#views/kit/parse.ts';
import { readMediaFields, uploadLabel } from '#views/posts/media-fields.ts';

const secrets = { SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') };

test('an attached image has a public URL that serves its bytes in full, in part, and for HEAD', async (t) => {
  const { ana, chat, service, publicUrl, logs } = await startServing(t, { settings: secrets });
  const address = await attached(ana, () => service.posts());
  assert.match(address, new RegExp(`^${publicUrl}/files/${workspace}/F0\\w+/\\d+/[\\w-]{43}\\.png$`));
  const card = await ana.sees('social', cardSays.ready);
  await eventually(() => assert.equal(card.pictures[0]?.url, address));

  const whole = await fetch(address);
  assert.equal(whole.status, 200);
  assert.equal(whole.headers.get('content-type'), 'image/png');
  assert.equal(whole.headers.get('x-content-type-options'), 'nosniff');
  assert.deepEqual(Buffer.from(await whole.arrayBuffer()), picture.content);

  for (const [range, from, to] of [
    ['bytes=5-9', 5, 10],
    ['bytes=12000-', 12_000, picture.content.length],
    ['bytes=-4', picture.content.length - 4, picture.content.length],
  ] as const) {
    const part = await fetch(address, { headers: { range } });
    assert.equal(part.status, 206, range);
    assert.equal(part.headers.get('content-range'), `bytes ${from}-${to - 1}/${picture.content.length}`);
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), picture.content.subarray(from, to), range);
  }
  for (const range of ['bytes=0-1,5-6', 'lines=1-2', 'bytes=-'])
    assert.equal((await fetch(address, { headers: { range } })).status, 200, range);
  const outside = await fetch(address, { headers: { range: 'bytes=99999-' } });
  assert.deepEqual(
    [outside.status, outside.headers.get('content-range')],
    [416, `bytes */${picture.content.length}`],
  );
  const fetches = chat.calls.filter(({ method }) => method === 'files-pri').length;
  const head = await fetch(address, { method: 'HEAD' });
  assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(picture.content.length)]);
  assert.equal(chat.calls.filter(({ method }) => method === 'files-pri').length, fetches);
  assert.ok(!JSON.stringify(logs).includes(address.split('/').at(-1) ?? '-'), 'an address is in the log');
});

test('an unsigned or outdated URL, or a URL without its file or installation, serves nothing', async (t) => {
  let later = 0;
  const { ana, chat, service, publicUrl, settings } = await startServing(t, {
    settings: secrets,
    now: () => Date.now() + later,
  });
  const address = await attached(ana, () => service.posts());
  const id = new URL(address).pathname.split('/')[3] ?? '';
  const status = async (url: string, init?: RequestInit): Promise<number> => {
    const answer = await fetch(url, init);
    assert.equal(await answer.text(), '');
    return answer.status;
  };
  const pdf = await ana.says('A plan', { in: 'social', files: [{ name: 'plan.pdf', content: 'plan' }] });
  const plan = pdf.files[0]?.id ?? '';
  const forged = [
    address.replace('.png', '.gif'),
    address.replace(/\/(\d+)\//, (_, day: string) => `/${Number(day) + 1}/`),
    address.replace(id, plan),
    address.replace(workspace, 'T0OTHER'),
    address.replace(/.\.png$/, (end) => (end === 'A.png' ? 'E.png' : 'A.png')),
  ];
  for (const url of forged) assert.equal(await status(url), 404, url);
  for (const path of ['/files/x', '/files/%E0%A4%A/a/1/b.png', '/files/T0PRESS/F1/1/x.png'])
    assert.ok([400, 404].includes(await status(publicUrl + path)), path);
  assert.equal(await status(address, { method: 'POST', body: 'x' }), 401);
  assert.equal(await status(address, { method: 'DELETE' }), 401);

  const key = Buffer.from(secrets.SECRETS_KEY, 'base64');
  const signer = (now: number) => createFileAddresses(publicUrl, [key], 1, () => now);
  const sign = (file: string, now = Date.now(), where = workspace) =>
    signer(now).sign(where, { id: file, name: '', ending: 'png' });
  assert.equal(await status(sign(id, Date.now() - 3 * 86_400_000)), 410);
  assert.equal(await status(sign(id, Date.now(), 'T0OTHER')), 410);
  assert.equal(await status(sign(plan)), 415);
  const secret = await ana.says('Not for all', { in: 'leadership', files: [picture] });
  assert.equal(await status(sign(secret.files[0]?.id ?? '')), 410);

  // URLs signed before there was a separate key
  const older = createFileAddresses(publicUrl, [settings.SLACK_SIGNING_SECRET ?? ''], 1, Date.now);
  assert.equal((await fetch(older.sign(workspace, { id, name: '', ending: 'png' }))).status, 200);

  // removes Slack's earlier response about the file from the cache
  later += 61_000;
  chat.faults.next('files.info', { kind: 'rate-limited', retryAfterSeconds: 5 });
  assert.equal(await status(address), 503);
  later += 61_000;
  chat.faults.next('files.info', { kind: 'refused', error: 'token_revoked' });
  assert.equal(await status(address), 410);
  later += 61_000;
  chat.world.files.delete(id);
  assert.equal(await status(address), 410);
});

test('a message’s files are attached, and unusable files are named with the reason', async (t) => {
  const { ana, bo, chat, service } = await startServing(t);
  const said = await bo.says('Look at *this*', {
    in: 'social',
    files: [picture, { name: 'notes.pdf', content: 'notes' }, video],
  });
  await ana.usesShortcut('Turn into a post', said);
  const modal = await ana.seesModal(
    /notes\.pdf was left out: the publishing service accepts only PNG, JPG, GIF, and MP4/,
  );
  assert.deepEqual(modal.values['Files from the message'], ['beans.png', 'roast.mp4']);
  await modal.sends({
    'Files from the message': ['roast.mp4'],
    'Social profiles': ['Instagram · northwind.coffee'],
  });
  const card = await ana.sees('social', cardSays.ready);
  const [address = '', ...others] = service.posts()[0]?.mediaUrls ?? [];
  assert.match(address, /\.mp4$/);
  assert.deepEqual(others, []);
  const part = await fetch(address, { headers: { range: 'bytes=150000-150009' } });
  assert.deepEqual([part.status, part.headers.get('content-type')], [206, 'video/mp4']);
  assert.equal(await part.text(), '0123456789');
  await bo.clicks(card, 'Approve & publish', { shows: cardSays.publishedBy('U0BO') });

  const plan = { name: 'plan.pdf', content: 'plan' };
  const six = await bo.says('Plans', { in: 'social', files: [plan, plan, plan, plan, plan, plan] });
  await ana.usesShortcut('Turn into a post', six);
  await (await ana.seesModal(/2 more files were left out\.$/m)).close();

  await ana.usesShortcut('Write this for me', six);
  await (await ana.seesModal(/6 files aren’t used: .*“Turn into a post”/)).close();

  const hidden = await ana.says('For us', { in: 'leadership', files: [picture] });
  await ana.usesShortcut('Turn into a post', hidden);
  const other = await ana.seesModal(/beans\.png was left out: it was deleted, or I’m not in its channel/);
  assert.ok(!other.labels.includes('Files from the message'));
  await other.close();
  assert.equal(chat.calls.filter(({ method }) => method === 'files-pri').length, 1);
});

test('an empty file is refused at its field, nothing is lost, and a new post can have more than ten', async (t) => {
  const { ana, service } = await startServing(t);
  const modal = await ana.opens('/post Fresh beans', 'New post');
  const links = Array.from({ length: 9 }, (_, n) => `https://example.com/${n}.png`).join('\n');
  await modal.fill({ 'Media links': links, [uploadLabel]: [{ name: 'empty.png', content: '' }] });
  assert.deepEqual((await modal.submit()).errors, { [uploadLabel]: 'empty.png: it’s empty.' });
  await modal.sends({ [uploadLabel]: [picture, video] });
  await eventually(() => assert.equal(service.posts()[0]?.mediaUrls.length, 11));
});

test('an AI draft gets an image in Edit, and a file that doesn’t fit is refused at the field', async (t) => {
  const { ana, bo, service, publicUrl } = await startServing(t);
  const card = await requestsCard(ana, '/ai-post Our autumn menu starts on Monday', cardSays.ready);
  const modal = await bo.opensOn(card, 'Edit', 'Edit post');
  await modal.sends({ [uploadLabel]: [picture] });
  const media = () => service.posts()[0]?.mediaUrls ?? [];
  const patches = () => service.requestsTo('PATCH /post/*').map(({ body }) => body as object);
  await card.shows(/Edited by <@U0BO>.*1 file added/s);
  const [address = ''] = media();
  assert.ok(address.startsWith(`${publicUrl}/files/`));
  assert.deepEqual(Buffer.from(await (await fetch(address)).arrayBuffer()), picture.content);

  const again = await bo.opensOn(card, 'Edit', 'Edit post');
  assert.deepEqual((await again.submit({ [uploadLabel]: [video] })).errors, {
    [uploadLabel]:
      'You attached files. Choose above whether to add them to the current ones or replace those.',
  });
  const links = Array.from({ length: 9 }, (_, n) => `https://example.com/${n}.png`);
  await again.fill({ Media: 'Add the files and links below', 'Media links': links.join('\n') });
  assert.deepEqual((await again.submit()).errors, {
    [uploadLabel]: 'A post can have up to 10 files. This one has 1, and you added 10.',
  });
  await again.sends({ Media: 'Replace all with the files and links below' });
  await card.shows(/Edited by <@U0BO>.*10 files replaced the previous one/s);
  assert.deepEqual(media().slice(0, 9), links);
  assert.match(media()[9] ?? '', /\.mp4$/);
  assert.deepEqual(patches().map(Object.keys), [['addMediaUrls'], ['mediaUrls']]);
});

const withoutAddress: [what: string, options: BotOptions][] = [
  ['in Socket Mode', { mode: 'socket' }],
  ['without PUBLIC_URL', { settings: { PUBLIC_URL: '' } }],
];

for (const [what, options] of oneOf(withoutAddress))
  test(`${what} no form offers to attach files, and a message says what is needed`, async (t) => {
    const { ana, publicUrl } = await startServing(t, options);
    const modal = await ana.opens('/post Fresh beans', /ask your Presscheck admin to turn on file uploads/);
    assert.ok(!modal.labels.includes(uploadLabel));
    await modal.close();
    await ana.clicks(await makesDraft(ana, 'Fresh beans'), 'Edit');
    const edit = await ana.seesModal(/ask your Presscheck admin to turn on file uploads/);
    assert.ok(!edit.labels.includes(uploadLabel));
    await edit.close();
    const said = await ana.says('Look', { in: 'social', files: [picture, video] });
    await ana.usesShortcut('Turn into a post', said);
    await ana.seesModal(/2 files were left out\. .*turn on file uploads\. .*links below/);
    const path = '/files/T0PRESS/F1/99999/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.png';
    assert.equal((await fetch(`${publicUrl}${path}`)).status, 404);
  });

test('of a message’s files only those that the form offered are used', () => {
  const offered = { id: 'F0ONE', name: 'one.png', ending: 'png' } as const;
  const chosen = ['F0ONE.png', 'F0ONE.mp4', 'F0SECRET.png'].map((value) => ({ value, text: { text: 'x' } }));
  const values = { taken: { taken: { selected_options: chosen } } };
  const fields = fieldsOf({ private_metadata: '', state: { values } });
  const addressOf = ({ id }: { id: string }) => `https://a.example/${id}`;
  const read = readMediaFields(fields, { taken: [offered] }, { addressOf });
  assert.deepEqual(read.mediaUrls, ['https://a.example/F0ONE']);
});

test('a URL stays valid as long as its key is configured', () => {
  const now = Date.now();
  const media = { id: 'F1', name: 'x', ending: 'png' } as const;
  const [old, fresh] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const made = createFileAddresses('https://a.example/deep/', [old], 400, () => now).sign('T1', media);
  const read = (keys: Buffer[], at = now) =>
    createFileAddresses('https://a.example', keys, 400, () => at).read(new URL(made).pathname);
  assert.deepEqual(read([fresh, old]), { workspace: 'T1', file: 'F1', ending: 'png' });
  assert.equal(read([fresh]), 'forged');
  assert.equal(read([old], now + 399 * 86_400_000) instanceof Object, true);
  assert.equal(read([old], now + 402 * 86_400_000), 'expired');
});
