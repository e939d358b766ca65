package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.codec.BuilderFields;
import dev.mandate.adapters.http.codec.WireObjects;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Dialect;
import dev.mandate.adapters.http.exchange.Query;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.ports.chain.Simulation;
import dev.mandate.ports.custody.Authority;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.BuildRequest;
import dev.mandate.ports.custody.LeaversLimits;
import dev.mandate.ports.custody.Proposable;
import dev.mandate.ports.custody.SettingsEdit;
import dev.mandate.ports.custody.TransactionPlan;
import dev.mandate.domain.review.GiveawayWarning;
import dev.mandate.ports.refusal.BuildFailures;
import dev.mandate.ports.refusal.ChainError;
import dev.mandate.ports.refusal.ChainFailures;
import dev.mandate.ports.refusal.ErrorCode;
import dev.mandate.ports.refusal.Failure;
import dev.mandate.ports.refusal.RefusalText;
import dev.mandate.ports.refusal.Remedy;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;
import tools.jackson.databind.node.ObjectNode;

/** The common part of all builders: their query, their signers and their answer. */
final class BuilderCall {

    /** The warnings that a client can acknowledge, by code. */
    private static final Map<String, GiveawayWarning.Code> CODES =
            Array.of(GiveawayWarning.Code.values()).toLinkedMap(RefusalText::word, code -> code);

    private BuilderCall() {}

    /**
     * The query of a builder.
     *
     * @param admin whether the admin acts
     * @param acknowledged the acknowledged warnings
     * @param dryRun whether only a verdict is requested
     * @param requireSuccess whether a transaction that would fail is refused
     */
    record Mode(
            boolean admin,
            LeaversLimits leaversLimits,
            Set<GiveawayWarning.Code> acknowledged,
            boolean dryRun,
            boolean requireSuccess) {}

    /** Parameters that only some builders have. */
    enum Choice {
        ADMIN,
        LEAVERS_LIMITS,
        ACKNOWLEDGED
    }

    /** Reads a builder's query. A parameter that is not in {@code choices} counts as unknown. */
    static Mode mode(Query query, Choice... choices) {
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
        return new Mode(admin, leavers, acknowledged, query.flag("dry_run"), query.flag("require_success"));
    }

    /** Reads the acknowledged warnings. */
    static Set<GiveawayWarning.Code> acknowledged(Query query) {
        Array<String> words = query.texts("acknowledge");
        if (!words.forAll(CODES::containsKey)) {
            query.reject("acknowledge", "acknowledge must be one of " + CODES.keySet().mkString(", ") + ".");
        }
        return words.flatMap(CODES::get).toSet();
    }

    /** Returns the authority that changes settings: the admin, or the named or possible signers. */
    static Either<Failure, Authority> authority(TenantCall at, Address account, Mode mode, BuilderFields fields) {
        return mode.admin()
                ? requireAdminAlone(at, account, fields).map(alone -> new Authority.Admin())
                : signers(at, account, fields).map(Authority.Vote::new);
    }

    /** With the admin's authority, {@code transaction_signers} may name only the admin. */
    static Either<Failure, BuilderFields> requireAdminAlone(TenantCall at, Address account, BuilderFields fields) {
        return fields.signers().isEmpty()
                ? Either.right(fields)
                : at.account(account).flatMap(view -> view.settings().admin() instanceof AdminControl.HeldBy(Address admin)
                                && !fields.signers().get().forAll(admin::equals)
                        ? Either.left(Failure.at(
                                        "transaction_signers",
                                        ErrorCode.NOT_THE_ADMIN,
                                        "With admin=true transaction_signers is the admin alone: " + admin + ".")
                                .fact("admin_address", admin)
                                .remedy(new Remedy.AskAdmin(admin)))
                        : Either.right(fields));
    }

    /** Returns the possible signers: the named ones, otherwise all signers of the account. The engine chooses the fewest sufficient ones. */
    static Either<Failure, Array<Address>> signers(TenantCall at, Address account, BuilderFields fields) {
        return fields.signers()
                .<Either<Failure, Array<Address>>>map(Either::right)
                .getOrElse(() -> at.account(account)
                        .map(view -> inOrder(at, fields, view.settings().roster().signers().map(Signer::address))));
    }

    /** Orders signers: the fee payer first, because it signs in any case; signers without a key last. */
    static Array<Address> inOrder(TenantCall at, BuilderFields fields, Array<Address> signers) {
        Array<Address> able = signers.filter(at.service()::canSign);
        Array<Address> ordered = able.appendAll(signers.removeAll(able));
        return fields.payer()
                .filter(ordered::contains)
                .map(payer -> ordered.remove(payer).prepend(payer))
                .getOrElse(ordered);
    }

    /** Builds, or returns the verdict in a dry run. The answer has the simulation only if its success is required. */
    static Either<Failure, Answer> answer(
            TenantCall at, Mode mode, Either<Failure, ? extends BuildRequest> request) {
        return mode.dryRun()
                ? verdict(at, mode, request)
                : built(at, request).flatMap(made -> mode.requireSuccess()
                                ? requireSuccess(at, made).map(simulation -> withSimulation(at, made, simulation))
                                : Either.right(written(at, made)))
                        .map(body -> Answer.ok(withSigners(at, request.get(), body)));
    }

