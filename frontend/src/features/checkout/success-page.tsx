export function SuccessPage() {
  return null;
}
