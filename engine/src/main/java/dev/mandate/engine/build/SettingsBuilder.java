package dev.mandate.engine.build;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.SettingsPlan;
import dev.mandate.domain.account.SettingsRefusal;
import dev.mandate.domain.account.SettingsTarget;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.engine.limit.EngineLimitRepository;
import dev.mandate.engine.plan.Assembler;
import dev.mandate.engine.plan.Draft;
import dev.mandate.engine.plan.RuleSimulation;
import dev.mandate.engine.query.ChainReader;
import dev.mandate.engine.parts.EngineParts;
import dev.mandate.engine.query.LoadedAccount;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.LeaversLimits;
import dev.mandate.ports.api.custody.Phase;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import dev.mandate.ports.spi.program.TransactionFormat;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.collection.Stream;
import io.vavr.collection.TreeMap;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Builds changes of settings, by vote or by the admin. */
final class SettingsBuilder {

    private final SmartAccountProgram program;
    private final TransactionFormat format;
    private final ChainReader reader;
    private final RequestedAddresses requested;
    private final Assembler assembler;
    private final VotePath votePath;
    private final EngineLimitRepository engineLimits;

    SettingsBuilder(EngineParts parts, ChainReader reader, Assembler assembler, VotePath votePath) {
        this.program = parts.program();
        this.format = parts.format();
        this.reader = reader;
        this.requested = new RequestedAddresses(parts);
        this.assembler = assembler;
        this.votePath = votePath;
        this.engineLimits = new EngineLimitRepository(parts.journal());
    }

    Either<BuildRefusal, Draft> draft(BuildRequest.ChangeSettings request) {
        return reader.load(request.account(), Array.empty(), Array.empty(), requested.of(request))
                .flatMap(loaded -> switch (request.authority()) {
                    case Authority.Vote(Array<Address> signers) -> byVote(loaded, request, signers);
                    case Authority.Admin admin -> byAdmin(loaded, request);
                });
    }

    private Either<BuildRefusal, Draft> byVote(
            LoadedAccount loaded, BuildRequest.ChangeSettings request, Array<Address> signers) {
        return content(loaded, request.edits(), request.leaversLimits())
                .flatMap(voted -> votePath.draft(
                        voted.loaded, voted.change, signers, Array.empty(), request.options()));
    }

    Either<BuildRefusal, Draft> draft(BuildRequest.HandOverAdmin request) {
        return reader.load(request.account(), Array.empty(), Array.empty(), requested.of(request))
                .flatMap(loaded -> switch (loaded.settings().admin()) {
                    case AdminControl.None none -> Either.left(new BuildRefusal.AdminCannotBeAdded(request.account()));
                    case AdminControl.HeldBy held -> handOver(loaded, request);
                });
    }

    /** The admin's edits come before the transfer of control. The transfer is left out if the next admin is the present one. */
    private Either<BuildRefusal, Draft> handOver(LoadedAccount loaded, BuildRequest.HandOverAdmin request) {
        BuildOptions options = request.options();
        boolean stays = loaded.settings().admin().equals(request.next());
        return adminChange(loaded, request.edits(), request.leaversLimits())
                .flatMap(change -> stays ? change.requireAny() : Either.right(change))
                .flatMap(change -> adminDraft(
                        change.loaded,
                        options,
                        (by, payer) -> stays
                                ? change.steps(by, payer, options)
                                : change.steps(by, payer, options)
                                        .append(new Operation.HandOver(by, payer, request.next(), options.memo()))));
    }

    /** A change that can be proposed, and the account with the limits that it touches. */
    record VotedChange(LoadedAccount loaded, TransactionContent.SettingsChange change) {}

    /**
     * The result of a request's edits.
     *
     * @param revoked the limits to remove because their signers leave
     */
    private record Wish(SettingsTarget target, Map<Address, SpendingLimit> revoked) {}

