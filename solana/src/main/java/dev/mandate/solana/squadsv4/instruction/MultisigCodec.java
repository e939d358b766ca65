package dev.mandate.solana.squadsv4.instruction;

import static dev.mandate.solana.squadsv4.instruction.AccountRole.CONFIG_AUTHORITY;
import static dev.mandate.solana.squadsv4.instruction.AccountRole.CREATE_KEY;
import static dev.mandate.solana.squadsv4.instruction.AccountRole.CREATOR;
import static dev.mandate.solana.squadsv4.instruction.AccountRole.MULTISIG;
import static dev.mandate.solana.squadsv4.instruction.AccountRole.PROGRAM_CONFIG;
import static dev.mandate.solana.squadsv4.instruction.AccountRole.RENT_PAYER;
import static dev.mandate.solana.squadsv4.instruction.AccountRole.TREASURY;

import dev.mandate.domain.chain.Address;
import dev.mandate.solana.borsh.BorshReader;
import dev.mandate.solana.borsh.BorshWriter;
import dev.mandate.solana.squadsv4.SignerCodec;
import dev.mandate.solana.squadsv4.instruction.MultisigInstruction.ByConfigAuthority;
import dev.mandate.solana.squadsv4.instruction.MultisigInstruction.MultisigAddMember;
import dev.mandate.solana.squadsv4.instruction.MultisigInstruction.MultisigChangeThreshold;
import dev.mandate.solana.squadsv4.instruction.MultisigInstruction.MultisigCreateV2;
import dev.mandate.solana.squadsv4.instruction.MultisigInstruction.MultisigRemoveMember;
import dev.mandate.solana.squadsv4.instruction.MultisigInstruction.MultisigSetConfigAuthority;
import dev.mandate.solana.squadsv4.instruction.MultisigInstruction.MultisigSetRentCollector;
import dev.mandate.solana.squadsv4.instruction.MultisigInstruction.MultisigSetTimeLock;
import io.vavr.control.Option;

/** The layouts of {@link MultisigInstruction}. */
final class MultisigCodec {

    private MultisigCodec() {}

    static void encode(MultisigInstruction instruction, InstructionEncoder out) {
        switch (instruction) {
            case MultisigCreateV2 create -> encodeCreate(create, out);
            case ByConfigAuthority change -> {
                encode(change.accounts(), out);
                encodeArgument(change, out.data());
                out.memo(change.memo());
            }
        }
    }

    private static void encodeCreate(MultisigCreateV2 create, InstructionEncoder out) {
        out.readonly(create.programConfig());
        out.writable(create.treasury());
        out.writable(create.multisig());
        out.signer(create.createKey());
        out.writableSigner(create.creator());
        out.systemProgram();
        BorshWriter data = out.data();
        optionalAddress(create.configAuthority(), data);
        data.u16(create.threshold());
        data.u32(create.members().length());
        data.list(create.members(), SignerCodec::write);
        data.u32(create.timeLock());
        optionalAddress(create.rentCollector(), data);
        out.memo(create.memo());
    }

    static MultisigCreateV2 create(InstructionDecoder in) {
        BorshReader data = in.data();
        return in.thenSystemProgram(new MultisigCreateV2(
                in.readonly(PROGRAM_CONFIG),
                in.writable(TREASURY),
                in.writable(MULTISIG),
                in.signer(CREATE_KEY),
                in.writableSigner(CREATOR),
                data.option(BorshReader::address),
                data.u16(),
                data.list(data.u32(), SignerCodec.BYTES, SignerCodec::read),
                data.u32(),
                data.option(BorshReader::address),
                in.memo()));
    }

    static MultisigAddMember addMember(InstructionDecoder in) {
        return new MultisigAddMember(accounts(in), SignerCodec.read(in.data()), in.memo());
    }

    static MultisigRemoveMember removeMember(InstructionDecoder in) {
        return new MultisigRemoveMember(accounts(in), in.data().address(), in.memo());
    }

    static MultisigChangeThreshold changeThreshold(InstructionDecoder in) {
        return new MultisigChangeThreshold(accounts(in), in.data().u16(), in.memo());
    }

    static MultisigSetTimeLock setTimeLock(InstructionDecoder in) {
        return new MultisigSetTimeLock(accounts(in), in.data().u32(), in.memo());
    }

    static MultisigSetConfigAuthority setConfigAuthority(InstructionDecoder in) {
        return new MultisigSetConfigAuthority(accounts(in), in.data().address(), in.memo());
    }

    static MultisigSetRentCollector setRentCollector(InstructionDecoder in) {
        return new MultisigSetRentCollector(accounts(in), in.data().option(BorshReader::address), in.memo());
    }

    private static void encodeArgument(ByConfigAuthority change, BorshWriter data) {
        switch (change) {
            case MultisigAddMember add -> SignerCodec.write(add.newMember(), data);
            case MultisigRemoveMember remove -> data.address(remove.oldMember());
            case MultisigChangeThreshold threshold -> data.u16(threshold.newThreshold());
            case MultisigSetTimeLock timeLock -> data.u32(timeLock.timeLock());
            case MultisigSetConfigAuthority authority -> data.address(authority.newConfigAuthority());
            case MultisigSetRentCollector collector -> optionalAddress(collector.rentCollector(), data);
        }
    }

    private static void encode(ConfigAuthorityAccounts accounts, InstructionEncoder out) {
        out.writable(accounts.multisig());
        out.signer(accounts.configAuthority());
        out.optionalWritableSigner(accounts.rentPayer());
        out.optionalSystemProgram(accounts.withSystemProgram());
    }

    private static ConfigAuthorityAccounts accounts(InstructionDecoder in) {
        return new ConfigAuthorityAccounts(
                in.writable(MULTISIG),
                in.signer(CONFIG_AUTHORITY),
                in.optionalWritableSigner(RENT_PAYER),
                in.optionalSystemProgram());
    }

    private static void optionalAddress(Option<Address> address, BorshWriter data) {
        data.option(address, (value, to) -> to.address(value));
    }
}
