import type { Variants } from '#sandbox/service/variants.ts';

type Facts = Record<string, unknown>;

/** The response to a create request, with the ID where the variant puts it, or without one. */
export function answerCreated(id: string, facts: Facts, { idName, idPlace }: Variants): Facts {
  if (idPlace === 'none') return { success: true, ...facts };
  return idPlace === 'top' ? { [idName]: id, ...facts } : { [idPlace]: { [idName]: id, ...facts } };
}

/** An update returns the ID in any case: that much is in the contract. */
export function answerUpdated(id: string, variants: Variants): Facts {
  return answerCreated(id, {}, variants.idPlace === 'none' ? { ...variants, idPlace: 'top' } : variants);
}

/** The answer of `POST /campaigns`. */
export function answerCampaign(campaignId: string, { campaignAnswer }: Variants): Facts {
  const status = 'GENERATING';
  switch (campaignAnswer) {
    case 'full':
      return { campaignId, status, queued: true, generation: {} };
    case 'id':
      return { id: campaignId, status };
    case 'data':
      return { data: { campaignId, status, queued: true } };
    default:
      return { status };
  }
}
