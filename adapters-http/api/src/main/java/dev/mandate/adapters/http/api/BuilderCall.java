package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.codec.BuilderFields;
import dev.mandate.adapters.http.codec.ExposureObjects;
import dev.mandate.adapters.http.codec.ListedSigner;
import dev.mandate.adapters.http.codec.RemedyObjects;
import dev.mandate.adapters.http.codec.WireObjects;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Query;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.http.json.ObjectReader;
import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Roster;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.transaction.RoleProblem;
import dev.mandate.ports.api.custody.AccountView;
import dev.mandate.ports.spi.chain.Simulation;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.LeaversLimits;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.api.custody.FeeQuote;
import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.domain.review.GiveawayWarning;
import dev.mandate.ports.api.refusal.BuildFailures;
import dev.mandate.ports.api.refusal.ChainError;
import dev.mandate.ports.api.refusal.ChainFailures;
import dev.mandate.ports.api.refusal.ErrorCode;
import dev.mandate.ports.api.refusal.Failure;
import dev.mandate.ports.api.refusal.RefusalText;
import dev.mandate.ports.api.refusal.Remedy;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Function;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/**
 * A call of a builder: what all builders read, and how they answer.
 *
 * @param named the account
 * @param admin whether the admin acts
 * @param acknowledged the acknowledged warnings
 * @param several whether an answer may carry several transactions
 * @param dryRun whether only a verdict is requested
 * @param requireSuccess whether a transaction that would fail is refused
 * @param explain whether the answer says what each transaction does: that costs as much as building it
 * @param diff whether the answer says who could take everything before and after
 */
