package dev.mandate.solana.programs;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.solana.bytes.ByteWriter;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Writes one instruction: the accounts with their rights, in the order of the calls, and the data. */
public final class InstructionWriter {

    private final Address program;
    private final List<AccountMeta> accounts = new ArrayList<>();
    private final ByteWriter data = new ByteWriter();

    private InstructionWriter(Address program) {
        this.program = program;
    }

    /** Returns the instruction of {@code program} that {@code content} writes. */
    public static Instruction write(Address program, Consumer<InstructionWriter> content) {
        InstructionWriter out = new InstructionWriter(program);
        content.accept(out);
        return new Instruction(program, Array.ofAll(out.accounts), out.data.toBytes());
    }

    /** Returns the writer of the data: the tag, then the arguments. */
    public ByteWriter data() {
        return data;
    }

    /** Writes an optional UTF-8 string after a one-byte tag. Squads encodes memos so. */
    public void memo(Option<String> memo) {
        data.option(memo, (text, out) -> out.string(text));
    }

    public void readonly(Address address) {
        accounts.add(AccountMeta.readonly(address));
    }

    public void writable(Address address) {
        accounts.add(AccountMeta.writable(address));
    }

    public void signer(Address address) {
        accounts.add(AccountMeta.signer(address));
    }

    public void writableSigner(Address address) {
        accounts.add(AccountMeta.writableSigner(address));
    }

    /**
     * Writes an optional account. The program's own address stands for an absent account.
     *
     * @throws IllegalArgumentException if the account is the program itself
     */
    public void optional(Option<AccountMeta> account) {
        if (account.exists(meta -> meta.address().equals(program))) {
            throw new IllegalArgumentException("the program's own address would be read as an absent account");
        }
        accounts.add(account.getOrElse(() -> AccountMeta.readonly(program)));
    }

    public void systemProgram() {
        readonly(SystemProgram.ID);
    }

    public void optionalSystemProgram(boolean present) {
        readonly(present ? SystemProgram.ID : program);
    }

    public void remaining(Seq<AccountMeta> more) {
        more.forEach(accounts::add);
    }
}
