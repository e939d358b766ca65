package dev.mandate.ports.custody;

/** Who checks that a new admin of an account is able to sign. */
public enum AdminCheck {
    /** The engine. An admin without a key must be a smart account that the engine knows. */
    ENGINE,
    /**
     * The caller, with {@link TransactionPlan#appointments}. A caller that serves several tenants must use this. The engine knows the
     * accounts of all tenants, so its answer would reveal to one tenant which accounts another one has.
     */
    CALLER
}
