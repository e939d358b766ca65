package dev.mandate.solana.programs.account;

import dev.mandate.solana.bytes.ReadProblem;
import io.vavr.control.Either;

/** Why an account's data cannot be decoded. */
public sealed interface AccountProblem {

    /**
     * No account of this kind has this length.
     *
     * @param expected in bytes; the least length if there are several
     */
    record WrongLength(int length, int expected) implements AccountProblem {}

    /** The data is not a valid encoding of the fields. */
    record Malformed(ReadProblem cause) implements AccountProblem {}

    /** The account has the right length, but is not initialized. */
    record NotInitialized() implements AccountProblem {}

    /** Returns the account that was read, if it is initialized. */
    static <T> Either<AccountProblem, T> initialized(boolean initialized, Either<ReadProblem, T> read) {
        return read.<AccountProblem>mapLeft(Malformed::new)
                .filterOrElse(account -> initialized, account -> new NotInitialized());
    }
}
