package dev.mandate.ports.custody;

/** Who sees to it that control of an account is given to nobody who could never exercise it. */
public enum AdminCheck {
    /** The engine: an admin without a key must be a smart account that it knows. */
    ENGINE,
    /**
     * The caller, by {@link TransactionPlan#appointments}. Whoever serves several tenants must not leave it to the engine, which knows the
     * accounts of all of them: its refusal would tell one what another one has.
     */
    CALLER
}
