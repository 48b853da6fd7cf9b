/** Points that an action would earn, if the server has said so. */
export function gainOf(
  previews: { action: string | null; gain?: number; best?: number }[],
  action: string,
): number | null {
  const preview = previews.find((one) => one.action === action);
  return preview?.gain ?? preview?.best ?? null;
}
