package dev.mandate.solana.squadsv4.account;

import dev.mandate.solana.squadsv4.SquadsV4;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.control.Option;

/** The kinds of accounts that the program owns. */
public enum AccountType {
    MULTISIG("Multisig"),
    PROPOSAL("Proposal"),
    CONFIG_TRANSACTION("ConfigTransaction"),
    VAULT_TRANSACTION("VaultTransaction"),
    SPENDING_LIMIT("SpendingLimit"),
    PROGRAM_CONFIG("ProgramConfig"),
    TRANSACTION_BUFFER("TransactionBuffer");

    private static final Map<Long, AccountType> BY_DISCRIMINATOR =
            Array.of(values()).toMap(AccountType::discriminator, type -> type);

    private final String programName;
    private final long discriminator;

    AccountType(String programName) {
        this.programName = programName;
        this.discriminator = SquadsV4.discriminator("account:" + programName);
    }

    /** Returns the kind with this discriminator (first byte highest); none if it is unknown. */
    public static Option<AccountType> of(long discriminator) {
        return BY_DISCRIMINATOR.get(discriminator);
    }

    /** Returns the first eight bytes of the account's data, the first one highest. */
    public long discriminator() {
        return discriminator;
    }

    /** Returns the name in the program's IDL. */
    public String programName() {
        return programName;
    }
}
