import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeCaption } from '#sandbox/service/content/captions.ts';
import { readSubject } from '#sandbox/service/content/subject.ts';

const things: [string, string][] = [
  ['Announce our new autumn espresso with a photo of the roastery', 'our new autumn espresso'],
  ['Write a short, friendly post about the Ridge 2 tent.', 'the Ridge 2 tent'],
  ['please create an update for LinkedIn fans', 'LinkedIn fans'],
  ['Promote Harbor Yoga', 'Harbor Yoga'],
  ['Our winter opening hours', 'our winter opening hours'],
  ['Autumn menu launch. Keep it short.', 'autumn menu launch'],
  ['Explain why we roast on Tuesdays', 'why we roast on Tuesdays'],
];

for (const [prompt, it] of things) {
  test(`the prompt "${prompt}" is about ${it}`, () => {
    assert.deepEqual(readSubject(prompt), { it, sentence: undefined });
  });
}

test('a prompt that’s a sentence is used unchanged', () => {
  const told = { it: 'this', sentence: 'We are opening a second studio on Friday.' };
  assert.deepEqual(readSubject('We are opening a second studio on Friday!'), told);
  assert.deepEqual(readSubject('Announce that we are opening a second studio on Friday'), told);
});

test('a prompt without an end is cut between two words', () => {
  const { it } = readSubject(`Announce our ${'very '.repeat(200)}long list`);
  assert.ok(it.length <= 140 && it.endsWith('very'), it);
});

test('a rewrite shows that the requested change was read', () => {
  const write = (prompt: string, postLength: 'short' | 'medium', seed: string): string =>
    writeCaption(
      { brandId: 'b', prompt, postLength, tone: 'friendly', hashtags: [], references: [], images: 0 },
      'Northwind Coffee',
      seed,
    );
  const rewritten = (wish: string, version: string, seed: string): string =>
    write(
      `Our autumn menu\n\nRewrite the version below. What should change: ${wish}\n\n${version}`,
      'short',
      seed,
    );
  for (const seed of ['1', '2', '3', '4', '5', '6', '7', '8']) {
    const version = write('Our autumn menu', 'short', seed);
    const shorter = rewritten('Shorter', version, `${seed}a`);
    assert.ok(shorter.length < version.length || !shorter.includes('\n'), `${shorter}\n-- ${version}`);
    assert.ok(rewritten('Longer', version, `${seed}b`).length > version.length);
    const asked = rewritten('Longer · Begin with a question', version, seed);
    assert.match(asked, /“Begin with a question”/);
  }
});