record BuilderCall(
        TenantCall at,
        RequestReader reading,
        Option<Address> named,
        boolean admin,
        LeaversLimits leaversLimits,
        Set<GiveawayWarning.Code> acknowledged,
        boolean several,
        boolean dryRun,
        boolean requireSuccess,
        boolean explain,
        boolean diff) {

    /** The warnings that a client can acknowledge, by code. */
    private static final Map<String, GiveawayWarning.Code> CODES =
            Array.of(GiveawayWarning.Code.values()).toLinkedMap(RefusalText::word, code -> code);

    /** Warnings of what is not given away. A client that acknowledges whatever it reads may name them, to no effect. */
    private static final Set<String> NOTES = HashSet.of("destinations_not_sent_by_sdk", "expiration_not_sent_by_sdk");

    /** Parameters that only some builders have. */
    enum Choice {
        ADMIN,
        LEAVERS_LIMITS,
        ACKNOWLEDGED,
        DIFF
    }

    /** Reads the account and the query. A parameter that is not in {@code choices} counts as unknown. */
    static BuilderCall of(TenantCall at, Choice... choices) {
        RequestReader reading = RequestReader.of(at);
        Option<Address> account = reading.account();
        reading.places("transaction_signers", ErrorCode.NO_KEY_FOR);
        Query query = reading.query();
        Set<Choice> left = HashSet.of(choices);
        boolean admin = left.contains(Choice.ADMIN) && query.flag("admin");
        boolean revoke = left.contains(Choice.LEAVERS_LIMITS) && query.flag("revoke_limits");
        boolean keep = left.contains(Choice.LEAVERS_LIMITS) && query.flag("keep_limits");
        if (revoke && keep) {
            query.reject("keep_limits", "Limits are either revoked or kept.");
        }
        LeaversLimits leavers =
                revoke ? LeaversLimits.REVOKE : keep ? LeaversLimits.KEEP : LeaversLimits.REFUSE;
        Set<GiveawayWarning.Code> acknowledged = left.contains(Choice.ACKNOWLEDGED) ? acknowledged(query) : HashSet.empty();
        return new BuilderCall(
                at,
                reading,
                account,
                admin,
                leavers,
                acknowledged,
                query.flag("several"),
                reading.dryRun(),
                query.flag("require_success"),
                query.flag("explain"),
                left.contains(Choice.DIFF) && query.flag("diff"));
    }

    /** Reads the acknowledged warnings. */
    static Set<GiveawayWarning.Code> acknowledged(Query query) {
        Array<String> words = query.texts("acknowledge").removeAll(NOTES);
        if (!words.forAll(CODES::containsKey)) {
            query.reject("acknowledge", "acknowledge must be one of " + CODES.keySet().mkString(", ") + ".");
        }
        return words.flatMap(CODES::get).toSet();
    }

    ObjectReader body() {
        return reading.body();
    }

    /** Reads the fields that all builders share; what the query acknowledges is in their options. */
    BuilderFields fields() {
        return reading.builderFields().acknowledging(acknowledged);
    }

    /** The account. Call it only if the whole request could be read. */
    Address account() {
        return named.get();
    }

    /** Returns the authority that changes settings: the admin, or the named or possible signers. */
    Either<Failure, Authority> authority(BuilderFields fields) {
        return admin
                ? requireAdminAlone(fields).map(alone -> new Authority.Admin())
                : signers(fields).map(Authority.Vote::new);
    }

    /** With the admin's authority, {@code transaction_signers} may name only the admin. */
    Either<Failure, BuilderFields> requireAdminAlone(BuilderFields fields) {
        return fields.signers().isEmpty()
                ? Either.right(fields)
                : at.account(account()).flatMap(view -> view.settings().admin() instanceof AdminControl.HeldBy(Address admin)
                                && !fields.signers().get().forAll(admin::equals)
                        ? Either.left(Failure.at(
                                        "transaction_signers",
                                        ErrorCode.NOT_THE_ADMIN,
                                        "With admin=true transaction_signers is the admin alone: " + admin + ".")
                                .fact("admin_address", admin)
                                .remedy(new Remedy.AskAdmin(admin)))
                        : Either.right(fields));
    }

    /** The first named signer proposes; the other named ones must be signers too. Without names the first entitled signer proposes. */
    Either<Failure, Address> proposer(AccountView view, BuilderFields fields) {
        Roster roster = view.settings().roster();
        Array<Address> named = fields.signers().getOrElse(Array.empty());
        Array<Address> strangers = named.filter(signer -> roster.find(signer).isEmpty());
        return strangers.isEmpty()
                ? named.headOption()
                        .orElse(() -> inOrder(fields, roster.holders(Permission.CAN_INITIATE)).headOption())
                        .toEither(() -> Failure.at(
                                "transaction_signers", ErrorCode.NOBODY_SIGNS, "Nobody is named who proposes.")
                                .remedy(Remedy.SignMore.holding(1, Permission.CAN_INITIATE)))
                : Either.left(BuildFailures.of(
                        new BuildRefusal.SignersInsufficient(Array.of(new RoleProblem.NotSigners(strangers)))));
    }

    /** Returns the possible signers: the named ones, otherwise all signers of the account. The engine chooses the fewest sufficient ones. */
    Either<Failure, Array<Address>> signers(BuilderFields fields) {
        return fields.signers()
                .<Either<Failure, Array<Address>>>map(Either::right)
                .getOrElse(() -> at.account(account())
                        .map(view -> inOrder(fields, view.settings().roster().signers().map(Signer::address))));
    }

    /** Orders signers: the fee payer first, because it signs in any case; signers without a key last. */
    Array<Address> inOrder(BuilderFields fields, Array<Address> signers) {
        Array<Address> able = signers.filter(at.service()::canSign);
        Array<Address> ordered = able.appendAll(signers.removeAll(able));
        return fields.payer()
                .filter(ordered::contains)
                .map(payer -> ordered.remove(payer).prepend(payer))
                .getOrElse(ordered);
    }

    /** Builds if everything could be read. The answer has the simulation only if its success is required. */
    Either<Failure, Answer> answer(Supplier<Either<Failure, ? extends BuildRequest>> request) {
        return decide(() -> answer(request.get()));
    }

    /** Decides nothing for an account that the operator holds. */
    private Either<Failure, Answer> decide(Supplier<Either<Failure, Answer>> decision) {
        return reading.decide(() -> named.map(account -> at.service().acting(account).mapLeft(BuildFailures::of).flatMap(own -> decision.get()))
                .getOrElse(decision));
    }

    /** Builds, or returns the verdict in a dry run. */
    Either<Failure, Answer> answer(Either<Failure, ? extends BuildRequest> request) {
        return dryRun
                ? verdict(request)
                : built(request)
                        .flatMap(made -> requireSuccess ? successful(made) : Either.right(written(made)))
                        .map(body -> addingSigners(request.get(), body))
                        .flatMap(body -> diff ? addingDifference(request.get(), body) : Either.right(body))
                        .map(Answer::ok);
    }

    /** The request with the signers that it lists. A key for one is made only if the request is accepted with another address in its place. */
    Either<Failure, BuildRequest> withSigners(
            Array<ListedSigner> listed, Function<Array<Signer>, Either<Failure, BuildRequest>> request) {
        return at.withSigners(listed, at.boundForBuild(Option.some(account())), request, this::judged);
    }

    /** Adds the signers that a change lists: the request may name them by keys to which other addresses are bound. */
    private ObjectNode addingSigners(BuildRequest request, ObjectNode body) {
        Array<Signer> listed = edits(request).flatMap(edit -> edit instanceof SettingsEdit.AddSigners added
                ? added.signers()
                : edit instanceof SettingsEdit.ReplaceSigners all ? all.signers() : Array.<Signer>empty());
        if (!listed.isEmpty()) {
            WireObjects.signers(body.putArray("signers"), listed, at.service()::authorityOf);
        }
        return body;
    }

    private Either<Failure, ObjectNode> addingDifference(BuildRequest request, ObjectNode body) {
        return at.service().exposures(account())
                .flatMap(before -> at.service().exposureDifference(before, request).map(found -> Tuple.of(before, found)))
                .mapLeft(BuildFailures::of)
                .flatMap(both -> both._2
                        .mapLeft(ExposureEndpoints::tooMany)
                        .map(difference -> body.set("diff", ExposureObjects.difference(both._1, difference))));
    }

    private static Array<SettingsEdit> edits(BuildRequest request) {
        return request instanceof BuildRequest.ChangeSettings change
                ? change.edits()
                : request instanceof BuildRequest.HandOverAdmin handover
                        ? handover.edits()
                        : request instanceof BuildRequest.Propose propose && propose.content() instanceof Proposable.Settings settings
                                ? settings.edits()
                                : Array.empty();
    }

    /** As {@link #answer}, with the simulation if the chain could simulate. */
    Either<Failure, Answer> simulating(Supplier<Either<Failure, ? extends BuildRequest>> request) {
        return decide(() -> dryRun
                ? verdict(request.get())
                : built(request.get()).flatMap(made -> requireSuccess
                                ? successful(made)
                                : Either.right(made.simulation()
                                        .map(simulation -> withSimulation(made, simulation))
                                        .getOrElse(() -> written(made))))
                        .map(Answer::ok));
    }

    private Either<Failure, TransactionPlan> built(Either<Failure, ? extends BuildRequest> request) {
        return Either.<Failure, BuildRequest>narrow(request)
                .flatMap(asked -> at.custody().build(asked).mapLeft(refusal -> BuildFailures.of(asked, refusal)))
                .flatMap(this::requireCarried);
    }

    /** A client that reads one transaction would take the first of several for the whole. */
    private Either<Failure, TransactionPlan> requireCarried(TransactionPlan built) {
        FeeQuote cost = built.cost();
        return several || built.steps().length() == 1
                ? Either.right(built)
                : Either.left(Failure.of(
                                ServerCode.SEVERAL_TRANSACTIONS_NEEDED,
                                "It takes %s transactions, one after the other. Their fees are %s lamports, and their rent is %s."
                                        .formatted(built.steps().length(), cost.fees(), cost.rent()))
                        .fact("transactions", built.steps().length())
                        .fact("fees", cost.fees())
                        .fact("rent", cost.rent())
                        .remedy(Remedy.RepeatWith.of(Remedy.Form.Plain.SEVERAL_TRANSACTIONS, Remedy.Form.Plain.VERSION_1)));
    }

    private Either<Failure, ObjectNode> successful(TransactionPlan built) {
        return requireSuccess(built).map(simulation -> withSimulation(built, simulation));
    }

    private Either<Failure, Simulation> requireSuccess(TransactionPlan built) {
        return built.simulation()
                .mapLeft(fault -> BuildFailures.of(new BuildRefusal.ChainSilent(fault)))
                .flatMap(simulation -> simulation.failure().isDefined()
                        ? Either.left(ChainFailures.simulationFailed(
                                simulation.failure().get(), built.steps().head().fee(), simulation.logs(), at.service()::programErrorName))
                        : Either.right(simulation));
    }

    private ObjectNode written(TransactionPlan built) {
        Address address = built.account().address();
        return WireObjects.built(
                built,
                explain ? built.explanations().get() : built.steps().map(step -> Option.none()),
                unsigned -> at.service().payloads(address, unsigned),
                at.service().policySigners(address));
    }

    /** Adds {@code simulation} to the built transaction. */
    private ObjectNode withSimulation(TransactionPlan built, Simulation simulation) {
        ObjectNode object = written(built);
        Option<ChainError> reason = simulation
                .failure()
                .map(failure -> ChainFailures.of(
                        failure, Option.some(built.steps().head().fee().payer()), simulation.logs(), at.service()::programErrorName));
        object.putObject("simulation")
                .put("ok", reason.isEmpty())
                .put("units", simulation.computeUnits())
                .put("code", reason.map(ChainError::code).getOrNull())
                .put("number", simulation.failure().flatMap(ChainFailures::number).getOrNull())
                .put("message", reason.map(ChainError::message).getOrNull())
                .set("logs", Json.texts(simulation.logs()));
        simulation.failure()
                .flatMap(failure -> ChainFailures.remedy(failure, built.steps().head().fee(), simulation.logs()))
                .forEach(remedy -> ((ObjectNode) object.get("simulation")).set("remedy", RemedyObjects.of(remedy)));
        return object;
    }

    /** The plan as a dry run would make it; refused wherever the call would be. */
    private Either<Failure, TransactionPlan> judged(BuildRequest request) {
        return at.custody()
                .validate(request)
                .mapLeft(refusal -> BuildFailures.of(request, refusal))
                .flatMap(this::requireCarried)
                .flatMap(plan -> requireSuccess ? requireSuccess(plan).map(fine -> plan) : Either.right(plan));
    }

    /** The verdict of a dry run, which makes no key and records nothing. */
    private Either<Failure, Answer> verdict(Either<Failure, ? extends BuildRequest> request) {
        return request.flatMap(this::judged).map(plan -> Answer.ok(Verdicts.allowed(plan)));
    }
}
