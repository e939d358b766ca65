package dev.mandate.domain.review;

import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.chain.Address;
import io.vavr.collection.Array;

/**
 * An address that gets money, or may get some.
 *
 * @param instruction zero-based, as in {@link GiveawayWarning}
 */
public record MoneyReceiver(int instruction, Address address, Form form) {

    /** How the money arrives. */
    public enum Form {
        /** As lamports, or as tokens in an account of the address. The address must be a wallet. */
        TO_WALLET,
        /** As lamports. */
        LAMPORTS,
        /** As tokens in the token account at the address. Its owner must be a wallet. */
        TOKENS,
        /** As anything that a host allows. */
        LISTED
    }

    /** Those whom {@code action} lets receive money. */
    public static Array<MoneyReceiver> of(SettingsAction action) {
        Array<Address> receivers = switch (action) {
            case SettingsAction.AddSpendingLimit add -> add.terms().destinations();
            case SettingsAction.SetRentCollector set -> set.collector().toArray();
            case SettingsAction.AddSigner add -> Array.empty();
            case SettingsAction.RemoveSigner remove -> Array.empty();
            case SettingsAction.ChangeThreshold change -> Array.empty();
            case SettingsAction.SetTimeLock set -> Array.empty();
            case SettingsAction.RemoveSpendingLimit remove -> Array.empty();
        };
        return receivers.map(address -> new MoneyReceiver(0, address, Form.TO_WALLET));
    }

    /** The same for another instruction. */
    public MoneyReceiver at(int other) {
        return new MoneyReceiver(other, address, form);
    }

    /**
     * Whether somebody could use the money.
     *
     * @param kind what is at the address; for {@link Form#TOKENS} at the address of the token account's owner, once there is one
     */
    boolean canUse(AddressKind kind) {
        return switch (kind) {
            case OTHER -> true;
            case WRAPPED_SOL_ACCOUNT -> form == Form.LAMPORTS || form == Form.LISTED;
            case TOKEN_ACCOUNT -> form == Form.LISTED;
            case PROGRAM, SYSVAR, MINT, ACCOUNT_STATE -> false;
        };
    }
}
