/** Imports the packages it is told, says so, and ends. */
for (const name of (process.env.PACKAGES ?? '').split(' ')) await import(name);
process.stdout.write(`${JSON.stringify({ port: 0 })}\n`, () => process.disconnect());
