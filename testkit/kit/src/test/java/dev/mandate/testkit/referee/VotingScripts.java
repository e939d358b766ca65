package dev.mandate.testkit.referee;

import dev.mandate.domain.chain.Address;
import dev.mandate.solana.squadsv4.account.ProposalStatus;
import dev.mandate.solana.squadsv4.instruction.ProposalActivate;
import dev.mandate.solana.squadsv4.instruction.ProposalCreate;
import dev.mandate.solana.squadsv4.instruction.ProposalVote;
import dev.mandate.solana.squadsv4.instruction.SquadsInstruction;
import io.vavr.control.Option;

/** Generates steps on a proposal. */
final class VotingScripts {

    private static final Option<String> NO_MEMO = Option.none();

    private final SeededChoices choices;
    private final MultisigView view;

    VotingScripts(SeededChoices choices, MultisigView view) {
        this.choices = choices;
        this.view = view;
    }

    SquadsInstruction propose(long index) {
        return new ProposalCreate(
                view.address,
                view.proposal(index),
                view.member(choices, choices.of(1, 2)),
                view.payer(choices),
                choices.percent(98) ? index : choices.of(-1L, 0L, index + 1),
                choices.percent(15));
    }

    SquadsInstruction onProposal(long index) {
        Option<ProposalStatus> status = view.votes(index).map(votes -> votes.status());
        if (status.isDefined() && choices.percent(70)) {
            return switch (status.get()) {
                case ProposalStatus.Draft draft -> activate(index);
                case ProposalStatus.Active active -> vote(index);
                case ProposalStatus.Approved approved -> cancel(index);
                case ProposalStatus.Rejected rejected -> vote(index);
                case ProposalStatus.Executing executing -> vote(index);
                case ProposalStatus.Executed executed -> cancel(index);
                case ProposalStatus.Cancelled cancelled -> cancel(index);
            };
        }
        return switch (choices.below(4)) {
            case 0 -> activate(index);
            case 1 -> cancel(index);
            default -> vote(index);
        };
    }

    SquadsInstruction vote(long index) {
        Address member = view.member(choices, 2);
        return choices.percent(60)
                ? new ProposalVote(ProposalVote.Kind.APPROVE, 
                        view.address, member, view.proposal(index), choices.maybe(5, () -> "yes"))
                : new ProposalVote(ProposalVote.Kind.REJECT, view.address, member, view.proposal(index), NO_MEMO);
    }

    private SquadsInstruction activate(long index) {
        return new ProposalActivate(view.address, view.member(choices, 1), view.proposal(index));
    }

    private SquadsInstruction cancel(long index) {
        Address member = view.member(choices, 2);
        return choices.percent(85)
                ? new ProposalVote(ProposalVote.Kind.CANCEL_V2, view.address, member, view.proposal(index), NO_MEMO)
                : new ProposalVote(ProposalVote.Kind.CANCEL, view.address, member, view.proposal(index), NO_MEMO);
    }
}
