package dev.mandate.solana.squadsv4.terms;

import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.transaction.Ballot;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Voters;
import dev.mandate.solana.squadsv4.ConfigAction;
import dev.mandate.solana.squadsv4.SquadsAddresses;
import dev.mandate.solana.squadsv4.account.ConfigTransactionAccount;
import dev.mandate.solana.squadsv4.account.ProposalAccount;
import dev.mandate.solana.squadsv4.account.ProposalStatus;
import dev.mandate.solana.squadsv4.account.VaultTransactionAccount;
import io.vavr.control.Either;

/** Converts transactions and their votes between the program's accounts and the domain. */
public final class TransactionTerms {

    private TransactionTerms() {}

    public static Either<TermsProblem, Proposal> read(ProposalAccount account) {
        Ballot ballot = new Ballot(
                Voters.of(account.approved()), Voters.of(account.rejected()), Voters.of(account.cancelled()));
        return switch (account.status()) {
            case ProposalStatus.Draft(long since) -> Either.right(new Proposal.Draft(new UnixTime(since)));
            case ProposalStatus.Active(long since) -> Either.right(new Proposal.Active(new UnixTime(since), ballot));
            case ProposalStatus.Rejected(long since) ->
                Either.right(new Proposal.Rejected(new UnixTime(since), ballot));
            case ProposalStatus.Approved(long since) ->
                Either.right(new Proposal.Approved(new UnixTime(since), ballot));
            case ProposalStatus.Executed(long since) ->
                Either.right(new Proposal.Executed(new UnixTime(since), ballot));
            case ProposalStatus.Cancelled(long since) ->
                Either.right(new Proposal.Cancelled(new UnixTime(since), ballot));
            case ProposalStatus.Executing executing -> Either.left(new TermsProblem.Executing());
        };
    }

    /**
     * Returns the account of a proposal.
     *
     * @param bump the bump of the proposal's address
     */
    public static ProposalAccount write(Proposal proposal, SettingsAddress multisig, long index, int bump) {
        Ballot ballot = proposal.ballot();
        return new ProposalAccount(
                multisig,
                index,
                status(proposal),
                bump,
                ballot.approvals().toArray(),
                ballot.rejections().toArray(),
                ballot.cancellations().toArray());
    }

    public static TransactionContent.SettingsChange read(
            ConfigTransactionAccount account, SquadsAddresses addresses) {
        return ConfigAction.toChange(account.actions(), account.multisig(), addresses);
    }

    /** Reads the instructions that the vault signs. The message is in its argument form. */
    public static TransactionContent.VaultInstructions read(VaultTransactionAccount account) {
        return new TransactionContent.VaultInstructions(
                account.vaultIndex(), account.message().toArgument());
    }

    private static ProposalStatus status(Proposal proposal) {
        long since = proposal.since().seconds();
        return switch (proposal) {
            case Proposal.Draft draft -> new ProposalStatus.Draft(since);
            case Proposal.Active active -> new ProposalStatus.Active(since);
            case Proposal.Approved approved -> new ProposalStatus.Approved(since);
            case Proposal.Executed executed -> new ProposalStatus.Executed(since);
            case Proposal.Rejected rejected -> new ProposalStatus.Rejected(since);
            case Proposal.Cancelled cancelled -> new ProposalStatus.Cancelled(since);
        };
    }
}
