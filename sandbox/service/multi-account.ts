/** Several accounts behind one address. The API key identifies the account. */
import { forward, startReverseProxy } from '#sandbox/reverse-proxy.ts';
import { readRawBody } from '#sandbox/service/http/raw-http.ts';
import { type SandboxOptions, type SandboxService, startSandboxService } from '#sandbox/service/index.ts';

/** Each with a `key` of its own. */
export async function startMultiAccountService(
  accounts: SandboxOptions[],
): Promise<{ url: string; accounts: SandboxService[]; stop(): Promise<void> }> {
  const services = await Promise.all(accounts.map((options) => startSandboxService(options)));
  const { url, close } = await startReverseProxy(async (request, response) => {
    const key = request.headers['x-api-key'];
    // an unknown key gets its error from any account
    const service = services.find((one) => one.key === key) ?? services[0];
    const body = Buffer.from(await readRawBody(request));
    await forward(request, response, `${service?.url}${(request.url ?? '').replace('/v1', '')}`, body);
  });
  return {
    url: `${url}/v1`,
    accounts: services,
    async stop() {
      await close();
      await Promise.all(services.map((service) => service.stop()));
    },
  };
}
