package dev.mandate.simulator.squads;

import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.squadsv4.ProgramError;
import dev.mandate.solana.squadsv4.SquadsAddresses;
import dev.mandate.solana.squadsv4.account.MultisigAccount;
import dev.mandate.solana.squadsv4.account.ProposalAccount;
import dev.mandate.simulator.runtime.Invocation;
import dev.mandate.simulator.runtime.RunningAccount;
import dev.mandate.simulator.squads.anchor.Constraint;
import dev.mandate.simulator.squads.anchor.Stored;
import io.vavr.control.Option;

/** Constraints that many instructions share, and the growth of accounts. */
final class SquadsAccounts {

    static final SquadsAddresses ADDRESSES = SquadsAddresses.V4;

    private SquadsAccounts() {}

    static SettingsAddress settings(Stored<MultisigAccount> multisig) {
        return new SettingsAddress(multisig.address());
    }

    static void requireAddress(Stored<MultisigAccount> multisig) {
        Constraint.seeds(multisig.view(), ADDRESSES.multisig(multisig.content().createKey()));
    }

    static void requireAddress(Stored<MultisigAccount> multisig, Stored<ProposalAccount> proposal, long index) {
        Constraint.seeds(proposal.view(), ADDRESSES.proposal(settings(multisig), index));
        Constraint.mut(proposal.view());
    }

    static void requireTransactionAddress(Stored<MultisigAccount> multisig, RunningAccount transaction, long index) {
        Constraint.seeds(transaction, ADDRESSES.transaction(settings(multisig), index));
    }

    /**
     * Grows an account and makes it rent-exempt again at the payer's cost.
     *
     * @param payer none if no payer was passed
     * @param systemProgram whether it was passed
     */
    static void grow(
            Invocation invocation, RunningAccount view, int length, Option<RunningAccount> payer, boolean systemProgram) {
        if (view.data().length() >= length) {
            return;
        }
        view.resize(length);
        long rent = invocation.exemptMinimum(length);
        if (Long.compareUnsigned(view.lamports(), rent) < 0) {
            if (!systemProgram) {
                throw Rules.error(ProgramError.MISSING_ACCOUNT);
            }
            RunningAccount from = payer.getOrElseThrow(() -> Rules.error(ProgramError.MISSING_ACCOUNT));
            invocation.invoke(
                    SystemProgram.transfer(from.address(), view.address(), BaseUnits.of(rent - view.lamports())));
        }
    }
}
