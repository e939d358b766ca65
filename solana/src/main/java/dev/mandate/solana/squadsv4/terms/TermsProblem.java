package dev.mandate.solana.squadsv4.terms;

import dev.mandate.domain.account.SettingsProblem;
import io.vavr.collection.Array;

/** Why well-formed account data has no meaning in the domain. The program never writes such accounts. */
public sealed interface TermsProblem {

    /** With these settings nobody could govern the account. */
    record Ungovernable(Array<SettingsProblem> problems) implements TermsProblem {}

    /** Inconsistent indexes: stale exceeds newest, or the next index exceeds 18 digits. */
    record BadIndex(long transactionIndex, long staleTransactionIndex) implements TermsProblem {}

    /** The status {@code Executing}, which the program no longer uses. */
    record Executing() implements TermsProblem {}
}
