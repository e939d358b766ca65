package dev.mandate.ports.spi.program;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.FoundAccount;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Why an account cannot be read as the expected kind. */
public sealed interface LayoutProblem {

    /** Another program owns it. */
    record ForeignOwner(Address owner) implements LayoutProblem {}

    /**
     * The program owns it, but it belongs to another smart account.
     *
     * @param settings the address of that smart account's settings
     */
    record OfAnotherAccount(SettingsAddress settings) implements LayoutProblem {}

    /**
     * The program owns it, but this kind of account, or this version of it, is not known here.
     *
     * @param mark the bytes that name the kind or version
     */
    record UnknownKind(Bytes mark) implements LayoutProblem {}

    /**
     * The program owns it, but it is of another kind or damaged.
     *
     * @param detail for the operator
     */
    record Unreadable(String detail) implements LayoutProblem {}

    /**
     * The message names an entry of a lookup table that the table does not have.
     *
     * @param index of the entry
     * @param entries how many the table has
     */
    record MissingEntry(Address table, int index, int entries) implements LayoutProblem {}

    /** The account; none if it is absent. */
    static Either<LayoutProblem, Option<AccountData>> owned(FoundAccount found) {
        return switch (found) {
            case FoundAccount.Absent absent -> Either.right(Option.none());
            case FoundAccount.Owned(AccountData account) -> Either.right(Option.some(account));
            case FoundAccount.Foreign(Address owner) -> Either.left(new ForeignOwner(owner));
        };
    }
}
