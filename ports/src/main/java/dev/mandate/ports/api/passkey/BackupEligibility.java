package dev.mandate.ports.api.passkey;

/** Whether a credential may be copied to other devices. It is fixed when the credential is made (WebAuthn Level 3, 6.1.3). */
public enum BackupEligibility {
    MULTI_DEVICE,
    SINGLE_DEVICE
}
