package dev.mandate.solana.squadsv4.instruction;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.ports.spi.program.ContentRecording;
import dev.mandate.ports.spi.program.LifeCycleInstruction;
import dev.mandate.solana.programs.InstructionReader;
import dev.mandate.solana.programs.InstructionWriter;
import dev.mandate.solana.squadsv4.ConfigAction;
import dev.mandate.solana.squadsv4.SquadsAddresses;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/**
 * Prepares a change of settings.
 *
 * @param transaction the new account
 */
public record ConfigTransactionCreate(
        SettingsAddress multisig,
        Address transaction,
        Address creator,
        Address rentPayer,
        Seq<ConfigAction> actions,
        Option<String> memo)
        implements SquadsInstruction {

    static ConfigTransactionCreate read(InstructionReader in) {
        SettingsAddress multisig = new SettingsAddress(in.writable());
        Address transaction = in.writable();
        Address creator = in.signer();
        Address rentPayer = in.writableSigner();
        in.systemProgram();
        return new ConfigTransactionCreate(
                multisig, transaction, creator, rentPayer, ConfigAction.readList(in.data()), in.memo());
    }

    @Override
    public void write(InstructionWriter out) {
        out.writable(multisig.address());
        out.writable(transaction);
        out.signer(creator);
        out.writableSigner(rentPayer);
        out.systemProgram();
        ConfigAction.writeList(actions, out.data());
        out.memo(memo);
    }

    @Override
    public InstructionType type() {
        return InstructionType.CONFIG_TRANSACTION_CREATE;
    }

    @Override
    public Option<ContentRecording> recording() {
        return Option.some(new ContentRecording(transaction, rentPayer, memo));
    }

    @Override
    public Option<LifeCycleInstruction> lifeCycle(SquadsAddresses addresses) {
        return Option.some(new LifeCycleInstruction.Create(
                multisig, creator, transaction, ConfigAction.toChange(actions, multisig, addresses)));
    }
}
