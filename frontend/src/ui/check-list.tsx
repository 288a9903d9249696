import { Check } from 'lucide-react';

export function CheckList({ points }: { points: readonly string[] }) {
  return (
    <ul className="grid gap-2.5">
      {points.map((point) => (
        <li key={point} className="grid grid-cols-[1.5rem_1fr] gap-3">
          <Check aria-hidden className="mt-0.5 size-5.5 text-water" />
          {point}
        </li>
      ))}
    </ul>
  );
}
