export function CheckoutPage() {
  return null;
}
export function FailedPage() {
  return null;
}
