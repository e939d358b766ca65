package dev.mandate.domain.access;

/** What the operator lets a tenant do. */
public enum TenantStanding {
    /** Whatever its keys allow. */
    ACTIVE,
    /** Only calls of the scope {@link Scope#READ}. */
    SUSPENDED
}
