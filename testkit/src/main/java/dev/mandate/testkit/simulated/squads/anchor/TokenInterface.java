package dev.mandate.testkit.simulated.squads.anchor;

import dev.mandate.domain.chain.Address;
import dev.mandate.testkit.simulated.programs.Mint;
import dev.mandate.testkit.simulated.programs.TokenAccount;
import dev.mandate.testkit.simulated.programs.TokenProgram;
import dev.mandate.testkit.simulated.runtime.AccountView;
import dev.mandate.testkit.simulated.runtime.ProgramAbort;
import io.vavr.collection.Vector;

/** Accounts of the token programs, as the framework reads and constrains them. */
public final class TokenInterface {

    private static final Address TOKEN_2022 = Address.ofConstant("TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb");
    private static final Vector<Address> PROGRAMS = Vector.of(TokenProgram.ADDRESS, TOKEN_2022);

    private TokenInterface() {}

    public static AccountView requireProgram(AccountView view) {
        AccountList.requireProgram(view, PROGRAMS);
        return view;
    }

    public static AccountView requireMint(AccountView view) {
        AccountList.requireOwner(view, PROGRAMS);
        boolean initialized = Mint.parse(view.data())
                .getOrElseThrow(() -> ProgramAbort.named("InvalidAccountData"))
                .initialized();
        if (!initialized) {
            throw ProgramAbort.named("UninitializedAccount");
        }
        return view;
    }

    public static AccountView requireTokenAccount(AccountView view) {
        AccountList.requireOwner(view, PROGRAMS);
        if (tokenAccount(view).state() == 0) {
            throw ProgramAbort.named("UninitializedAccount");
        }
        return view;
    }

    /** That the account holds {@code mint} for {@code owner}. */
    public static void requireHolds(AccountView view, Address mint, Address owner) {
        TokenAccount account = tokenAccount(view);
        if (!account.owner().equals(owner)) {
            throw AnchorCode.CONSTRAINT_TOKEN_OWNER.abort();
        }
        if (!account.mint().equals(mint)) {
            throw AnchorCode.CONSTRAINT_TOKEN_MINT.abort();
        }
    }

    private static TokenAccount tokenAccount(AccountView view) {
        return TokenAccount.parse(view.data()).getOrElseThrow(() -> ProgramAbort.named("InvalidAccountData"));
    }
}
