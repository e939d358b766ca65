package dev.mandate.solana.squadsv4.instruction;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.solana.borsh.BorshReader;
import io.vavr.collection.Array;
import io.vavr.collection.Iterator;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes one instruction apart: accounts in the order of the calls, and the data.
 *
 * <p>As in {@link BorshReader} the first problem is kept and later calls answer something harmless. An account may have more rights
 * than it needs, since a compiled message gives an account the same rights in every instruction; having fewer is a problem.
 */
final class InstructionDecoder {

    static final Address SYSTEM_PROGRAM = Address.ZERO;

    private static final AccountMeta NOBODY = AccountMeta.readonly(Address.ZERO);

    private final InstructionType type;
    private final Address program;
    private final Iterator<AccountMeta> accounts;
    private final BorshReader data;
    private int position;
    private Option<SquadsInstructionProblem> problem = Option.none();

    /** {@code data} is read up to the arguments. */
    InstructionDecoder(InstructionType type, Instruction instruction, BorshReader data) {
        this.type = type;
        this.program = instruction.program();
        this.accounts = instruction.accounts().iterator();
        this.data = data;
    }

    Address readonly(AccountRole role) {
        return next(role).address();
    }

    Address writable(AccountRole role) {
        return checkWritable(role, next(role)).address();
    }

    Address signer(AccountRole role) {
        return checkSigner(role, next(role)).address();
    }

    Address writableSigner(AccountRole role) {
        return checkWritable(role, checkSigner(role, next(role))).address();
    }

    Option<Address> optionalReadonly(AccountRole role) {
        return present(next(role)).map(AccountMeta::address);
    }

    Option<Address> optionalWritable(AccountRole role) {
        return present(next(role)).map(account -> checkWritable(role, account).address());
    }

    Option<Address> optionalWritableSigner(AccountRole role) {
        return present(next(role))
                .map(account -> checkWritable(role, checkSigner(role, account)).address());
    }

    boolean optionalSystemProgram() {
        Option<Address> account = optionalReadonly(AccountRole.SYSTEM_PROGRAM);
        if (account.isDefined()) {
            checkSystemProgram(account.get());
        }
        return account.isDefined();
    }

    /** The given result, once the system program is seen to be the next account. */
    <T> T thenSystemProgram(T result) {
        checkSystemProgram(readonly(AccountRole.SYSTEM_PROGRAM));
        return result;
    }

    /** All accounts that are left, as they are. */
    Seq<AccountMeta> remaining() {
        return Array.ofAll(accounts);
    }

    /** All accounts that are left, each of which must be writable. */
    Seq<Address> remainingWritable(AccountRole role) {
        List<Address> addresses = new ArrayList<>();
        while (accounts.hasNext()) {
            addresses.add(writable(role));
        }
        return Array.ofAll(addresses);
    }

    BorshReader data() {
        return data;
    }

    Option<String> memo() {
        return data.option(BorshReader::string);
    }

    <T extends SquadsInstruction> Either<SquadsInstructionProblem, SquadsInstruction> finish(T instruction) {
        return data.finish(instruction)
                .<SquadsInstructionProblem>mapLeft(cause -> new SquadsInstructionProblem.BadArguments(type, cause))
                .flatMap(this::checkAccounts);
    }

    private Either<SquadsInstructionProblem, SquadsInstruction> checkAccounts(SquadsInstruction instruction) {
        if (problem.isDefined()) {
            return Either.left(problem.get());
        }
        if (accounts.hasNext()) {
            int more = Array.ofAll(accounts).length();
            return Either.left(new SquadsInstructionProblem.UnexpectedAccounts(type, position, position + more));
        }
        return Either.right(instruction);
    }

    private AccountMeta next(AccountRole role) {
        if (!accounts.hasNext()) {
            fail(new SquadsInstructionProblem.MissingAccount(type, role, position));
            return NOBODY;
        }
        position++;
        return accounts.next();
    }

    private Option<AccountMeta> present(AccountMeta account) {
        return account.address().equals(program) ? Option.none() : Option.some(account);
    }

    private AccountMeta checkSigner(AccountRole role, AccountMeta account) {
        if (!account.signer()) {
            fail(new SquadsInstructionProblem.NotSigner(type, role, position - 1, account.address()));
        }
        return account;
    }

    private AccountMeta checkWritable(AccountRole role, AccountMeta account) {
        if (!account.writable()) {
            fail(new SquadsInstructionProblem.NotWritable(type, role, position - 1, account.address()));
        }
        return account;
    }

    private void checkSystemProgram(Address account) {
        if (!account.equals(SYSTEM_PROGRAM)) {
            fail(new SquadsInstructionProblem.WrongAccount(
                    type, AccountRole.SYSTEM_PROGRAM, position - 1, SYSTEM_PROGRAM, account));
        }
    }

    private void fail(SquadsInstructionProblem first) {
        if (problem.isEmpty()) {
            problem = Option.some(first);
        }
    }
}
