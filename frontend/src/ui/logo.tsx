export function Logo() {
  return (
    <svg
      viewBox="0 0 40 28"
      className="h-6.5 w-9"
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      strokeLinecap="round"
      aria-hidden
    >
      <path d="M2 22h36" />
      <path d="M4 22C8 8 14 4 20 4s12 4 16 18" className="stroke-water" />
      <path d="M12 22V11m8 11V4m8 18V11" strokeWidth="2" />
    </svg>
  );
}

/** Shows a loading indicator in the form of the bridge. */
export function BridgeLoader({ label }: { label: string }) {
  return (
    <div role="status" className="grid justify-items-center gap-4 py-8 text-ink-2">
      <svg viewBox="0 0 40 28" className="h-14 w-20" fill="none" strokeWidth="2" strokeLinecap="round" aria-hidden>
        <path d="M2 22h36M12 22V11m8 11V4m8 18V11" className="stroke-line-strong" strokeWidth="1.25" />
        <path d="M4 22C8 8 14 4 20 4s12 4 16 18" className="animate-pulse stroke-water" />
      </svg>
      <p>{label}</p>
    </div>
  );
}
