import { adsApi, type postSchema, type Variation } from '@xrp-bridge/contracts/ads';
import { postLengthOf } from '@xrp-bridge/contracts/post-length';
import { handle, type RouteHandler } from '@xrp-bridge/runtime';
import type { z } from 'zod';
import type { Context } from './context.ts';
import { moneyRoutes } from './money-routes.ts';
import { listPosts, type Post } from './post-store.ts';
import { changeAutomation, viewAutomation } from './use-cases/automation.ts';
import { addVariation, editVariation } from './use-cases/change-pool.ts';
import { postNext, previewNext } from './use-cases/post-next.ts';
import { testX } from './use-cases/test-x.ts';
import { listVariations, type StoredVariation } from './variation-store.ts';

export function adsRoutes(context: Context): RouteHandler[] {
  const { db } = context;

  return [
    handle(adsApi.readAutomation, () => viewAutomation(context)),
    handle(adsApi.changeAutomation, ({ body }) => changeAutomation(context, body)),
    handle(adsApi.previewNextPost, async () => ({ preview: await previewNext(context) })),
    handle(adsApi.postNext, ({ body }) => postNext(context, body.operator)),
    handle(adsApi.listPosts, async ({ query }) => {
      const { rows, nextCursor } = await listPosts(db, query);
      return { posts: rows.map(toPublicPost), nextCursor };
    }),

    handle(adsApi.listVariations, async ({ query }) => {
      const { rows, nextCursor } = await listVariations(db, query);
      return { variations: rows.map(toPublicVariation), nextCursor };
    }),
    handle(adsApi.addVariation, async ({ body }) => toPublicVariation(await addVariation(context, body))),
    handle(adsApi.editVariation, async ({ params, body }) =>
      toPublicVariation(await editVariation(context, params.id, body)),
    ),

    handle(adsApi.testX, ({ body }) => testX(context, body)),

    ...moneyRoutes(context),
  ];
}

function toPublicPost(post: Post): z.infer<typeof postSchema> {
  return {
    id: post.id,
    theme: post.theme,
    text: post.text,
    status: post.status,
    trigger: post.trigger,
    operator: post.operator,
    window: post.window,
    plannedAt: post.plannedAt.toISOString(),
    postedAt: post.postedAt?.toISOString() ?? null,
    postId: post.providerId,
    why: post.why,
  };
}

function toPublicVariation(variation: StoredVariation): Variation {
  return {
    id: variation.id,
    theme: variation.theme,
    text: variation.text,
    weightedLength: postLengthOf(variation.text),
    timesPosted: variation.timesPosted,
    lastPostedAt: variation.lastPostedAt?.toISOString() ?? null,
    retiredAt: variation.retiredAt?.toISOString() ?? null,
    createdAt: variation.createdAt.toISOString(),
  };
}
