/**
 * Starts the setup: `node scripts/setup.cjs [redis] [chromium]`. It explains that a Node is too old, so this file uses only
 * syntax that an old Node can parse. Everything else is in `setup.mjs`.
 */
'use strict';

const oldest = 18;

if (Number(process.versions.node.split('.')[0]) < oldest) {
  console.error(
    `This is Node ${process.versions.node}. The setup needs Node ${oldest} or newer; it installs the Node 24 that Presscheck runs on.`,
  );
  process.exitCode = 1;
} else {
  import('./setup.mjs');
}
