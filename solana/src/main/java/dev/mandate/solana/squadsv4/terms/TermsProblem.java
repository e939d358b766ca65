package dev.mandate.solana.squadsv4.terms;

import dev.mandate.domain.account.SettingsProblem;
import io.vavr.collection.Array;

/** Why well-formed account data has no meaning in the domain. The program does not write such accounts. */
public sealed interface TermsProblem {

    /** Settings that nobody could govern. */
    record Ungovernable(Array<SettingsProblem> problems) implements TermsProblem {}

    /** Indexes that do not fit together: stale above newest, or beyond 63 bits. */
    record BadIndex(long transactionIndex, long staleTransactionIndex) implements TermsProblem {}

    /** The status {@code Executing}, which the program gave up long ago. */
    record Executing() implements TermsProblem {}
}
