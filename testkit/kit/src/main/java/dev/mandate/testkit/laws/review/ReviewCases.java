package dev.mandate.testkit.laws.review;

import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.review.GiveawayWarning;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.testkit.generators.AccountSettings;
import dev.mandate.testkit.generators.ChangePlan;
import dev.mandate.testkit.generators.Limits;
import dev.mandate.testkit.generators.Rosters;
import dev.mandate.testkit.laws.review.ReviewCase.Nonce;
import dev.mandate.testkit.laws.review.ReviewCase.Priority;
import dev.mandate.testkit.laws.review.ReviewCase.Terms;
import dev.mandate.testkit.laws.review.ReviewedRequest.Content;
import dev.mandate.testkit.laws.review.ReviewedRequest.OfContent;
import dev.mandate.testkit.laws.review.ReviewedRequest.Step;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Generates accounts with requests. They shrink towards a single signer, one harmless act, and no options. */
record ReviewCases(Parties parties) {

    Arbitrary<ReviewCase> cases() {
        return Combinators.combine(
                        AccountSettings.creations(parties.peopleAlone()),
                        signers(Arbitraries.of(
                                        Party.OPERATOR, Party.PASSKEY, Party.ITSELF, Party.SETTINGS, Party.WARD, Party.RIVAL, Party.MINT,
                                        Party.NOBODY))
                                .list()
                                .ofMaxSize(2)
                                .uniqueElements(Signer::address)
                                .map(Array::ofAll),
                        requests(),
                        terms())
                .as((account, guests, request, terms) ->
                        ReviewCase.feasible(parties, account, guests, request.apply(account, guests), terms));
    }

    /** A request that depends on the account. */
    private interface Wanted {
        ReviewedRequest apply(Command.CreateAccount account, Array<Signer> guests);
    }

    private Arbitrary<Wanted> requests() {
        Arbitrary<Step> steps = Arbitraries.frequency(
                Tuple.of(6, Step.AT_ONCE),
                Tuple.of(2, Step.PROPOSE),
                Tuple.of(2, Step.APPROVE),
                Tuple.of(1, Step.REJECT),
                Tuple.of(1, Step.EXECUTE));
        return Arbitraries.frequencyOf(
                Tuple.of(6, Combinators.combine(steps, acts())
                        .as((step, acts) -> fixed(new OfContent(step, new Content.Acts(acts))))),
                Tuple.of(6, Combinators.combine(steps, changes()).as((step, plans) -> (account, guests) ->
                        new OfContent(step, new Content.Settings(actions(account, guests, plans))))),
                Tuple.of(2, anybody().map(next -> fixed(new ReviewedRequest.HandsOver(next)))),
                Tuple.of(2, anybody().map(to -> fixed(new ReviewedRequest.UsesLimit(to)))),
                Tuple.of(1, anybody().map(authority -> fixed(new ReviewedRequest.CreatesNonce(authority)))),
                Tuple.of(1, AccountSettings.creations(parties.everybody())
                        .map(terms -> fixed(new ReviewedRequest.CreatesAccount(terms)))));
    }

    private static Wanted fixed(ReviewedRequest request) {
        return (account, guests) -> request;
    }

    private Arbitrary<Party> anybody() {
        return Arbitraries.of(Party.values());
    }

    private Arbitrary<Signer> signers(Arbitrary<Party> who) {
        return Combinators.combine(who, Rosters.permissions()).as((party, permissions) -> new Signer(parties.address(party), permissions));
    }

    private Arbitrary<Array<VaultAct>> acts() {
        return Arbitraries.frequencyOf(
                        Tuple.of(3, anybody().map(VaultAct.Pays::new)),
                        Tuple.of(1, anybody().map(VaultAct.PaysTokens::new)),
                        Tuple.of(1, anybody().map(VaultAct.PaysInto::new)),
                        Tuple.of(5, Arbitraries.of(GiveawayWarning.Code.values())
                                .filter(right -> right != GiveawayWarning.Code.LOCKS_OUT)
                                .map(VaultAct.GivesAway::new)),
                        Tuple.of(3, Arbitraries.of(Party.STRANGER, Party.ANN, Party.OPERATOR, Party.OPERATOR).map(VaultAct.DrawsOn::new)),
                        Tuple.of(4, Combinators.combine(
                                        Arbitraries.of(Party.WARD, Party.WARD, Party.ITSELF),
                                        Arbitraries.of(VaultAct.Role.values()),
                                        anybody())
                                .as(VaultAct.Appoints::new)),
                        Tuple.of(1, Arbitraries.just(new VaultAct.ProposesInItself())),
                        Tuple.of(1, Arbitraries.just(new VaultAct.ProposesInWard())),
                        Tuple.of(1, Combinators.combine(anybody(), anybody()).as(VaultAct.Creates::new)))
                .list()
                .ofMinSize(1)
                .ofMaxSize(2)
                .map(Array::ofAll);
    }

