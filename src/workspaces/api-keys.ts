/** The API keys that administrators enter in Slack. */
import { Refusal } from '#src/cards/refusal.ts';
import type { ApiKeys } from '#src/ports.ts';
import { createQuestions } from '#src/service/questions.ts';
import type { Installations } from '#src/store/installations.ts';
import { createOutside, type Surroundings } from './outside.ts';

export function createApiKeys(surroundings: Surroundings, installations: Installations): ApiKeys {
  const { log, now } = surroundings;

  async function standing(workspace: string) {
    const sealed = await installations.sealed(workspace);
    if (!sealed) throw new Refusal('Presscheck is not installed in this workspace any more.', '');
    return installations.open(workspace, sealed);
  }

  return {
    async about(workspace) {
      const { apiKey } = await standing(workspace);
      return apiKey && { by: apiKey.by, at: apiKey.at };
    },
    async enter(workspace, key, by) {
      const { installation } = await standing(workspace);
      const { service } = createOutside(surroundings, {
        workspace,
        botToken: installation.botToken,
        apiKey: key,
        keyMend: 'Nothing was changed.',
      });
      const me = await createQuestions(service, log).me({ lane: 'person' });
      if (!(await installations.keepApiKey(workspace, { key, by, at: now() })))
        throw new Refusal('Presscheck is not installed in this workspace any more.', '');
      return me;
    },
    remove: (workspace) => installations.removeApiKey(workspace),
  };
}
