package dev.mandate.solana.squadsv4.instruction;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.solana.borsh.BorshWriter;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;

/** Gathers one instruction: the accounts with their flags, in the order of the calls, and the data. */
final class InstructionEncoder {

    private final Address program;
    private final List<AccountMeta> accounts = new ArrayList<>(16);
    private final BorshWriter data = new BorshWriter();

    InstructionEncoder(Address program, InstructionType type) {
        this.program = program;
        data.discriminator(type.discriminator());
    }

    void readonly(Address address) {
        accounts.add(AccountMeta.readonly(address));
    }

    void writable(Address address) {
        accounts.add(AccountMeta.writable(address));
    }

    void signer(Address address) {
        accounts.add(AccountMeta.signer(address));
    }

    void writableSigner(Address address) {
        accounts.add(AccountMeta.writableSigner(address));
    }

    /** An absent account is spelled as the program's own address. */
    void optionalReadonly(Option<Address> address) {
        accounts.add(AccountMeta.readonly(address.map(this::present).getOrElse(program)));
    }

    void optionalWritable(Option<Address> address) {
        accounts.add(address.map(this::present).map(AccountMeta::writable).getOrElse(this::absent));
    }

    void optionalWritableSigner(Option<Address> address) {
        accounts.add(address.map(this::present).map(AccountMeta::writableSigner).getOrElse(this::absent));
    }

    void systemProgram() {
        readonly(InstructionDecoder.SYSTEM_PROGRAM);
    }

    void optionalSystemProgram(boolean present) {
        readonly(present ? InstructionDecoder.SYSTEM_PROGRAM : program);
    }

    void remaining(Seq<AccountMeta> more) {
        for (AccountMeta account : more) {
            accounts.add(account);
        }
    }

    BorshWriter data() {
        return data;
    }

    void memo(Option<String> memo) {
        data.option(memo, (text, out) -> out.string(text));
    }

    Instruction toInstruction() {
        return new Instruction(program, Array.ofAll(accounts), data.toBytes());
    }

    private Address present(Address address) {
        if (address.equals(program)) {
            throw new IllegalArgumentException("the program's own address would be read as an absent account");
        }
        return address;
    }

    private AccountMeta absent() {
        return AccountMeta.readonly(program);
    }
}