    private Either<BuildRefusal, Wish> wish(
            LoadedAccount loaded, Array<SettingsEdit> edits, LeaversLimits leaversLimits) {
        SettingsTargets.Outcome outcome = SettingsTargets.of(loaded.settings(), edits);
        SettingsTarget target = outcome.target();
        Array<BuildRefusal> refused = outcome.contradictions()
                .map(SettingsBuilder::stays)
                .appendAll(settings(target.requireGovernable()).swap());
        return BuildRefusal.unless(refused)
                .flatMap(fine -> revoked(loaded, target, leaversLimits))
                .map(revoked -> new Wish(target, revoked));
    }

    /** The change by vote that {@code edits} result in. */
    Either<BuildRefusal, VotedChange> content(
            LoadedAccount loaded, Array<SettingsEdit> edits, LeaversLimits leaversLimits) {
        return requireNoAdmin(loaded)
                .flatMap(open -> wish(loaded, edits, leaversLimits))
                .flatMap(wish -> settings(SettingsPlan.byVote(loaded.settings(), wish.target))
                        .map(actions -> voted(loaded, actions, wish.revoked)));
    }

    /** The account; refused if it has an admin, because then votes cannot change its settings. */
    Either<BuildRefusal, LoadedAccount> requireNoAdmin(LoadedAccount loaded) {
        return settings(loaded.settings().requireNoAdmin()).map(open -> loaded);
    }

    /** A draft of operations that the admin executes at once. */
    Either<BuildRefusal, Draft> adminDraft(LoadedAccount loaded, BuildOptions options, AdminSteps steps) {
        return admin(loaded)
                .flatMap(admin -> assembler
                        .payer(options, Array.of(admin))
                        .flatMap(payer -> RuleSimulation.of(loaded.rules(), loaded.account(), steps.by(admin, payer), loaded.now())
                                .map(simulation ->
                                        Draft.of(loaded, payer, simulation, options, new Phase.Complete()))));
    }

    /** The operations of the admin, for a given admin and payer. */
    interface AdminSteps {
        Array<Operation> by(Address admin, Address payer);
    }

    /** The admin; refused if its address has no key. Only the address is examined: what is known about it may belong to another tenant. */
    private Either<BuildRefusal, Address> admin(LoadedAccount loaded) {
        return switch (loaded.settings().admin()) {
            case AdminControl.None none ->
                Either.left(new BuildRefusal.NoAdmin(loaded.ref().address()));
            case AdminControl.HeldBy(Address admin) ->
                format.canSign(admin)
                        ? Either.right(admin)
                        : Either.left(new BuildRefusal.AdminCannotSign(admin));
        };
    }

    private Either<BuildRefusal, Draft> byAdmin(LoadedAccount loaded, BuildRequest.ChangeSettings request) {
        return adminChange(loaded, request.edits(), request.leaversLimits())
                .flatMap(AdminChange::requireAny)
                .flatMap(change -> adminDraft(
                        change.loaded, request.options(), (by, payer) -> change.steps(by, payer, request.options())));
    }

    /**
     * The admin's actions, and the account with the limits that they touch.
     *
     * @param rentCollector the rent collector after the change
     */
    private record AdminChange(LoadedAccount loaded, Array<SettingsAction> actions, Option<Address> rentCollector) {

        Either<BuildRefusal, AdminChange> requireAny() {
            return actions.isEmpty()
                    ? settings(Either.left(new SettingsRefusal.NothingToChange()))
                    : Either.right(this);
        }

        Array<Operation> steps(Address by, Address payer, BuildOptions options) {
            return SettingsBuilder.steps(actions, by, payer, rentCollector, options);
        }
    }

    private Either<BuildRefusal, AdminChange> adminChange(
            LoadedAccount loaded, Array<SettingsEdit> edits, LeaversLimits leaversLimits) {
        return admin(loaded)
                .flatMap(admin -> wish(loaded, edits, leaversLimits)
                        .flatMap(wish -> settings(SettingsPlan.byAdmin(
                                        loaded.settings(), wish.target, standIn(loaded, wish.target, admin)))
                                .map(actions -> new AdminChange(
                                        withLimits(loaded, wish.revoked),
                                        actions.appendAll(removals(wish.revoked)),
                                        wish.target.rentCollector()))));
    }

