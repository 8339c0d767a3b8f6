import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messagesIn, readPostPattern } from '#src/links/post-address.ts';

const read = (pattern: string, url: string) => readPostPattern(pattern)?.read(url);

test('a link to a post is recognized, whatever follows its ID', () => {
  const pattern = 'https://App.Example.com/posts/{id}';
  const id = { post: 'post-1', brand: undefined };
  for (const url of [
    'https://app.example.com/posts/post-1',
    'https://APP.example.com/posts/post-1',
    'https://app.example.com/posts/post-1/',
    'https://app.example.com/posts/post-1?tab=edit&x=1',
    'https://app.example.com/posts/post-1#top',
  ])
    assert.deepEqual(read(pattern, url), id, url);
  assert.deepEqual(read(pattern, 'https://app.example.com/posts/a%2Fb'), { post: 'a/b', brand: undefined });
});

test('other links don’t count as links to a post', () => {
  for (const url of [
    'https://app.example.com/posts/',
    'https://app.example.com/posts/post-1/edit',
    'https://app.example.com/brands/post-1',
    'https://app.example.com.evil.example/posts/post-1',
    'https://evil.example/?https://app.example.com/posts/post-1',
    'http://app.example.com/posts/post-1',
    'https://app.example.com/Posts/post-1',
    `https://app.example.com/posts/${'x'.repeat(201)}`,
    'https://app.example.com/posts/%E0%A4%A',
    'app.example.com/posts/post-1',
    '',
  ])
    assert.equal(read('https://app.example.com/posts/{id}', url), undefined, url);
});

test('the ID can be in the query, and the brand in the address', () => {
  assert.deepEqual(read('https://app.example.com/?post={id}', 'https://app.example.com/?post=p1&tab=2'), {
    post: 'p1',
    brand: undefined,
  });
  assert.deepEqual(
    read('https://app.example.com/{brand}/posts/{id}', 'https://app.example.com/b%201/posts/p1'),
    { post: 'p1', brand: 'b 1' },
  );
});

test('an address that is written can be read back', () => {
  const pattern = readPostPattern('https://app.example.com/{brand}/posts/{id}');
  const of = { post: 'a/b ü', brand: 'b?1' };
  const url = pattern?.write(of) ?? '';
  assert.equal(url, 'https://app.example.com/b%3F1/posts/a%2Fb%20%C3%BC');
  assert.deepEqual(pattern?.read(url), of);
  assert.equal(pattern?.host, 'app.example.com');
});

test('a pattern needs exactly one ID after its domain', () => {
  for (const pattern of [
    '',
    'https://app.example.com/posts',
    'https://app.example.com/{id}/{id}',
    'https://{id}.example.com/posts',
    'https://app.example.com/{post}/{id}',
    'https://app.example.com/posts/{id}#{brand}',
    'https://user:secret@app.example.com/{id}',
    'ftp://app.example.com/{id}',
    'app.example.com/{id}',
  ])
    assert.equal(readPostPattern(pattern), undefined, pattern);
});

test('a permalink leads to its message, and to the start of its thread', () => {
  assert.deepEqual(messagesIn('https://x.slack.com/archives/C0A/p1700000000123456'), [
    { channel: 'C0A', ts: '1700000000.123456' },
  ]);
  assert.deepEqual(
    messagesIn('https://x.slack.com/archives/C0A/p1700000001123456?thread_ts=1700000000.123456&cid=C0A'),
    [
      { channel: 'C0A', ts: '1700000001.123456' },
      { channel: 'C0A', ts: '1700000000.123456' },
    ],
  );
  assert.deepEqual(messagesIn('https://app.example.com/posts/1'), []);
});
