import { listen } from '#sandbox/service/http/server.ts';
import type { SandboxOptions } from '#sandbox/service/options.ts';
import { createSandboxService, type SandboxCore } from '#sandbox/service/service.ts';

export { type SandboxOptions, sandboxKey } from '#sandbox/service/options.ts';
export { everyVariant, type Variants } from '#sandbox/service/variants.ts';

export type SandboxService = Omit<SandboxCore, 'listener' | 'close'> & {
  /** Base address of the API; ends in `/v1`. */
  url: string;
  /** Closes all connections and the database. */
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** Starts a simulated publishing service on its own port. */
export async function startSandboxService(options: SandboxOptions = {}): Promise<SandboxService> {
  let origin = '';
  const { listener, close, ...core } = createSandboxService(options, () => origin);
  const server = await listen(listener, options.port ?? 0, options.host ?? '127.0.0.1').catch((cause) => {
    close();
    throw cause;
  });
  origin = server.origin;
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= server.stop().finally(close);
    return stopped;
  };
  return { ...core, url: `${origin}/v1`, stop, [Symbol.asyncDispose]: stop };
}
