import type { StepPicture } from '@xrp-bridge/contracts/guides';
import { ChevronDown, Copy, Eye, Nfc, OctagonX, Pointer, Search } from 'lucide-react';
import type { ReactNode } from 'react';

/**
 * Shows a drawing of a step's screen, with the place to press in colour.
 * The drawing is hidden from screen readers, because the text beside it has the same content.
 */
export function StepDrawing({ kind, label }: { kind: StepPicture; label: string }) {
  return (
    <svg viewBox="0 0 240 176" className="h-auto w-full rounded-md bg-sunk" fill="none" aria-hidden>
      {drawings[kind](label)}
    </svg>
  );
}

const drawings: Record<StepPicture, (label: string) => ReactNode> = {
  app: (label) => (
    <Phone>
      {[68, 108, 148].map((x) => (
        <Blank key={x} x={x} y={30} width={24} height={22} />
      ))}
      {[60, 156].map((x) => (
        <Blank key={x} x={x} y={74} width={24} height={24} />
      ))}
      <Place x={94} y={62} width={52} height={52} round={15}>
        <Label x={120} y={96} size={24}>
          {label.charAt(0)}
        </Label>
      </Place>
      <Label x={120} y={152}>
        {label}
      </Label>
      <Hand x={132} y={94} />
    </Phone>
  ),
  search: (label) => (
    <Phone>
      <Place x={64} y={32} width={112} height={36} round={18}>
        <Search x={74} y={41} width={18} height={18} className="stroke-water-deep" />
        <Label x={100} y={56} start>
          {label}
        </Label>
      </Place>
      <Rows at={[92, 122, 152]} />
      <Hand x={150} y={50} />
    </Phone>
  ),
  switch: (label) => (
    <Phone>
      <Rows at={[44, 142, 170]} />
      <Place x={54} y={66} width={132} height={48} round={12}>
        <Label x={60} y={95} start>
          {label}
        </Label>
        <rect x={152} y={80} width={28} height={20} rx={10} className="fill-water" />
        <circle cx={170} cy={90} r={7} className="fill-water-ink" />
      </Place>
      <Hand x={160} y={94} />
    </Phone>
  ),
  row: (label) => (
    <Phone>
      <Rows at={[42, 138, 166]} />
      <Place x={54} y={64} width={132} height={48} round={12}>
        <circle cx={74} cy={88} r={10} className="fill-water" />
        <Label x={92} y={94} start>
          {label}
        </Label>
      </Place>
      <Hand x={156} y={98} />
    </Phone>
  ),
  account: (label) => (
    <Phone>
      <Place x={54} y={30} width={132} height={42} round={21}>
        <Label x={68} y={56} start>
          {label}
        </Label>
        <ChevronDown x={160} y={42} width={18} height={18} className="stroke-water-deep" />
      </Place>
      <Blank x={84} y={88} width={72} height={22} />
      <Rows at={[138, 166]} />
      <Hand x={150} y={60} />
    </Phone>
  ),
  button: (label) => (
    <Phone>
      <circle cx={120} cy={46} r={14} className="fill-line" />
      <Blank x={88} y={68} width={64} height={8} />
      <Place x={62} y={90} width={116} height={42} round={21}>
        <Label x={120} y={117}>
          {label}
        </Label>
      </Place>
      <Blank x={62} y={144} width={116} height={40} />
      <Hand x={158} y={121} />
    </Phone>
  ),
  copy: (label) => (
    <Phone>
      <Code x={95} y={30} />
      <Blank x={70} y={90} width={100} height={7} />
      <Place x={72} y={108} width={96} height={42} round={21}>
        <Copy x={85} y={120} width={18} height={18} className="stroke-water-deep" />
        <Label x={110} y={135} start>
          {label}
        </Label>
      </Place>
      <Hand x={148} y={132} />
    </Phone>
  ),
  address: (label) => (
    <Phone>
      <Code x={95} y={32} />
      <Place x={62} y={98} width={116} height={54} round={12}>
        <Characters x={74} y={98} label={label} />
      </Place>
      <Hand x={156} y={134} />
    </Phone>
  ),
  computer: (label) => (
    <>
      <rect x={16} y={16} width={168} height={118} rx={12} className="fill-card stroke-line-strong" strokeWidth={2} />
      <path d="M16 148h168" className="stroke-line-strong" strokeWidth={6} strokeLinecap="round" />
      <path d="M54 17v116" className="stroke-line" strokeWidth={2} />
      {[36, 58, 80].map((y) => (
        <Blank key={y} x={26} y={y} width={18} height={8} />
      ))}
      <Blank x={68} y={34} width={70} height={10} />
      <Place x={62} y={62} width={114} height={44} round={14}>
        <Label x={119} y={90}>
          {label}
        </Label>
      </Place>
      <Hand x={154} y={97} />
      <path d="M186 96h20v-24" className="stroke-line-strong" strokeWidth={2} />
      <rect x={194} y={44} width={34} height={96} rx={11} className="fill-card stroke-line-strong" strokeWidth={2} />
      <Blank x={201} y={56} width={20} height={34} />
      <circle cx={211} cy={120} r={8} className="fill-line" />
    </>
  ),
  device: (label) => (
    <>
      <path d="M4 88h24" className="stroke-line-strong" strokeWidth={5} />
      <rect x={26} y={44} width={194} height={88} rx={22} className="fill-card stroke-line-strong" strokeWidth={2} />
      <Place x={46} y={58} width={122} height={60} round={10}>
        <Characters x={60} y={61} label={label} />
      </Place>
      <circle cx={194} cy={88} r={14} className="fill-line" />
      <Eye x={152} y={102} width={34} height={34} className="fill-card stroke-water-deep" />
    </>
  ),
  card: (label) => (
    <Phone>
      <Nfc x={100} y={36} width={40} height={40} className="stroke-water" />
      <Place x={46} y={88} width={148} height={76} round={14}>
        <Label x={120} y={132}>
          {label}
        </Label>
      </Place>
      <Blank x={60} y={102} width={22} height={14} />
    </Phone>
  ),
  stop: (label) => (
    <Phone>
      <Code x={95} y={32} />
      <rect x={62} y={98} width={116} height={54} rx={12} className="fill-bad-soft stroke-bad" strokeWidth={3} />
      <text x={74} y={132} fontSize={20} className="fill-bad font-mono font-bold">
        {label}
      </text>
      <OctagonX x={130} y={104} width={42} height={42} className="stroke-bad" />
    </Phone>
  ),
};

