import type { StoredRecord } from '@ctx/contract';
import type { BrokenStores } from './broken-store.ts';
import { type Medium, SOUND, sampleStore } from './sample-store.ts';

const pause = () => new Promise((resolve) => setTimeout(resolve, 1));

/** Waits for rows, and yields what `pick` returns for each. */
const following = (pick: (row: StoredRecord, medium: Medium) => StoredRecord[]) =>
  async function* (medium: Medium, fromSeq: number, isOver: () => boolean): AsyncGenerator<StoredRecord> {
    for (let next = fromSeq - 1; !isOver(); ) {
      const row = medium.rows[next];
      if (row === undefined) await pause();
      else {
        next += 1;
        yield* pick(row, medium);
      }
    }
  };

/** Defects of claims and of following. */
export const BROKEN_CLAIMS: BrokenStores = {
  'grants every claim': [sampleStore({ claim: () => 1 }), /A claim that somebody else holds was granted/],
  'gives a renewed claim a new epoch': [
    (() => {
      let epoch = 0;
      return sampleStore({ claim: () => ++epoch, isFenced: () => false });
    })(),
    /The same owner got epoch 1, then 2/,
  ],
  'refuses with another code': [
    sampleStore({
      claim: (medium, owner) => {
        if (medium.claim !== undefined && medium.claim.owner !== owner) throw new Error('taken');
        medium.claim = { owner, until: 0, epoch: 1 };
        return 1;
      },
    }),
    /was refused with|claim\(\) rejected/,
  ],
  'lets an old epoch write': [sampleStore({ isFenced: () => false }), /the epoch of an expired claim was accepted/],
  'keeps a claim that was given back': [
    sampleStore({ claim: (medium, owner, ttlMs) => SOUND.claim(medium, owner, ttlMs || 60_000) }),
    /After claim\(owner, 0\), a claim of another owner was refused with/,
  ],
  'gives the next owner the epoch of a claim that was given back': [
    sampleStore({
      claim: (medium, owner, ttlMs) => {
        const epoch = SOUND.claim(medium, owner, ttlMs);
        if (ttlMs === 0) medium.claim = undefined;
        return epoch;
      },
    }),
    /A claim after one that was given back got epoch 1 after 1/,
  ],
  'gives no epoch': [sampleStore({ claim: () => undefined as unknown as number }), /resolved with the epoch undefined/],
  'returns only new records to followers': [
    sampleStore({
      follow: (medium, fromSeq, isOver) =>
        following((row) => [row])(medium, Math.max(fromSeq, medium.rows.length + 1), isOver),
    }),
    /A follower did not get the existing records/,
  ],
  'returns a record twice to followers': [
    sampleStore({ follow: following((row) => [row, row]) }),
    /A follower got|A slow follower got/,
  ],
  'leaves followers waiting forever': [
    sampleStore({
      follow: async function* (medium, fromSeq) {
        yield* medium.rows.filter(({ seq }) => seq >= fromSeq);
        await new Promise(() => {});
      },
    }),
    /A follower did not get/,
  ],
  'ends following at the newest record': [
    sampleStore({
      follow: async function* (medium, fromSeq) {
        yield* medium.rows.filter(({ seq }) => seq >= fromSeq);
      },
    }),
    /A follower got abc instead of abcdef|got record/,
  ],
};
