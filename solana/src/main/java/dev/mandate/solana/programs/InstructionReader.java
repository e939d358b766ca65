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

/**
 * Reads one instruction: accounts in the order of the calls, and the data.
 *
 * <p>As in {@link ByteReader} the first problem is kept and later calls return something harmless. What was read counts only if
 * {@link #finish} returns it. An account may have more rights than it needs, since a compiled message gives an account the same
 * rights in every instruction; having fewer is a problem.
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

    /** A reader of an instruction that calls {@code program}. */
    public static Either<InstructionProblem, InstructionReader> of(Instruction instruction, Address program) {
        return instruction.program().equals(program)
                ? Either.right(new InstructionReader(instruction))
                : Either.left(new InstructionProblem.OtherProgram(instruction.program(), program));
    }

    /** The arguments, and the tag before them. */
    public ByteReader data() {
        return data;
    }

    /** UTF-8 text behind a tag that says whether it is there, as Squads takes memos. */
    public Option<String> memo() {
        return data.option(ByteReader::string);
    }

    /** The next account, whatever its rights. */
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

    /** An account that may be left out: then the program's own address stands for it. */
    public Option<Address> optional() {
        return present(next()).map(AccountMeta::address);
    }

    public Option<Address> optionalWritable() {
        return present(next()).map(account -> requireWritable(account).address());
    }

    public Option<Address> optionalWritableSigner() {
        return present(next()).map(account -> requireWritable(requireSigner(account)).address());
    }

    /** Whether the system program is the next account, or left out. */
    public boolean optionalSystemProgram() {
        Option<AccountMeta> account = present(next());
        account.forEach(meta -> require(SystemProgram.ID, meta.address()));
        return account.isDefined();
    }

    public void systemProgram() {
        expect(SystemProgram.ID);
    }

    /** The next account must be {@code expected}. */
    public void expect(Address expected) {
        require(expected, account());
    }

    /** How many accounts the instruction has. */
    public int accounts() {
        return instruction.accounts().length();
    }

    /** All accounts that are left, as they are. */
    public Array<AccountMeta> remaining() {
        return Array.ofAll(accounts);
    }

    /** All accounts that are left, each of which must be writable. */
    public Array<Address> remainingWritable() {
        List<Address> addresses = new ArrayList<>();
        while (accounts.hasNext()) {
            addresses.add(writable());
        }
        return Array.ofAll(addresses);
    }

    /** What was read, if nothing was wrong with it and no data and no accounts follow. Data is judged before accounts. */
    public <T> Either<InstructionProblem, T> finish(T content) {
        if (accounts.hasNext()) {
            fail(new InstructionProblem.UnexpectedAccounts(position, accounts()));
        }
        return data.finish(content)
                .<InstructionProblem>mapLeft(InstructionProblem.BadData::new)
                .flatMap(read -> problem.isEmpty() ? Either.right(read) : Either.left(problem.get()));
    }

    /** That nothing is known here of the instruction whose tag was read. */
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
