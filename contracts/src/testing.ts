import { type PublicRoute, publicRoutes } from './public-api/index.ts';

/** The public call that an address stands for, so that a test can hold its answer against what the contracts promise. */
export function findPublicRoute(method: string, pathname: string): PublicRoute | undefined {
  const asked = pathname.split('/');
  return publicRoutes.find((route) => {
    const parts = route.path.split('/');
    const same = (part: string, index: number) => part.startsWith('{') || part === asked[index];
    return route.method === method && parts.length === asked.length && parts.every(same);
  });
}

/** Returns the tags of the rows in frontend/README.md that a test proves, to begin its name with. */
export function spec(...tags: readonly string[]): string {
  return `[${tags.join(' ')}]`;
}
