import { create } from 'qrcode';
import { useMemo } from 'react';

/**
 * Shows a QR code as one SVG path, which is sharp at every size and needs no request.
 * The code is dark on white in both themes, because scanners need that.
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => {
    const { modules } = create(text, { errorCorrectionLevel: 'M' });
    let d = '';
    for (let y = 0; y < modules.size; y += 1) {
      for (let x = 0; x < modules.size; x += 1) if (modules.get(y, x)) d += `M${x} ${y}h1v1h-1z`;
    }
    return { path: d, size: modules.size };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`-4 -4 ${size + 8} ${size + 8}`}
      shapeRendering="crispEdges"
      className="aspect-square w-full max-w-72 rounded-md bg-white text-black"
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}
