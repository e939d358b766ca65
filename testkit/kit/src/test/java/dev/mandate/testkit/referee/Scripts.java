package dev.mandate.testkit.referee;

import dev.mandate.domain.chain.Address;
import dev.mandate.solana.squadsv4.account.ProposalStatus;
import dev.mandate.solana.squadsv4.instruction.ProposalVote;
import dev.mandate.solana.squadsv4.instruction.SquadsInstruction;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/** Generates the next calls of the program, mostly plausible ones. */
final class Scripts {

    private final SeededChoices choices;
    private final MultisigView view;
    private final SettingsScripts settings;
    private final VotingScripts voting;
    private final ExecutionScripts execution;
    private final BufferScripts buffers;
    private final LimitScripts limits;

    Scripts(SeededChoices choices, MultisigView view) {
        this.choices = choices;
        this.view = view;
        this.settings = new SettingsScripts(choices, view);
        this.voting = new VotingScripts(choices, view);
        this.execution = new ExecutionScripts(choices, view);
        this.buffers = new BufferScripts(choices, view);
        this.limits = new LimitScripts(choices, view);
    }

    /** Returns the calls of one transaction. */
    Seq<SquadsInstruction> next() {
        if (view.multisig.isEmpty()) {
            return Array.of(choices.percent(95) ? settings.create() : voting.vote(1));
        }
        boolean controlled = !view.multisig.get().configAuthority().equals(Address.ZERO);
        if (choices.percent(25) && view.stands(view.newest(), ProposalStatus.Approved.class)) {
            return execution.execute(view.newest());
        }
        if (choices.percent(20) && view.hasLimits()) {
            return Array.of(limits.use());
        }
        if (view.newest() == 0 && choices.percent(60)) {
            return proposed(controlled ? buffers.vault() : settings.config());
        }
        int choice = choices.below(100);
        if (choice < 28) {
            return proposed(choice < 14 ? settings.config() : buffers.vault());
        }
        if (choice < 32) {
            return Array.of(voting.propose(view.index(choices)));
        }
        if (choice < 52) {
            Class<? extends ProposalStatus> wanted =
                    choices.of(ProposalStatus.Active.class, ProposalStatus.Approved.class, ProposalStatus.Draft.class);
            return Array.of(voting.onProposal(view.index(choices, wanted)));
        }
        if (choice < 64) {
            return execution.execute(view.index(choices, ProposalStatus.Approved.class));
        }
        if (choice < 73) {
            Class<? extends ProposalStatus> wanted = choices.of(
                    ProposalStatus.Executed.class,
                    ProposalStatus.Rejected.class,
                    ProposalStatus.Cancelled.class,
                    ProposalStatus.Approved.class);
            return execution.close(view.index(choices, wanted));
        }
        if (choice < 75) {
            return Array.of(limits.use());
        }
        if (choice < 86) {
            return Array.of(buffers.buffer());
        }
        if (choice < 87) {
            return Array.of(settings.create());
        }
        return Array.of(controlled || choices.percent(15) ? settings.byAuthority() : voting.onProposal(view.index(choices)));
    }

    /** Returns a transaction with its proposal and its first votes, mostly enough to decide it. */
    private Seq<SquadsInstruction> proposed(SquadsInstruction creation) {
        long index = view.newest() + 1;
        Array<SquadsInstruction> all = Array.of(creation);
        if (choices.percent(80)) {
            all = all.append(voting.propose(index));
        }
        int threshold = view.multisig.get().threshold();
        int approvals = choices.percent(30) ? 0 : choices.percent(80) ? threshold : choices.below(threshold + 2);
        Array<Address> voters = choices.percent(95) ? view.members(2).filter(ComparisonAccounts.KEYS::containsKey) : view.members(2);
        for (Address voter : voters.take(approvals)) {
            all = all.append(
                    new ProposalVote(ProposalVote.Kind.APPROVE, view.address, voter, view.proposal(index), Option.none()));
        }
        return all;
    }
}
