import type { NetworkAd } from './domain/network-ad.ts';
import type { Db } from './store.ts';
import type { NetworkAdTable } from './tables.ts';

/** Keeps what a network has for us, to be shown until then. The same ad again is the same one. */
export async function keepNetworkAd(
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

export async function keepPicture(db: Db, id: string, bytes: Buffer, at: Date): Promise<void> {
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
  // In the order of their ids: places that show every second one must not change them among themselves.
  return db.selectFrom('network_ad').selectAll().where('until', '>', now).orderBy('id').limit(20).execute();
}

export async function findNetworkAd(db: Db, id: string): Promise<NetworkAdTable | null> {
  const row = await db.selectFrom('network_ad').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Forgets ads that are over since long, and pictures that nobody shows. */
export async function forgetNetworkAds(db: Db, before: Date): Promise<void> {
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
