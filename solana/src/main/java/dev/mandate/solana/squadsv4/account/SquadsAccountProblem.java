package dev.mandate.solana.squadsv4.account;

import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.bytes.ReadProblem;

/** Why an account's data is not what it should be. */
public sealed interface SquadsAccountProblem {

    /** There is no discriminator: the account is empty, or another program's. */
    record NoDiscriminator(int dataLength) implements SquadsAccountProblem {}

    /**
     * The program has no such kind of account, or none that is known here.
     *
     * @param discriminator the first eight bytes
     */
    record UnknownDiscriminator(Bytes discriminator) implements SquadsAccountProblem {}

    /** The account is of another kind. */
    record OtherType(AccountType expected, AccountType actual) implements SquadsAccountProblem {}

    /** The fields are not the encoding of any. */
    record BadFields(AccountType type, ReadProblem cause) implements SquadsAccountProblem {}
}
