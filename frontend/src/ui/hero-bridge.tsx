import { cx } from './cx.ts';
import { Mark } from './mark.tsx';

interface Shore {
  id: string;
  name: string;
}

/** The arch: the path's `d`, and the same cubic Bézier curve as coordinates. */
const arch = { d: 'M6 84C110 -22 290 -22 394 84', x: [6, 110, 290, 394], y: [84, -22, -22, 84] } as const;

/** The points [x, y] of the arch from which the hangers descend. */
const hangers = [0.1, 0.18, 0.26, 0.34, 0.42, 0.5, 0.58, 0.66, 0.74, 0.82, 0.9].map(
  (t) => [pointAt(t, arch.x), pointAt(t, arch.y)] as const,
);

function pointAt(t: number, [a, b, c, d]: readonly [number, number, number, number]): number {
  const s = 1 - t;
  return s ** 3 * a + 3 * s * s * t * b + 3 * s * t * t * c + t ** 3 * d;
}

/** Shows the large bridge above the choice of exchange and wallet. Each choice appears on its shore. */
export function HeroBridge({ from, to }: { from: Shore | null; to: Shore | null }) {
  const left = from?.name ?? 'Your exchange';
  const right = to?.name ?? 'Your wallet';
  return (
    <div className="@container">
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-end gap-x-1 gap-y-2 @max-tight:grid-cols-[auto_minmax(0,1fr)] @max-tight:items-center @max-tight:gap-x-3 sm:gap-x-2">
        <Mark of={from} size="l" />
        <div
          role="img"
          aria-label={`From ${left} to ${right}: 0 percent of the way`}
          className="@max-tight:col-span-full @max-tight:row-start-2"
        >
          <Structure />
        </div>
        <div className="@max-tight:row-start-3">
          <Mark of={to} size="l" />
        </div>
        <Name>{left}</Name>
        <Name right>{right}</Name>
      </div>
    </div>
  );
}

/** Shows a shore's name. */
function Name({ right, children }: { right?: boolean; children: string }) {
  return (
    <span
      className={cx(
        'col-span-full row-start-2 max-w-[45%] leading-tight font-semibold @max-tight:col-span-1 @max-tight:col-start-2 @max-tight:max-w-none @max-tight:justify-self-start @max-tight:text-left',
        right ? 'justify-self-end text-right @max-tight:row-start-3' : '@max-tight:row-start-1',
      )}
    >
      {children}
    </span>
  );
}

function Structure() {
  const stroke = { vectorEffect: 'non-scaling-stroke', stroke: 'currentColor', strokeLinecap: 'round' } as const;
  return (
    <svg
      viewBox="0 0 400 100"
      preserveAspectRatio="none"
      className="h-19 w-full animate-draw overflow-visible text-water sm:h-28 lg:h-36"
      fill="none"
      aria-hidden
    >
      {hangers.map(([x, y]) => (
        <path key={x} d={`M${x} 84V${y}`} {...stroke} strokeWidth="1.5" opacity="0.4" />
      ))}
      <path d={arch.d} {...stroke} strokeWidth="5" />
      <path d="M0 84H400" {...stroke} strokeWidth="3" className="text-ink" />
      <path d={waves(93, 10)} {...stroke} strokeWidth="1.5" opacity="0.45" />
      <path d={waves(99, 30)} {...stroke} strokeWidth="1.5" opacity="0.25" />
    </svg>
  );
}

/**
 * Returns a path for the water's surface: waves of 20 units at height `y`, from `inset` to the
 * opposite inset.
 */
function waves(y: number, inset: number): string {
  return `M${inset} ${y}${'q5 -3 10 0t10 0'.repeat((400 - 2 * inset) / 20)}`;
}
