package dev.mandate.testkit.generators;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Roster;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.domain.transaction.Ballot;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.function.Predicate;

/**
 * One step of a history before its account is known. So a history stays playable while it shrinks.
 *
 * @param aimed whether to choose a command that the account accepts, if there is one. If the account has no subject for {@code
 * kind}, the move does the step before. Otherwise the numbers decide: wrong signers, repeated votes, and stale, finished or
 * missing transactions
 * @param who selects among the possible signers
 * @param which selects among the possible transactions or limits, newest first
 * @param changes the actions of a settings change; the admin's change is the first of them
 * @param amount to spend
 * @param clock the movement of the clock before the command
 */
public record Move(
        Kind kind, boolean aimed, int who, int which, Array<ChangePlan> changes, BaseUnits amount, ClockStep clock) {

    /** The kind of command. */
    public enum Kind {
        APPROVE,
        EXECUTE,
        PROPOSE,
        RECORD_VAULT,
        RECORD_CHANGE,
        REJECT,
        CANCEL,
        CLOSE,
        CHANGE_AS_ADMIN,
        SPEND,
        DRAFT,
        ACTIVATE,
        HAND_OVER,
        CREATE_AGAIN
    }

    /** Stands for instructions. The life cycle does not read them. */
    private static final Bytes MESSAGE = Bytes.ofHex("c0ffee");

    /** Returns the command of this move for {@code account}. */
    public Command against(SmartAccount account, HistoryParticipants cast) {
        return switch (aimed ? leading(account, kind) : kind) {
            case RECORD_CHANGE ->
                new Command.CreateTransaction(
                        holder(account, cast, Permission.CAN_INITIATE),
                        new TransactionContent.SettingsChange(changes.map(plan -> plan.against(account, cast))));
            case RECORD_VAULT ->
                new Command.CreateTransaction(
                        holder(account, cast, Permission.CAN_INITIATE),
                        new TransactionContent.VaultInstructions(which % 3, MESSAGE));
            case PROPOSE -> propose(account, cast, false);
            case DRAFT -> propose(account, cast, true);
            case ACTIVATE ->
                new Command.ActivateProposal(
                        holder(account, cast, Permission.CAN_INITIATE),
                        index(account, transaction -> isFreshIn(account, transaction, Proposal.Draft.class)));
            case APPROVE -> vote(account, cast, Vote.APPROVE);
            case REJECT -> vote(account, cast, Vote.REJECT);
            case CANCEL -> vote(account, cast, Vote.CANCEL);
            case EXECUTE ->
                new Command.Execute(
                        holder(account, cast, Permission.CAN_EXECUTE),
                        index(account, transaction -> transaction.proposal()
                                .exists(Proposal.Approved.class::isInstance)));
            case CLOSE ->
                new Command.Close(
                        index(account, transaction -> isOver(account, transaction)),
                        aimed ? account.settings().rentCollector().getOrElse(cast.person(who)) : cast.person(who));
            case CHANGE_AS_ADMIN ->
                new Command.ChangeAsAdmin(
                        admin(account, cast),
                        changes.headOption()
                                .getOrElse(Moves.SIMPLEST_CHANGE)
                                .against(account, cast));
            case HAND_OVER ->
                new Command.HandOver(
                        admin(account, cast),
                        which % 3 == 2 ? new AdminControl.None() : new AdminControl.HeldBy(cast.person(which)));
            case SPEND -> spend(account, cast);
            case CREATE_AGAIN ->
                new Command.CreateAccount(
                        account.settings().roster().signers(),
                        account.settings().roster().threshold(),
                        account.settings().timeLock(),
                        account.settings().admin(),
                        account.settings().rentCollector());
        };
    }

    /** Returns {@code wanted} if the account has a subject for it, otherwise the step before. */
    private Kind leading(SmartAccount account, Kind wanted) {
        return switch (wanted) {
            case EXECUTE, CANCEL -> isThere(account, Proposal.Approved.class) ? wanted : leading(account, Kind.APPROVE);
            case APPROVE, REJECT -> isOpen(account, Proposal.Active.class) ? wanted : leading(account, Kind.ACTIVATE);
            case ACTIVATE -> isOpen(account, Proposal.Draft.class) ? wanted : leading(account, Kind.PROPOSE);
            case PROPOSE, DRAFT ->
                closed(account).isDefined()
                                || account.transactions().values().exists(there -> awaitsProposal(account, there))
                        ? wanted
                        : Kind.RECORD_VAULT;
            case CLOSE ->
                account.transactions().values().exists(there -> isOver(account, there))
                        ? wanted
                        : leading(account, Kind.EXECUTE);
            case SPEND -> account.limits().isEmpty() ? leading(account, Kind.RECORD_CHANGE) : wanted;
            case RECORD_CHANGE, CHANGE_AS_ADMIN ->
                switch (account.settings().admin()) {
                    case AdminControl.None none -> Kind.RECORD_CHANGE;
                    case AdminControl.HeldBy held -> Kind.CHANGE_AS_ADMIN;
                };
            case RECORD_VAULT, HAND_OVER, CREATE_AGAIN -> wanted;
        };
    }

    /** Sometimes returns the index of a closed transaction, whose content is gone. */
    private Option<Long> closed(SmartAccount account) {
        return pickOf(
                which < 3
                        ? Array.empty()
                        : Array.rangeClosed(
                                        account.settings().staleTransactionIndex() + 1,
                                        account.settings().transactionIndex())
                                .removeAll(account.transactions().keySet()),
                which);
    }

    private static boolean isThere(SmartAccount account, Class<? extends Proposal> state) {
        return account.transactions().values().exists(there -> there.proposal().exists(state::isInstance));
    }

    private static boolean isOpen(SmartAccount account, Class<? extends Proposal> state) {
        return account.transactions().values().exists(there -> isFreshIn(account, there, state));
    }

    private static boolean isFreshIn(
            SmartAccount account, ManagedTransaction transaction, Class<? extends Proposal> state) {
        return !account.settings().makesStale(transaction.index())
                && transaction.proposal().exists(state::isInstance);
    }

    private static boolean awaitsProposal(SmartAccount account, ManagedTransaction transaction) {
        return !account.settings().makesStale(transaction.index())
                && transaction.proposal().isEmpty();
    }

    private Command propose(SmartAccount account, HistoryParticipants cast, boolean draft) {
        return new Command.CreateProposal(
                holder(account, cast, Permission.CAN_INITIATE, Permission.CAN_VOTE),
                closed(account).getOrElse(() -> index(account, transaction -> awaitsProposal(account, transaction))),
                draft);
    }

    private Command vote(SmartAccount account, HistoryParticipants cast, Vote vote) {
        long index = switch (vote) {
            case APPROVE, REJECT ->
                index(account, transaction -> isFreshIn(account, transaction, Proposal.Active.class));
            case CANCEL -> index(account, transaction -> transaction.proposal()
                    .exists(Proposal.Approved.class::isInstance));
        };
        Ballot ballot = account.transactions()
                .get(index)
                .flatMap(ManagedTransaction::proposal)
                .map(Proposal::ballot)
                .getOrElse(Ballot.EMPTY);
        Array<Address> open = account.settings()
                .roster()
                .holders(Permission.CAN_VOTE)
                .filter(voter -> switch (vote) {
                    case APPROVE -> !ballot.approvals().contain(voter);
                    case REJECT -> !ballot.rejections().contain(voter);
                    case CANCEL -> !ballot.cancellations().contain(voter);
                });
        return new Command.CastVote(pick(open).getOrElse(cast.person(who)), index, vote);
    }

    private Command spend(SmartAccount account, HistoryParticipants cast) {
        Array<Address> addresses = account.limits().keySet().toArray().sorted();
        Address address = pickOf(addresses, which).getOrElse(cast.slot(which).limit());
        Option<SpendingLimit> limit = account.limits().get(address);
        Address by = limit.flatMap(there -> pick(there.terms().signers())).getOrElse(cast.person(who));
        Address destination =
                limit.flatMap(there -> pick(there.terms().destinations())).getOrElse(cast.person(who + 1));
        return new Command.Spend(by, address, destination, amount);
    }

    private Address admin(SmartAccount account, HistoryParticipants cast) {
        return switch (account.settings().admin()) {
            case AdminControl.HeldBy(Address admin) when aimed -> admin;
            case AdminControl.HeldBy held -> cast.person(who);
            case AdminControl.None none -> cast.person(who);
        };
    }

    private Address holder(SmartAccount account, HistoryParticipants cast, Permission... oneOf) {
        Roster roster = account.settings().roster();
        return pick(roster.signers()
                        .filter(signer -> Array.of(oneOf).exists(signer::may))
                        .map(Signer::address))
                .getOrElse(cast.person(who));
    }

    private long index(SmartAccount account, Predicate<ManagedTransaction> fits) {
        long newest = account.settings().transactionIndex();
        Array<Long> fitting = account.transactions()
                .values()
                .filter(fits)
                .map(ManagedTransaction::index)
                .toArray()
                .sorted()
                .reverse();
        return pickOf(fitting, which).getOrElse(Math.max(1, newest + 1 - which % (newest + 2)));
    }

    private static boolean isOver(SmartAccount account, ManagedTransaction transaction) {
        return transaction.content().isDefined()
                && (account.settings().makesStale(transaction.index())
                        || transaction.proposal().exists(proposal -> switch (proposal) {
                            case Proposal.Executed executed -> true;
                            case Proposal.Rejected rejected -> true;
                            case Proposal.Cancelled cancelled -> true;
                            case Proposal.Draft draft -> false;
                            case Proposal.Active active -> false;
                            case Proposal.Approved approved -> false;
                        }));
    }

    private <T> Option<T> pick(Array<T> candidates) {
        return pickOf(candidates, who);
    }

    private <T> Option<T> pickOf(Array<T> candidates, int number) {
        return aimed && candidates.nonEmpty() ? Option.some(candidates.get(number % candidates.size())) : Option.none();
    }
}
