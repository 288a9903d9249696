import { stepCookie } from '@xrp-bridge/contracts/pages';
import { GetConfig, GetInstructions, ReadTransfer } from '@xrp-bridge/contracts/public-api';
import { transferIdSchema } from '@xrp-bridge/contracts/transfer';
import type { FastifyReply, FastifyRequest } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';
import { createTransferViews } from '../transfer-views.ts';
import type { PageRenderer } from './page-renderer.ts';
import type { PublicConfig } from './public-config.ts';
import type { OwnersPage } from './template.ts';

/** Mirrors `stepKey` of frontend/src/lib/api/initial-data.ts. */
const stepKey = 'step';
const mostSteps = 20;

/** The maximum time until the page is sent without its content, which the browser then fetches. */
const longestWaitMs = 2_000;

/**
 * Creates the function that renders the guide for its owner.
 * The page has the answers of the API for this caller. The function returns null for all other callers, and if the guide
 * is refused or late.
 */
export function createGuidePage(
  { services, ownerCookie, pause }: Pick<Context, 'services' | 'ownerCookie' | 'pause'>,
  renderer: PageRenderer,
  config: PublicConfig,
) {
  const views = createTransferViews({ services, ownerCookie });

  async function render(request: FastifyRequest, reply: FastifyReply, pathname: string): Promise<OwnersPage | null> {
    const id = pathname.split('/')[2] ?? '';
    if (!transferIdSchema.safeParse(id).success) return null;
    if (!(await ownerCookie.isHeldBy(request, reply, id))) return null;
    const caller = { request, reply };
    const [transfer, written] = await Promise.all([views.read(caller, id), views.readInstructions(caller, id)]);
    // The steps of another version may contain another address.
    if (!transfer.mine || !written.mine || written.version !== transfer.version) return null;
    const page = await renderer.render(pathname, {
      [GetConfig.path]: config,
      [ReadTransfer.path.replace('{id}', id)]: transfer,
      [GetInstructions.path.replace('{id}', id)]: written,
      [stepKey]: readStep(request) ?? 0,
    });
    const { destinationAddress } = transfer;
    return page && { ...page, address: destinationAddress === 'pending' ? null : destinationAddress };
  }

  return async (request: FastifyRequest, reply: FastifyReply, pathname: string): Promise<OwnersPage | null> => {
    const rendered = render(request, reply, pathname).catch(() => null);
    return Promise.race([rendered, pause(longestWaitMs).then(() => null)]);
  };
}

/** Returns the step that the browser's cookie names, counted from 0; null without a valid cookie. */
export function readStep({ server, headers: { cookie } }: FastifyRequest): number | null {
  const step = cookie ? (server.parseCookie(cookie)[stepCookie] ?? '') : '';
  return /^\d{1,2}$/.test(step) && Number(step) < mostSteps ? Number(step) : null;
}
