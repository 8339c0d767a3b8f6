/** Imports the packages in PACKAGES, reports that it's ready, and exits. */
for (const name of (process.env.PACKAGES ?? '').split(' ')) await import(name);
process.stdout.write(`${JSON.stringify({ port: 0 })}\n`, () => process.disconnect());
