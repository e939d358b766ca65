package dev.mandate.solana.squadsv4.account;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.bytes.ByteWriter;
import dev.mandate.solana.bytes.Unsigned;
import dev.mandate.solana.squadsv4.ConfigAction;
import io.vavr.collection.Seq;
import io.vavr.control.Either;

/**
 * A prepared change of settings.
 *
 * @param index unsigned
 * @param bump the bump of the account's address
 * @param actions in the order of execution
 */
public record ConfigTransactionAccount(
        SettingsAddress multisig, Address creator, long index, int bump, Seq<ConfigAction> actions) implements SquadsAccount {

    private static final int SIZE_WITHOUT_ACTIONS = 85;

    public ConfigTransactionAccount {
        Unsigned.requireU8(bump);
    }

    /** Decodes the account. Bytes after its content are ignored. */
    public static Either<SquadsAccountProblem, ConfigTransactionAccount> decode(Bytes data) {
        return SquadsAccountReader.read(data, AccountType.CONFIG_TRANSACTION, ConfigTransactionAccount::readFields);
    }

    /** Returns the size of a new account in bytes: exactly its content. */
    public static int size(Seq<ConfigAction> actions) {
        ByteWriter out = new ByteWriter();
        out.list(actions, ConfigAction::write);
        return SIZE_WITHOUT_ACTIONS + out.length();
    }

    private static ConfigTransactionAccount readFields(ByteReader in) {
        return new ConfigTransactionAccount(
                new SettingsAddress(in.address()), in.address(), in.u64(), in.u8(), ConfigAction.readList(in));
    }

    @Override
    public AccountType type() {
        return AccountType.CONFIG_TRANSACTION;
    }

    @Override
    public void writeFields(ByteWriter out) {
        out.address(multisig.address());
        out.address(creator);
        out.u64(index);
        out.u8(bump);
        ConfigAction.writeList(actions, out);
    }
}