    private Arbitrary<Array<ChangePlan>> changes() {
        Arbitrary<ChangePlan.Kind> kinds = Arbitraries.frequency(
                Tuple.of(6, ChangePlan.Kind.ADD_SIGNER),
                Tuple.of(3, ChangePlan.Kind.ADD_LIMIT),
                Tuple.of(1, ChangePlan.Kind.SET_TIME_LOCK),
                Tuple.of(1, ChangePlan.Kind.CHANGE_THRESHOLD),
                Tuple.of(1, ChangePlan.Kind.REMOVE_SIGNER),
                Tuple.of(1, ChangePlan.Kind.SET_RENT_COLLECTOR));
        Arbitrary<LimitTerms> limits = Limits.terms(parties.everybody())
                .map(terms -> new LimitTerms(
                        terms.createKey(), 0, terms.token(), terms.amount(), terms.period(), terms.signers(), terms.destinations()));
        return Combinators.combine(
                        kinds, Arbitraries.of(Array.range(0, Party.values().length).asJava()), Rosters.permissions(), AccountSettings.timeLocks(), limits)
                .as((kind, number, permissions, timeLock, terms) -> new ChangePlan(kind, true, number, permissions, timeLock, terms))
                .list()
                .ofMinSize(1)
                .ofMaxSize(2)
                .map(Array::ofAll);
    }

    /** A limit is a request of its own. */
    private Array<SettingsAction> actions(Command.CreateAccount account, Array<Signer> guests, Array<ChangePlan> plans) {
        SmartAccount before = SmartAccount.of(Settings.ofNewAccount(
                        account.signers().appendAll(guests),
                        account.threshold(),
                        account.timeLock(),
                        account.admin(),
                        account.rentCollector())
                .get());
        // A builder leaves out a rent collector that a later action replaces.
        Array<SettingsAction> actions = plans.map(plan -> plan.against(before, parties.everybody()))
                .reverse()
                .distinctBy(action -> action instanceof SettingsAction.SetRentCollector ? SettingsAction.SetRentCollector.class : action)
                .reverse();
        return actions.head() instanceof SettingsAction.LimitAction
                ? actions.take(1)
                : actions.reject(action -> action instanceof SettingsAction.LimitAction);
    }

    private static Arbitrary<Terms> terms() {
        return Combinators.combine(
                        Arbitraries.frequency(Tuple.of(6, Party.ANN), Tuple.of(1, Party.STRANGER), Tuple.of(1, Party.OPERATOR)),
                        Arbitraries.frequency(
                                Tuple.of(6, Nonce.NONE),
                                Tuple.of(1, Nonce.ALLOWED),
                                Tuple.of(1, Nonce.NOT_ALLOWED),
                                Tuple.of(1, Nonce.NOT_ALLOWED_AND_ABSENT),
                                Tuple.of(1, Nonce.ALLOWED_AND_OF_A_STRANGER)),
                        Arbitraries.frequency(
                                Tuple.of(6, Priority.NOT_SET), Tuple.of(1, Priority.LOW), Tuple.of(1, Priority.TOO_HIGH)),
                        acknowledged(),
                        Arbitraries.of(false, true),
                        Arbitraries.of(false, true))
                .as(Terms::new);
    }

    private static Arbitrary<Set<GiveawayWarning.Code>> acknowledged() {
        Arbitrary<Set<GiveawayWarning.Code>> any = Arbitraries.of(GiveawayWarning.Code.values()).set().map(HashSet::ofAll);
        return Arbitraries.frequencyOf(Tuple.of(2, Arbitraries.just(HashSet.empty())), Tuple.of(1, any));
    }
}