    /**
     * The admin's operations for {@code actions}.
     *
     * @param rentCollector receives the rent of a removed limit; none: the rent payer receives it
     */
    static Array<Operation> steps(
            Array<SettingsAction> actions,
            Address by,
            Address payer,
            Option<Address> rentCollector,
            BuildOptions options) {
        return actions.map(action -> new Operation.ChangeAsAdmin(
                by,
                action instanceof SettingsAction.RemoveSpendingLimit ? rentCollector.getOrElse(payer) : payer,
                action,
                options.memo()));
    }

    private static <T> Either<BuildRefusal, T> settings(Either<SettingsRefusal, T> outcome) {
        return outcome.mapLeft(SettingsBuilder::stays);
    }

    private static BuildRefusal stays(SettingsRefusal why) {
        return new BuildRefusal.Forbidden(new Refusal.SettingsRefused(why));
    }

    /** The limits to remove because their signers leave. */
    private Either<BuildRefusal, Map<Address, SpendingLimit>> revoked(
            LoadedAccount loaded, SettingsTarget target, LeaversLimits leaversLimits) {
        Array<Address> leavers = loaded.settings()
                .roster()
                .signers()
                .map(Signer::address)
                .reject(address ->
                        target.signers().exists(signer -> signer.address().equals(address)));
        if (leavers.isEmpty() || leaversLimits == LeaversLimits.KEEP) {
            return Either.right(TreeMap.empty());
        }
        return reader.limitsOf(loaded.ref())
                .map(limits -> limits.filter(
                        (address, limit) -> engineLimits.spenders(address, limit.terms()).exists(leavers::contains)))
                .flatMap(named -> leaversLimits == LeaversLimits.REVOKE || named.isEmpty()
                        ? Either.right(named)
                        : Either.left(new BuildRefusal.LeaversHoldLimits(namedBy(leavers, named, engineLimits))));
    }

    static Map<Address, Array<Address>> namedBy(
            Array<Address> leavers, Map<Address, SpendingLimit> limits, EngineLimitRepository engineLimits) {
        Map<Address, Array<Address>> named = TreeMap.empty();
        for (Address leaver : leavers) {
            Array<Address> theirs = limits.filter((address, limit) -> engineLimits.spenders(address, limit.terms()).contains(leaver))
                    .keySet()
                    .toArray();
            named = theirs.isEmpty() ? named : named.put(leaver, theirs);
        }
        return named;
    }

    /** Orders the removals last: after a removal the program cannot enlarge an account. */
    private static VotedChange voted(
            LoadedAccount loaded, Array<SettingsAction> actions, Map<Address, SpendingLimit> revoked) {
        return new VotedChange(
                withLimits(loaded, revoked),
                new TransactionContent.SettingsChange(actions.appendAll(removals(revoked))));
    }

    /**
     * A placeholder for a signer within one transaction: an address that is no signer and does not become one. The addresses of the
     * account's transactions are tried in order; there are more of them than signers.
     */
    private Address standIn(LoadedAccount loaded, SettingsTarget target, Address admin) {
        return Stream.from(1L)
                .map(index -> program.transactionAddress(loaded.ref(), index))
                .prependAll(Array.of(admin, loaded.ref().address(), loaded.ref().settings().address()))
                .find(address -> loaded.settings().roster().find(address).isEmpty()
                        && !target.signers().exists(signer -> signer.address().equals(address)))
                .getOrElseThrow(() -> new IllegalStateException("more signers than transactions can be"));
    }

    private static Array<SettingsAction> removals(Map<Address, SpendingLimit> revoked) {
        return revoked.keySet().toArray().map(SettingsAction.RemoveSpendingLimit::new);
    }

    private static LoadedAccount withLimits(LoadedAccount loaded, Map<Address, SpendingLimit> limits) {
        SmartAccount account = loaded.account();
        for (var limit : limits) {
            account = account.withLimit(limit._1, limit._2);
        }
        return new LoadedAccount(loaded.ref(), loaded.rules(), account, loaded.read(), loaded.balance());
    }
}
