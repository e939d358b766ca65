package dev.mandate.solana.squadsv4.account;

import io.vavr.control.Option;

/**
 * The kinds of account that the program owns, with the eight bytes by which each begins: the first eight of the SHA-256 of
 * {@code account:} and the name.
 */
public enum AccountType {
    MULTISIG("Multisig", 0xe074_79ba_44a1_4fecL),
    PROPOSAL("Proposal", 0x1a5e_bdbb_7488_3521L),
    CONFIG_TRANSACTION("ConfigTransaction", 0x5e08_0423_718b_8b70L),
    VAULT_TRANSACTION("VaultTransaction", 0xa8fa_a264_510e_a2cfL),
    SPENDING_LIMIT("SpendingLimit", 0x0ac9_1ba0_dac3_de98L),
    PROGRAM_CONFIG("ProgramConfig", 0xc4d2_5ae7_9095_8c3fL),
    TRANSACTION_BUFFER("TransactionBuffer", 0x5a24_23db_5de1_6e60L);

    private static final AccountType[] ALL = values();

    private final String programName;
    private final long discriminator;

    AccountType(String programName, long discriminator) {
        this.programName = programName;
        this.discriminator = discriminator;
    }

    /** The kind of that discriminator, its first byte highest; none where there is no such one. */
    public static Option<AccountType> of(long discriminator) {
        for (AccountType type : ALL) {
            if (type.discriminator == discriminator) {
                return Option.some(type);
            }
        }
        return Option.none();
    }

    /** The eight bytes, the first one highest. */
    public long discriminator() {
        return discriminator;
    }

    /** As the program's IDL spells it. */
    public String programName() {
        return programName;
    }
}
