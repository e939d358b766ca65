package dev.mandate.ports.api.refusal;

/** What kind of failure a code means. Of several problems the one whose kind comes first decides. */
public enum FailureKind {
    /** The caller is not known. */
    UNKNOWN_CALLER(0),
    /** The caller may not do this. */
    FORBIDDEN(1),
    /** The operator holds what the request is about. */
    HELD(1),
    /** What the request names does not exist for the caller. */
    UNKNOWN(2),
    /** The request cannot be read. */
    MALFORMED(3),
    /** The present state does not allow it; another state may. */
    CONFLICT(4),
    /** A rule forbids it. */
    REFUSED(5),
    /** What the request needs existed, and has ended. */
    OVER(6),
    /** Too much was asked for within a time. */
    TOO_MANY(6),
    /** A fault of the engine or its host. */
    FAULT(6),
    /** It is not offered here. */
    UNSUPPORTED(6),
    /** Another system gave an answer that makes no sense. */
    BAD_ANSWER(6),
    /** Something that the request needs does not work now. */
    UNAVAILABLE(6),
    /** The result is not known yet. */
    PENDING(6);

    private final int precedence;

    FailureKind(int precedence) {
        this.precedence = precedence;
    }

    int precedence() {
        return precedence;
    }
}
