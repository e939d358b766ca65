package dev.mandate.ports.api.refusal;

import java.util.Locale;

/** A code of a failure. The engine's are the constants of {@link ErrorCode}; an adapter adds those of its own transport. */
public interface FailureCode {

    /** The constant's name. */
    String name();

    FailureKind kind();

    /** Its meaning, as one sentence. */
    String meaning();

    /** The word for programs: {@code threshold_exceeds_voters}. */
    default String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Of several problems the one with the lowest precedence decides the code. */
    default int precedence() {
        return 3 * kind().precedence() + 1;
    }

    /** Whether only time or more signers are missing. */
    default boolean isMissing() {
        return false;
    }
}
