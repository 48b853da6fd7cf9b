/** Passkeys: what the browser is asked on behalf of the server, and what it answers. */
import { ApiError, api, type Resumed } from "./api";
import { t } from "./i18n.svelte";

/** Why there can be no passkeys here: the page does not come safely, or the browser knows none. */
export function whyNot(): "insecure" | "browser" | null {
  if (!globalThis.isSecureContext) return "insecure";
  return "parseCreationOptionsFromJSON" in (globalThis.PublicKeyCredential ?? {}) ? null : "browser";
}

/** Makes a passkey on this device. */
export async function makePasskey(name: string): Promise<void> {
  const { options } = await api.passkeyOptions();
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as PublicKeyCredentialCreationOptionsJSON,
  );
  const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  const { id, response } = credential.toJSON() as RegistrationResponseJSON;
  const answer = { id, client_data: response.clientDataJSON, attestation: response.attestationObject };
  await api.addPasskey(name || null, answer);
}

/** Makes this device that of whoever has the passkey that the person chooses. */
export async function enter(): Promise<Resumed> {
  const { options } = await api.signInOptions();
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as PublicKeyCredentialRequestOptionsJSON,
  );
  const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  const { id, response } = credential.toJSON() as AuthenticationResponseJSON;
  return api.signIn({
    id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
  });
}

/** What went wrong, in words: browsers do not say whether somebody has called it off, or there is none. */
export function told(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  const name = error instanceof DOMException ? error.name : "";
  if (name === "InvalidStateError") return t("passkeys.have");
  return name === "NotAllowedError" || name === "AbortError" ? t("passkeys.called-off") : String(error);
}
