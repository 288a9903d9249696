import { pages, stepCookie } from '@xrp-bridge/contracts/pages';
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

/** Returns null for callers who do not own the transfer, and if the content is refused or late. */
type RenderForOwner = (request: FastifyRequest, reply: FastifyReply, transferId: unknown) => Promise<OwnersPage | null>;

/**
 * Creates the functions that render the pages of a transfer for its owner.
 * A page contains the answers of the API for this caller.
 */
export function createOwnersPages(
  { services, ownerCookie, pause }: Pick<Context, 'services' | 'ownerCookie' | 'pause'>,
  renderer: PageRenderer,
  config: PublicConfig,
): { guide: RenderForOwner; checkout: RenderForOwner } {
  const views = createTransferViews({ services, ownerCookie });

  async function renderGuide(request: FastifyRequest, reply: FastifyReply, id: string): Promise<OwnersPage | null> {
    const caller = { request, reply };
    const [transfer, written] = await Promise.all([
      views.read(caller, id),
      // The instructions are refused before the payment and after a refund.
      views.readInstructions(caller, id).catch(() => null),
    ]);
    const path = pages.guide.path.replace(':id', id);
    if (!transfer.access.guide) return renderWith(path, { [pathOf(ReadTransfer, id)]: transfer });
    // The steps of another version may contain another address.
    if (!written?.mine || written.version !== transfer.version) return null;
    const page = await renderWith(path, {
      [pathOf(ReadTransfer, id)]: transfer,
      [pathOf(GetInstructions, id)]: written,
      [stepKey]: readStep(request) ?? 0,
    });
    const { destinationAddress } = transfer;
    return page && { ...page, address: destinationAddress === 'pending' ? null : destinationAddress };
  }

  async function renderCheckout(request: FastifyRequest, reply: FastifyReply, id: string): Promise<OwnersPage | null> {
    const transfer = await views.read({ request, reply }, id);
    // The checkout of a paid transfer leads to the guide.
    if (transfer.access.guide) return null;
    return renderWith(`${pages.checkout.path}?transfer=${id}`, { [pathOf(ReadTransfer, id)]: transfer });
  }

  async function renderWith(path: string, answers: Record<string, unknown>): Promise<OwnersPage | null> {
    const page = await renderer.render(path, { [GetConfig.path]: config, ...answers });
    return page && { ...page, address: null };
  }

  function forOwner(
    render: (request: FastifyRequest, reply: FastifyReply, id: string) => Promise<OwnersPage | null>,
  ): RenderForOwner {
    return async (request, reply, transferId) => {
      const { data: id } = transferIdSchema.safeParse(transferId);
      if (id === undefined) return null;
      const rendered = ownerCookie
        .isHeldBy(request, reply, id)
        .then((mine) => (mine ? render(request, reply, id) : null))
        .catch(() => null);
      return Promise.race([rendered, pause(longestWaitMs).then(() => null)]);
    };
  }

  return { guide: forOwner(renderGuide), checkout: forOwner(renderCheckout) };
}

const pathOf = ({ path }: { path: string }, id: string) => path.replace('{id}', id);

/** Returns the step that the browser's cookie names, counted from 0; null without a valid cookie. */
export function readStep({ server, headers: { cookie } }: FastifyRequest): number | null {
  const step = cookie ? (server.parseCookie(cookie)[stepCookie] ?? '') : '';
  return /^\d{1,2}$/.test(step) && Number(step) < mostSteps ? Number(step) : null;
}
