package dev.mandate.domain.filter;

/**
 * A reason of a veto. It is answered to the caller, so it must hold no secret.
 *
 * @param rule the id of the rule, stable, not blank. Filters: their id, {@code default} for the default, {@code unread} for what cannot be read
 * @param detail a sentence without its full stop
 */
public record PolicyReason(String rule, String detail) {
    public PolicyReason {
        if (rule.isBlank() || detail.isBlank()) {
            throw new IllegalArgumentException("a reason names its rule and says why");
        }
    }
}
