package dev.mandate.ports.custody;

/** What becomes of the spending limits that name a signer who leaves: leaving the account does not end them by itself. */
public enum LeaversLimits {
    /** Refuse the change, and say which limits they are. */
    REFUSE,
    /** Remove those limits in the same change. */
    REVOKE,
    /** Leave them as they are: who left may go on spending. */
    KEEP
}
