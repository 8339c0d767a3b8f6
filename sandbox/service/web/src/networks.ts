import type { LiveNetwork } from '#sandbox/service/live/protocol.ts';

/** The display name of each network, and whether it shows media above the caption. */
export const networks: Record<LiveNetwork['name'], { title: string; picturesFirst: boolean }> = {
  facebook: { title: 'Facebook', picturesFirst: false },
  instagram: { title: 'Instagram', picturesFirst: true },
  twitter: { title: 'X (Twitter)', picturesFirst: false },
  linkedin: { title: 'LinkedIn', picturesFirst: false },
  pinterest: { title: 'Pinterest', picturesFirst: true },
  tiktok: { title: 'TikTok', picturesFirst: true },
  none: { title: 'No social profile', picturesFirst: false },
};
