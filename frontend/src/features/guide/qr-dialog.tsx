import { Address } from '../../ui/address.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { QrCode } from '../../ui/qr-code.tsx';

/** Shows the plain address as a QR code, which the apps of exchanges can scan. */
export function QrDialog({ address, onClose }: { address: string; onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Scan with your exchange’s app">
      <div className="grid justify-items-center">
        <QrCode text={address} label="QR code of your XRP address" />
      </div>
      <p className="text-ink-2">Then compare the address in the app with this one:</p>
      <Address value={address} />
    </Dialog>
  );
}
