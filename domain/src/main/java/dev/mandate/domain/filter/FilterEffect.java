package dev.mandate.domain.filter;

/** The effect of a filter on the calls that it applies to. A DENY counts more than every ALLOW. */
public enum FilterEffect {
    ALLOW,
    DENY
}
