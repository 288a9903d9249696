import { cx } from './cx.ts';
import { Mark } from './mark.tsx';

interface Shore {
  id: string;
  name: string;
}

const arch = 'M4 44 C 110 -10, 290 -10, 396 44';

/** The points [x, y] of the arch's Bézier curve from which the hangers descend. */
const hangers = [0.14, 0.26, 0.38, 0.5, 0.62, 0.74, 0.86].map((t) => {
  const s = 1 - t;
  const along = (a: number, b: number, c: number, d: number) =>
    s ** 3 * a + 3 * s * s * t * b + 3 * s * t * t * c + t ** 3 * d;
  return [along(4, 110, 290, 396), along(44, -10, -10, 44)] as const;
});

/**
 * Shows the exchange and the wallet as two shores, with an arch that fills with `progress` (0 to 1).
 * The arch is animated at the first render and at each change of `progress`, but not with reduced motion.
 */
export function Bridge({
  from,
  to,
  progress,
  watched,
}: {
  from: Shore | null;
  to: Shore | null;
  progress: number;
  /** Lets a slow light travel along the arch. With reduced motion the light rests in the middle. */
  watched?: boolean;
}) {
  const left = from?.name ?? 'Your exchange';
  const right = to?.name ?? 'Your wallet';
  return (
    <div className="@container">
      {/* In a narrow container (large text on a phone) the shores stand above and below the arch, each beside its
          own name. */}
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-2.5 @max-tight:grid-cols-[auto_minmax(0,1fr)] @max-tight:items-center @max-tight:gap-y-3">
        <ShoreOf shore={from} name={left} />
        <div
          role="img"
          aria-label={`From ${left} to ${right}: ${Math.round(progress * 100)} percent of the way`}
          className="relative h-14 @max-tight:col-span-full @max-tight:h-10"
        >
          <Span className="text-line-strong" dotted />
          <Span
            className="animate-draw text-water transition-[clip-path] duration-900 ease-in-out"
            clipPath={`inset(-12px ${(1 - progress) * 100}% -12px 0)`}
          />
          {watched && <TravelingLight />}
        </div>
        <ShoreOf shore={to} name={right} />
      </div>
    </div>
  );
}

function ShoreOf({ shore, name }: { shore: Shore | null; name: string }) {
  return (
    <div className="grid max-w-24 min-w-21 justify-items-center gap-1.5 text-center leading-tight text-balance sm:max-w-32 @max-tight:contents @max-tight:text-left">
      <Mark of={shore} size="l" />
      <span className="font-semibold">{name}</span>
    </div>
  );
}

/**
 * The path is clipped by an SVG attribute, because the Content-Security-Policy blocks inline styles in
 * prerendered HTML.
 */
function Span({ dotted, className, clipPath }: { dotted?: boolean; className: string; clipPath?: string }) {
  const stroke = { vectorEffect: 'non-scaling-stroke', stroke: 'currentColor', fill: 'none' } as const;
  return (
    <svg
      viewBox="0 0 400 56"
      preserveAspectRatio="none"
      className={cx('absolute inset-0 size-full overflow-visible', className)}
      clipPath={clipPath}
      aria-hidden
    >
      {hangers.map(([x, y]) => (
        <path key={x} d={`M${x} 44V${y}`} {...stroke} strokeWidth="1.5" opacity={dotted ? 0.35 : 0.55} />
      ))}
      <path d="M0 44H400" {...stroke} strokeWidth={dotted ? 2 : 3} opacity={dotted ? 0.5 : 1} strokeLinecap="round" />
      <path
        d={arch}
        {...stroke}
        strokeWidth={dotted ? 3 : 4}
        strokeDasharray={dotted ? '1 9' : undefined}
        strokeLinecap="round"
      />
    </svg>
  );
}

function TravelingLight() {
  const stroke = { vectorEffect: 'non-scaling-stroke', stroke: 'currentColor', fill: 'none' } as const;
  return (
    <svg
      viewBox="0 0 400 56"
      preserveAspectRatio="none"
      className="absolute inset-0 size-full animate-travel text-glint mask-[linear-gradient(90deg,transparent,#000,transparent)] mask-size-[30%_100%] mask-position-[50%_0] mask-no-repeat"
      aria-hidden
    >
      <path d={arch} {...stroke} strokeWidth="10" opacity="0.4" />
      <path d={arch} {...stroke} strokeWidth="4" />
    </svg>
  );
}
