/** Draws a series as a line without axes. The values must also be shown as text and in a table. */
export function Sparkline({ values, className }: { values: readonly number[]; className?: string }) {
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const points = values.map((value, index) => {
    const x = (100 * index) / Math.max(1, values.length - 1);
    return `${x.toFixed(1)},${(27 - (24 * (value - low)) / span).toFixed(1)}`;
  });
  return (
    <svg viewBox="0 0 100 30" preserveAspectRatio="none" aria-hidden className={className}>
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
        strokeLinejoin="round"
      />
    </svg>
  );
}