    /** Adds the signers that a change lists: the request may name them by keys to which other addresses are bound. */
    private static ObjectNode withSigners(TenantCall at, BuildRequest request, ObjectNode body) {
        Array<Signer> listed = edits(request).flatMap(edit -> edit instanceof SettingsEdit.AddSigners added
                ? added.signers()
                : edit instanceof SettingsEdit.ReplaceSigners all ? all.signers() : Array.<Signer>empty());
        if (!listed.isEmpty()) {
            WireObjects.signers(body.putArray("signers"), listed, at.service()::authorityOf);
        }
        return body;
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

    /** Builds and adds the simulation, or returns the verdict in a dry run. */
    static Either<Failure, Answer> simulating(
            TenantCall at, Mode mode, Either<Failure, ? extends BuildRequest> request) {
        return mode.dryRun() ? verdict(at, mode, request) : built(at, request).flatMap(made -> simulated(at, mode, made));
    }

    private static Either<Failure, TransactionPlan> built(TenantCall at, Either<Failure, ? extends BuildRequest> request) {
        return Either.<Failure, BuildRequest>narrow(request)
                .flatMap(asked -> at.custody().build(asked).mapLeft(refusal -> BuildFailures.of(asked, refusal)))
                .flatMap(built -> requireCarried(at, built));
    }

    /** The public SDK signs and sends one transaction. It would take the first of several for the whole. */
    private static Either<Failure, TransactionPlan> requireCarried(TenantCall at, TransactionPlan built) {
        return at.dialect() == Dialect.GRID && built.steps().length() > 1
                ? Either.left(Failure.of(
                                ErrorCode.DOES_NOT_FIT,
                                "It would be %s transactions, and answers on this path carry one."
                                        .formatted(built.steps().length()))
                        .fact("transactions", built.steps().length())
                        .remedy(Remedy.RepeatWith.of(Remedy.Form.Plain.SEVERAL_TRANSACTIONS)))
                : Either.right(built);
    }

    /** If the chain could not simulate, the answer has no simulation. If success is required, the request fails. */
    private static Either<Failure, Answer> simulated(TenantCall at, Mode mode, TransactionPlan built) {
        return mode.requireSuccess()
                ? requireSuccess(at, built).map(simulation -> Answer.ok(withSimulation(at, built, simulation)))
                : Either.right(Answer.ok(built.simulation()
                        .map(simulation -> withSimulation(at, built, simulation))
                        .getOrElse(() -> written(at, built))));
    }

    private static Either<Failure, Simulation> requireSuccess(TenantCall at, TransactionPlan built) {
        return built.simulation()
                .mapLeft(fault -> BuildFailures.of(new BuildRefusal.ChainSilent(fault)))
                .flatMap(simulation -> simulation.failure().isDefined()
                        ? Either.left(failed(at, built, simulation))
                        : Either.right(simulation));
    }

    private static ObjectNode written(TenantCall at, TransactionPlan built) {
        Address account = built.account().address();
        return WireObjects.built(built, unsigned -> at.service().payloads(account, unsigned), at.service().policySigners(account));
    }

    private static Failure failed(TenantCall at, TransactionPlan built, Simulation simulation) {
        return ChainFailures.simulationFailed(
                simulation.failure().get(), built.steps().head().fee().payer(), at.service()::programErrorName);
    }

    /** Adds {@code simulation} to the built transaction. The public SDK expects the programs' logs beside it, not inside. */
    private static ObjectNode withSimulation(TenantCall at, TransactionPlan built, Simulation simulation) {
        ObjectNode object = written(at, built);
        Option<ChainError> reason = simulation
                .failure()
                .map(failure -> ChainFailures.of(
                        failure, Option.some(built.steps().head().fee().payer()), at.service()::programErrorName));
        ObjectNode told = object.putObject("simulation")
                .put("ok", reason.isEmpty())
                .put("units", simulation.computeUnits());
        if (reason.isDefined()) {
            told.put("code", reason.get().code()).put("message", reason.get().message());
        } else {
            told.putNull("code").putNull("message");
        }
        told.set("logs", Json.texts(simulation.logs()));
        return at.dialect() == Dialect.GRID ? object.set("simulation_logs", Json.texts(simulation.logs())) : object;
    }

    /** The plan as a dry run would make it; refused wherever the call would be. */
    static Either<Failure, TransactionPlan> judged(TenantCall at, Mode mode, BuildRequest request) {
        return at.custody()
                .validate(request)
                .mapLeft(refusal -> BuildFailures.of(request, refusal))
                .flatMap(plan -> requireCarried(at, plan))
                .flatMap(plan -> mode.requireSuccess() ? requireSuccess(at, plan).map(fine -> plan) : Either.right(plan));
    }

    /** The verdict of a dry run, which makes no key and records nothing. */
    private static Either<Failure, Answer> verdict(
            TenantCall at, Mode mode, Either<Failure, ? extends BuildRequest> request) {
        return request.flatMap(asked -> judged(at, mode, asked)).map(plan -> Answer.ok(Verdicts.allowed(plan)));
    }
}
