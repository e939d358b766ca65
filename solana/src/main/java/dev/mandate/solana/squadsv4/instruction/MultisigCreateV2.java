package dev.mandate.solana.squadsv4.instruction;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.ports.spi.program.CreationInstruction;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.bytes.ByteWriter;
import dev.mandate.solana.programs.InstructionReader;
import dev.mandate.solana.programs.InstructionWriter;
import dev.mandate.solana.squadsv4.SignerCodec;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/**
 * Creates the settings account.
 *
 * @param programConfig the program-wide settings
 * @param treasury receives the creation fee; the program-wide settings name it
 * @param multisig the new account
 * @param createKey the seed of the account's address
 * @param creator pays fee and rent
 * @param configAuthority none: members vote on settings
 * @param threshold unsigned 16 bits
 * @param members in any order; the program stores them sorted
 * @param timeLock seconds, unsigned 32 bits
 * @param rentCollector none: no account can be closed
 */
public record MultisigCreateV2(
        Address programConfig,
        Address treasury,
        SettingsAddress multisig,
        Address createKey,
        Address creator,
        Option<Address> configAuthority,
        int threshold,
        Seq<Signer> members,
        long timeLock,
        Option<Address> rentCollector,
        Option<String> memo)
        implements SquadsInstruction {

    static MultisigCreateV2 read(InstructionReader in) {
        Address programConfig = in.account();
        Address treasury = in.writable();
        SettingsAddress multisig = new SettingsAddress(in.writable());
        Address createKey = in.signer();
        Address creator = in.writableSigner();
        in.systemProgram();
        ByteReader data = in.data();
        return new MultisigCreateV2(
                programConfig,
                treasury,
                multisig,
                createKey,
                creator,
                data.option(ByteReader::address),
                data.u16(),
                data.list(data.u32(), SignerCodec.BYTES, SignerCodec::read),
                data.u32(),
                data.option(ByteReader::address),
                in.memo());
    }

    @Override
    public void write(InstructionWriter out) {
        out.readonly(programConfig);
        out.writable(treasury);
        out.writable(multisig.address());
        out.signer(createKey);
        out.writableSigner(creator);
        out.systemProgram();
        ByteWriter data = out.data();
        data.optionalAddress(configAuthority);
        data.u16(threshold);
        data.u32(members.length());
        data.list(members, SignerCodec::write);
        data.u32(timeLock);
        data.optionalAddress(rentCollector);
        out.memo(memo);
    }

    @Override
    public InstructionType type() {
        return InstructionType.MULTISIG_CREATE_V2;
    }

    /** Returns the creation in domain terms. */
    public CreationInstruction creation() {
        Command.CreateAccount terms = new Command.CreateAccount(
                members.toArray(),
                new Threshold(threshold),
                new TimeLock(timeLock),
                configAuthority.map(AdminControl::ofAuthority).getOrElse(AdminControl.None::new),
                rentCollector);
        return new CreationInstruction(createKey, creator, terms, memo);
    }
}
