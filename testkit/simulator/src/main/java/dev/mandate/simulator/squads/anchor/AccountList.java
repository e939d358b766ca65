package dev.mandate.simulator.squads.anchor;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.squadsv4.account.SquadsAccount;
import dev.mandate.solana.squadsv4.account.SquadsAccountProblem;
import dev.mandate.simulator.runtime.Invocation;
import dev.mandate.simulator.runtime.ProgramAbort;
import dev.mandate.simulator.runtime.RunningAccount;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Function;

/** Reads an instruction's accounts in order, each with the checks of its declared type. */
public final class AccountList {

    private final Invocation invocation;
    private int next;

    public AccountList(Invocation invocation) {
        this.invocation = invocation;
    }

    /** Reads an account without checks, or one that the instruction will create. */
    public RunningAccount unchecked() {
        if (next >= invocation.accountCount()) {
            throw AnchorCode.ACCOUNT_NOT_ENOUGH_KEYS.abort();
        }
        return invocation.account(next++);
    }

    public RunningAccount signer() {
        return requireSigner(unchecked());
    }

    /** Reads an account that this program owns. */
    public <T extends SquadsAccount> Stored<T> stored(Function<Bytes, Either<SquadsAccountProblem, T>> decoder) {
        return read(unchecked(), invocation.program(), decoder);
    }

    /** Decodes {@code view} if {@code program} owns it. */
    public static <T extends SquadsAccount> Stored<T> read(
            RunningAccount view, Address program, Function<Bytes, Either<SquadsAccountProblem, T>> decoder) {
        requireOwner(view, Array.of(program));
        return new Stored<>(view, decode(view.data(), decoder));
    }

    /** Decodes {@code data} without a check of the owner. */
    public static <T> T decode(Bytes data, Function<Bytes, Either<SquadsAccountProblem, T>> decoder) {
        return decoder.apply(data).getOrElseThrow(problem -> abort(problem));
    }

    static void requireOwner(RunningAccount view, Array<Address> programs) {
        if (view.owner().equals(SystemProgram.ID) && view.lamports() == 0) {
            throw AnchorCode.ACCOUNT_NOT_INITIALIZED.abort();
        }
        if (!programs.contains(view.owner())) {
            throw AnchorCode.ACCOUNT_OWNED_BY_WRONG_PROGRAM.abort();
        }
    }

    private static ProgramAbort abort(SquadsAccountProblem problem) {
        return switch (problem) {
            case SquadsAccountProblem.NoDiscriminator none -> AnchorCode.ACCOUNT_DISCRIMINATOR_NOT_FOUND.abort();
            case SquadsAccountProblem.UnknownDiscriminator unknown -> AnchorCode.ACCOUNT_DISCRIMINATOR_MISMATCH.abort();
            case SquadsAccountProblem.OtherType other -> AnchorCode.ACCOUNT_DISCRIMINATOR_MISMATCH.abort();
            case SquadsAccountProblem.BadFields bad -> AnchorCode.ACCOUNT_DID_NOT_DESERIALIZE.abort();
        };
    }

    public void systemProgram() {
        requireSystemProgram(unchecked());
    }

    /** Reads the optional system program; returns whether it was passed. The calling program's own address, or a missing account, means absent. */
    public boolean optionalSystemProgram() {
        Option<RunningAccount> account = optional();
        account.forEach(AccountList::requireSystemProgram);
        return account.isDefined();
    }

    public Option<RunningAccount> optionalSigner() {
        return optional().map(AccountList::requireSigner);
    }

    /** Reads an optional account without checks. */
    public Option<RunningAccount> optional() {
        if (next >= invocation.accountCount()) {
            return Option.none();
        }
        RunningAccount view = invocation.account(next++);
        return view.address().equals(invocation.program()) ? Option.none() : Option.some(view);
    }

    /** Returns all accounts that were not read yet. */
    public Array<RunningAccount> remaining() {
        return Array.tabulate(invocation.accountCount() - next, i -> invocation.account(next + i));
    }

    private static RunningAccount requireSigner(RunningAccount view) {
        if (!view.isSigner()) {
            throw AnchorCode.ACCOUNT_NOT_SIGNER.abort();
        }
        return view;
    }

    private static void requireSystemProgram(RunningAccount view) {
        requireProgram(view, Array.of(SystemProgram.ID));
    }

    static void requireProgram(RunningAccount view, Array<Address> programs) {
        if (!programs.contains(view.address())) {
            throw AnchorCode.INVALID_PROGRAM_ID.abort();
        }
        if (!view.isExecutable()) {
            throw AnchorCode.INVALID_PROGRAM_EXECUTABLE.abort();
        }
    }
}
