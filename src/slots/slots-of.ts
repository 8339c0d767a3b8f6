/** A brand's posting times, in the time zone that applies to all of the brand's times. */
import type { TeamSettings } from '#src/settings/settings-store.ts';
import type { PostingSlotStore } from './slot-store.ts';

interface Sources {
  slotStore: Pick<PostingSlotStore, 'of'>;
  teamSettings: Pick<TeamSettings, 'brand'>;
}

export const slotsOf =
  ({ slotStore, teamSettings }: Sources): PostingSlotStore['of'] =>
  async (workspace, brand) => {
    const [slots, settings] = await Promise.all([
      slotStore.of(workspace, brand),
      teamSettings.brand(workspace, brand),
    ]);
    return { ...slots, ...(settings.zone && { zone: settings.zone }) };
  };
