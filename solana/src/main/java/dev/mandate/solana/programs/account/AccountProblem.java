package dev.mandate.solana.programs.account;

import dev.mandate.solana.bytes.ReadProblem;
import io.vavr.control.Either;

/** Why an account's data can't be read as what it is taken for. */
public sealed interface AccountProblem {

    /**
     * Of a length that such an account never has.
     *
     * @param expected in bytes, the least if there are several
     */
    record WrongLength(int length, int expected) implements AccountProblem {}

    /** The fields are not the encoding of any. */
    record Malformed(ReadProblem cause) implements AccountProblem {}

    /** There is room for such an account, but nothing has been written yet. */
    record NotInitialized() implements AccountProblem {}

    /** What was read, if it was initialized. */
    static <T> Either<AccountProblem, T> initialized(boolean initialized, Either<ReadProblem, T> read) {
        return read.<AccountProblem>mapLeft(Malformed::new)
                .filterOrElse(account -> initialized, account -> new NotInitialized());
    }
}
