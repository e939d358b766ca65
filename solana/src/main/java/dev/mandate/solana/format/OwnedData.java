package dev.mandate.solana.format;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.chain.AccountData;
import dev.mandate.ports.program.LayoutProblem;
import dev.mandate.solana.programs.account.AccountProblem;
import io.vavr.control.Either;

/** Reads an account's data only if the expected program owns the account. Anyone can write any data into an account of their own program. */
final class OwnedData {

    private OwnedData() {}

    /** Returns the data if {@code owner} owns the account. */
    static Either<LayoutProblem, Bytes> by(Address owner, AccountData account) {
        return account.owner().equals(owner)
                ? Either.right(account.data())
                : Either.left(new LayoutProblem.ForeignOwner(account.owner()));
    }

    static <T> Either<LayoutProblem, T> readable(Either<AccountProblem, T> read) {
        return read.mapLeft(problem -> new LayoutProblem.Unreadable(problem.toString()));
    }
}
