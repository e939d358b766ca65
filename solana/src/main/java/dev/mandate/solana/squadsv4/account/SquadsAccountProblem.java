package dev.mandate.solana.squadsv4.account;

import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.bytes.ReadProblem;

/** Why an account's data cannot be decoded as the expected account. */
public sealed interface SquadsAccountProblem {

    /** The data has no discriminator: the account is empty, or another program owns it. */
    record NoDiscriminator(int dataLength) implements SquadsAccountProblem {}

    /**
     * The kind of account is unknown here.
     *
     * @param discriminator the first eight bytes
     */
    record UnknownDiscriminator(Bytes discriminator) implements SquadsAccountProblem {}

    /** The account is of another kind. */
    record OtherType(AccountType expected, AccountType actual) implements SquadsAccountProblem {}

    /** The data is not a valid encoding of the fields. */
    record BadFields(AccountType type, ReadProblem cause) implements SquadsAccountProblem {}
}
