import { type Page, pages } from '@xrp-bridge/contracts/pages';
import { GetConfig, GetMaintenanceStatus } from '@xrp-bridge/contracts/public-api';
import type { InitialData, PageRenderer, RenderedPage } from './page-renderer.ts';
import type { PublicConfig } from './public-config.ts';

export interface PrerenderedPages {
  /** Pages by their path pattern in the contracts. */
  pages: Record<string, RenderedPage>;
  /** The page that replaces pages without `staysOpen` during maintenance. */
  closed: RenderedPage;
}

/**
 * Renders the landing pages with this installation's settings.
 * Closes the renderer afterwards, so that its memory is freed.
 * @throws Error if a page cannot be rendered
 */
export async function prerenderPages(renderer: PageRenderer, config: PublicConfig): Promise<PrerenderedPages> {
  const open: InitialData = { [GetConfig.path]: config };
  const render = async (path: string, initialData: InitialData) => {
    const page = await renderer.render(path, initialData);
    if (!page) throw new Error(`${path} was not rendered`);
    return page;
  };
  try {
    const prerendered = Object.values<Page>(pages).filter((page) => page.prerendered);
    return {
      pages: Object.fromEntries(
        await Promise.all(prerendered.map(async ({ path }) => [path, await render(path, open)] as const)),
      ),
      closed: await render(pages.home.path, { ...open, [GetMaintenanceStatus.path]: { maintenanceMode: true } }),
    };
  } finally {
    await renderer.close();
  }
}
