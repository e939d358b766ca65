package dev.mandate.ports.api.custody;

/** What happens to spending limits that name a removed signer. Removal from the account does not end them by itself. */
public enum LeaversLimits {
    /** Refuse the change, and list these limits. */
    REFUSE,
    /** Remove these limits in the same change. */
    REVOKE,
    /** Leave them. The removed signer can still spend. */
    KEEP
}
