package dev.mandate.solana.programs;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.solana.bytes.ByteReader;
import io.vavr.collection.Array;
import io.vavr.collection.Iterator;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Reads one instruction: its accounts in the order of the calls, and its data.
 *
 * <p>As in {@link ByteReader}, the reader keeps the first problem, and later calls return harmless values. The values count
 * only if {@link #finish} returns them. An account may have more rights than the instruction needs, because a compiled message
 * gives an account the same rights in every instruction. Fewer rights are a problem.
 */
public final class InstructionReader {

    private static final AccountMeta NOBODY = AccountMeta.readonly(Address.ZERO);

    private final Instruction instruction;
    private final Iterator<AccountMeta> accounts;
    private final ByteReader data;
    private int position;
    private Option<InstructionProblem> problem = Option.none();

    private InstructionReader(Instruction instruction) {
        this.instruction = instruction;
        this.accounts = instruction.accounts().iterator();
        this.data = new ByteReader(instruction.data());
    }

    /** Returns a reader for an instruction that calls {@code program}. */
    public static Either<InstructionProblem, InstructionReader> of(Instruction instruction, Address program) {
        return instruction.program().equals(program)
                ? Either.right(new InstructionReader(instruction))
                : Either.left(new InstructionProblem.OtherProgram(instruction.program(), program));
    }

    /** Returns the reader of the data: the tag, then the arguments. */
    public ByteReader data() {
        return data;
    }

    /** Reads an optional UTF-8 string after a one-byte tag. Squads encodes memos so. */
    public Option<String> memo() {
        return data.option(ByteReader::string);
    }

    /** Returns the next account, with any rights. */
    public Address account() {
        return next().address();
    }

    public Address writable() {
        return requireWritable(next()).address();
    }

    public Address signer() {
        return requireSigner(next()).address();
    }

    public Address writableSigner() {
        return requireWritable(requireSigner(next())).address();
    }

    /** Reads an optional account. The program's own address means that it is absent. */
    public Option<Address> optional() {
        return present(next()).map(AccountMeta::address);
    }

    public Option<Address> optionalWritable() {
        return present(next()).map(account -> requireWritable(account).address());
    }

    public Option<Address> optionalWritableSigner() {
        return present(next()).map(account -> requireWritable(requireSigner(account)).address());
    }

    /** Reads the optional system program; returns whether it is present. */
    public boolean optionalSystemProgram() {
        Option<AccountMeta> account = present(next());
        account.forEach(meta -> require(SystemProgram.ID, meta.address()));
        return account.isDefined();
    }

    public void systemProgram() {
        expect(SystemProgram.ID);
    }

    /** Requires that the next account is {@code expected}. */
    public void expect(Address expected) {
        require(expected, account());
    }

    /** Returns the number of accounts of the instruction. */
    public int accounts() {
        return instruction.accounts().length();
    }

    /** Returns all remaining accounts with their rights. */
    public Array<AccountMeta> remaining() {
        return Array.ofAll(accounts);
    }

    /** Returns all remaining accounts; each must be writable. */
    public Array<Address> remainingWritable() {
        return remaining(this::writable);
    }

    /** Returns all remaining accounts; each must be a signer. */
    public Array<Address> remainingSigners() {
        return remaining(this::signer);
    }

    private Array<Address> remaining(Supplier<Address> each) {
        List<Address> addresses = new ArrayList<>();
        while (accounts.hasNext()) {
            addresses.add(each.get());
        }
        return Array.ofAll(addresses);
    }

    /**
     * Returns {@code content} if there was no problem and no data and no accounts are left. A problem in the data comes before one
     * in the accounts.
     */
    public <T> Either<InstructionProblem, T> finish(T content) {
        if (accounts.hasNext()) {
            fail(new InstructionProblem.UnexpectedAccounts(position, accounts()));
        }
        return data.finish(content)
                .<InstructionProblem>mapLeft(InstructionProblem.BadData::new)
                .flatMap(read -> problem.isEmpty() ? Either.right(read) : Either.left(problem.get()));
    }

    /** Returns the problem that the instruction with this tag is unknown. */
    public <T> Either<InstructionProblem, T> unknown() {
        return data.finishPrefix(data.offset())
                .<InstructionProblem>mapLeft(InstructionProblem.BadData::new)
                .flatMap(length -> Either.left(
                        new InstructionProblem.UnknownInstruction(instruction.data().slice(0, length))));
    }

    private AccountMeta next() {
        if (!accounts.hasNext()) {
            fail(new InstructionProblem.MissingAccount(position));
            return NOBODY;
        }
        position++;
        return accounts.next();
    }

    private Option<AccountMeta> present(AccountMeta account) {
        return Option.when(!account.address().equals(instruction.program()), account);
    }

    private AccountMeta requireSigner(AccountMeta account) {
        if (!account.signer()) {
            fail(new InstructionProblem.NotSigner(position - 1, account.address()));
        }
        return account;
    }

    private AccountMeta requireWritable(AccountMeta account) {
        if (!account.writable()) {
            fail(new InstructionProblem.NotWritable(position - 1, account.address()));
        }
        return account;
    }

    private void require(Address expected, Address actual) {
        if (!actual.equals(expected)) {
            fail(new InstructionProblem.WrongAccount(position - 1, expected, actual));
        }
    }

    private void fail(InstructionProblem first) {
        if (problem.isEmpty()) {
            problem = Option.some(first);
        }
    }
}
