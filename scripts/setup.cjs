/**
 * Where the set-up begins: `node scripts/setup.cjs [redis] [chromium]`. Tells a Node that is too old in a sentence, so this
 * file has only syntax that such a Node can read; all else is in `setup.mjs`.
 */
'use strict';

const oldest = 18;

if (Number(process.versions.node.split('.')[0]) < oldest) {
  console.error(
    `This is Node ${process.versions.node}. The set-up needs Node ${oldest} or newer; it brings the Node 24 that Presscheck runs on itself.`,
  );
  process.exitCode = 1;
} else {
  import('./setup.mjs');
}