/** Draws only the upper part of a phone, so that details are large. */
function Phone({ children }: { children: ReactNode }) {
  return (
    <>
      <rect x={48} y={10} width={144} height={220} rx={22} className="fill-card stroke-line-strong" strokeWidth={2} />
      <path d="M108 20h24" className="stroke-line-strong" strokeWidth={3} strokeLinecap="round" />
      {children}
    </>
  );
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

function Place({ round, children, ...box }: Box & { round: number; children: ReactNode }) {
  return (
    <>
      <rect {...box} rx={round} className="fill-water-soft stroke-water" strokeWidth={3} />
      {children}
    </>
  );
}

/** Draws an element of the screen that is not the place to press. */
function Blank(box: Box) {
  return <rect {...box} rx={Math.min(8, box.height / 2)} className="fill-line" />;
}

function Rows({ at }: { at: readonly number[] }) {
  return at.map((y) => (
    <g key={y}>
      <circle cx={76} cy={y} r={9} className="fill-line" />
      <Blank x={94} y={y - 4} width={66} height={8} />
    </g>
  ));
}

/** Draws the text on or below the place to press. */
function Label({
  x,
  y,
  size = 16,
  start,
  children,
}: {
  x: number;
  y: number;
  size?: number;
  start?: boolean;
  children: string;
}) {
  return (
    <text x={x} y={y} fontSize={size} textAnchor={start ? 'start' : 'middle'} className="fill-water-deep font-bold">
      {children}
    </text>
  );
}

/** Draws the first characters of an address. */
function Characters({ x, y, label }: { x: number; y: number; label: string }) {
  return (
    <>
      <text x={x} y={y + 26} fontSize={20} className="fill-water-deep font-mono font-bold">
        {label}
      </text>
      {[
        [30, 16, 44],
        [0, 36, 74],
      ].map(([right = 0, down = 0, width = 0]) => (
        <rect key={down} x={x + right} y={y + down} width={width} height={7} rx={3.5} className="fill-water/50" />
      ))}
    </>
  );
}

/** Draws a picture that looks like a QR code, but contains nothing. */
function Code({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`} className="stroke-ink-3" strokeWidth={5}>
      <path d="M2.5 2.5h13v13h-13zM34.5 2.5h13v13h-13zM2.5 34.5h13v13h-13z" />
      <path d="M22 5h6M22 14v10M34 24h16M2 25h12M24 34h8v14M40 34v8M44 47h6" />
    </g>
  );
}

function Hand({ x, y }: { x: number; y: number }) {
  return <Pointer x={x} y={y} width={34} height={34} strokeWidth={1.75} className="fill-card stroke-ink" />;
}
