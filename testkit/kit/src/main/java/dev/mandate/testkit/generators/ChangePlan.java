package dev.mandate.testkit.generators;

import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.Proposal;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/**
 * One settings action before its account is known.
 *
 * @param aimed whether to choose an action that the account accepts, if there is one; otherwise {@code number} decides
 * @param number selects the subject; counted modulo the number of subjects
 * @param permissions for an added signer
 * @param timeLock for a new time lock
 * @param terms for an added limit; its create key is chosen when the account is known
 */
public record ChangePlan(
        Kind kind, boolean aimed, int number, Permissions permissions, TimeLock timeLock, LimitTerms terms) {

    /** The kind of action. */
    public enum Kind {
        CHANGE_THRESHOLD,
        ADD_SIGNER,
        REMOVE_SIGNER,
        SET_TIME_LOCK,
        SET_RENT_COLLECTOR,
        ADD_LIMIT,
        REMOVE_LIMIT
    }

    /** Generates plans of all kinds; three of four are aimed. */
    public static Arbitrary<ChangePlan> plans(HistoryParticipants cast) {
        return plans(cast, Arbitraries.of(Kind.values()));
    }

    static Arbitrary<ChangePlan> plans(HistoryParticipants cast, Arbitrary<Kind> kinds) {
        return Combinators.combine(
                        kinds,
                        Arbitraries.of(true, true, true, false),
                        Arbitraries.of(Array.range(0, 12).asJava()),
                        Rosters.anyPermissions(),
                        AccountSettings.anyTimeLocks(),
                        Limits.anyTerms(cast))
                .as(ChangePlan::new);
    }

    /** Generates changes of one to four actions, rarely of none. */
    public static Arbitrary<Array<ChangePlan>> changes(HistoryParticipants cast) {
        Arbitrary<ChangePlan> plans = plans(cast);
        return Arbitraries.frequencyOf(
                Tuple.of(10, plans.list().ofSize(1).map(Array::ofAll)),
                Tuple.of(6, plans.list().ofMinSize(2).ofMaxSize(4).map(Array::ofAll)),
                Tuple.of(1, Arbitraries.just(Array.empty())));
    }

    /** Returns the action of this plan for {@code account}. */
    public SettingsAction against(SmartAccount account, HistoryParticipants cast) {
        Array<Signer> signers = account.settings().roster().signers();
        Array<Address> present = signers.map(Signer::address);
        return switch (kind) {
            case CHANGE_THRESHOLD -> {
                int voters = account.settings().roster().count(Permission.CAN_VOTE);
                yield new SettingsAction.ChangeThreshold(new Threshold(aimed ? 1 + number % voters : number));
            }
            case ADD_SIGNER ->
                new SettingsAction.AddSigner(new Signer(
                        pick(cast.people().removeAll(present)).getOrElse(cast.person(number)),
                        aimed && !permissions.areKnown() ? Permissions.ALL : permissions));
            case REMOVE_SIGNER ->
                // Prefers a signer whose cancellation counts: removing it is the most interesting case.
                new SettingsAction.RemoveSigner(pick(present.filter(signer -> hasCancelled(account, signer)))
                        .orElse(() -> pick(present))
                        .getOrElse(cast.person(number)));
            case SET_TIME_LOCK ->
                new SettingsAction.SetTimeLock(
                        aimed && timeLock.seconds() > TimeLock.MAX_SECONDS ? TimeLock.NONE : timeLock);
            case SET_RENT_COLLECTOR ->
                new SettingsAction.SetRentCollector(
                        number % 4 == 3 ? Option.none() : Option.some(cast.person(number)));
            case ADD_LIMIT -> {
                Array<HistoryParticipants.Slot> free = cast.slots()
                        .filter(slot -> !account.limits().containsKey(slot.limit()));
                HistoryParticipants.Slot slot = pick(free).getOrElse(cast.slot(number));
                yield new SettingsAction.AddSpendingLimit(slot.limit(), terms.withCreateKey(slot.createKey()));
            }
            case REMOVE_LIMIT ->
                new SettingsAction.RemoveSpendingLimit(
                        pick(account.limits().keySet().toArray().sorted())
                                .getOrElse(cast.slot(number).limit()));
        };
    }

    private static boolean hasCancelled(SmartAccount account, Address signer) {
        return account.transactions()
                .values()
                .flatMap(ManagedTransaction::proposal)
                .exists(proposal -> proposal instanceof Proposal.Approved approved
                        && approved.ballot().cancellations().contain(signer));
    }

    private <T> Option<T> pick(Array<T> candidates) {
        return aimed && candidates.nonEmpty() ? Option.some(candidates.get(number % candidates.size())) : Option.none();
    }
}
