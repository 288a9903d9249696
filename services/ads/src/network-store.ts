import type { NetworkAd } from './domain/network-ad.ts';
import type { Db } from './store.ts';
import type { NetworkAdTable } from './tables.ts';

/** Upserts a network's ad and extends its expiry. */
export async function upsertNetworkAd(
  db: Db,
  ad: Pick<NetworkAd, 'title' | 'description' | 'clickUrl'> & {
    id: string;
    network: NetworkAdTable['network'];
    pictureId: string | null;
    until: Date;
  },
): Promise<void> {
  const values = {
    network: ad.network,
    title: ad.title,
    description: ad.description,
    picture_id: ad.pictureId,
    click_url: ad.clickUrl,
    until: ad.until,
  };
  await db
    .insertInto('network_ad')
    .values({ id: ad.id, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
}

export async function upsertPicture(db: Db, id: string, bytes: Buffer, at: Date): Promise<void> {
  await db
    .insertInto('picture')
    .values({ id, bytes, used_at: at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ used_at: at }))
    .execute();
}

export async function findPicture(db: Db, id: string): Promise<Buffer | null> {
  const row = await db.selectFrom('picture').select('bytes').where('id', '=', id).executeTakeFirst();
  return row?.bytes ?? null;
}

export async function findNetworkAds(db: Db, now: Date): Promise<NetworkAdTable[]> {
  // The order must be stable: inline and sidebar each show every second ad, so that they never show the same ad.
  return db.selectFrom('network_ad').selectAll().where('until', '>', now).orderBy('id').limit(20).execute();
}

export async function findNetworkAd(db: Db, id: string): Promise<NetworkAdTable | null> {
  const row = await db.selectFrom('network_ad').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Deletes ads that expired before a time, and pictures that no ad uses. */
export async function deleteOldNetworkAds(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('network_ad').where('until', '<', before).execute();
  await db
    .deleteFrom('picture')
    .where('used_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('network_ad').select('network_ad.id').whereRef('network_ad.picture_id', '=', 'picture.id')),
      ),
    )
    .execute();
}
