package dev.mandate.simulator.squads.anchor;

import dev.mandate.domain.chain.Address;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.programs.account.AccountProblem;
import dev.mandate.solana.programs.account.MintAccount;
import dev.mandate.solana.programs.account.TokenAccount;
import dev.mandate.simulator.programs.SimulatedTokenProgram;
import dev.mandate.simulator.runtime.RunningAccount;
import io.vavr.collection.Array;
import io.vavr.control.Either;

/** Reads and constrains accounts of the token programs, as the framework does. */
public final class TokenInterface {

    private static final Array<Address> PROGRAMS =
            Array.of(TokenProgram.values()).map(TokenProgram::id);

    private TokenInterface() {}

    public static RunningAccount requireProgram(RunningAccount view) {
        AccountList.requireProgram(view, PROGRAMS);
        return view;
    }

    public static RunningAccount requireMint(RunningAccount view) {
        AccountList.requireOwner(view, PROGRAMS);
        return readable(view, MintAccount.decode(view.data()));
    }

    public static RunningAccount requireTokenAccount(RunningAccount view) {
        AccountList.requireOwner(view, PROGRAMS);
        return readable(view, TokenAccount.decode(view.data()));
    }

    private static RunningAccount readable(RunningAccount view, Either<AccountProblem, ?> content) {
        if (content.isLeft()) {
            throw SimulatedTokenProgram.unreadable(content.getLeft());
        }
        return view;
    }

    /** Requires that the account holds {@code mint} for {@code owner}. */
    public static void requireHolds(RunningAccount view, Address mint, Address owner) {
        TokenAccount account = TokenAccount.decode(view.data()).getOrElseThrow(SimulatedTokenProgram::unreadable);
        if (!account.owner().equals(owner)) {
            throw AnchorCode.CONSTRAINT_TOKEN_OWNER.abort();
        }
        if (!account.mint().equals(mint)) {
            throw AnchorCode.CONSTRAINT_TOKEN_MINT.abort();
        }
    }
}
