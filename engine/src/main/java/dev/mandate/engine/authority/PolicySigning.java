package dev.mandate.engine.authority;

import dev.mandate.domain.chain.KeyStandIn;
import io.vavr.control.Option;
import java.util.function.Predicate;
import dev.mandate.engine.limit.EngineLimitRepository;
import dev.mandate.engine.query.TransactionViews;
import dev.mandate.engine.query.AccountViews;
import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.NecessaryVoters;
import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Roster;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.api.custody.AccountView;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.LeaversLimits;
import dev.mandate.ports.api.custody.SettingsEdit;
import io.vavr.collection.Array;
import io.vavr.control.Either;

/**
 * The engine's own voters in a tenant's accounts. While they are necessary, nothing is approved that a policy vetoes, whoever signs where. They vote
 * with every transaction that is built here; their votes never replace those of others.
 */
public final class PolicySigning {

    /** So many signers an account may have here. */
    private static final int MOST_SIGNERS = 64;

    private final AccountViews accounts;
    private final TransactionViews transactions;
    private final Option<Authorities> authorities;
    private final EngineLimitRepository limits;
    private final Predicate<Address> hasOwner;

    /** @param hasOwner whether the owner of an address outside the engine can sign for it */
    public PolicySigning(
            AccountViews accounts,
            TransactionViews transactions,
            Option<Authorities> authorities,
            EngineLimitRepository limits,
            Predicate<Address> hasOwner) {
        this.accounts = accounts;
        this.transactions = transactions;
        this.authorities = authorities;
        this.limits = limits;
        this.hasOwner = hasOwner;
    }

    /** Whether keys are made for a request. */
    public enum Keys {
        MADE,
        /** Other addresses stand for them: for a check of everything else. */
        STOOD_FOR
    }

    /** The request with the engine's voters; a change of them as a change of settings by the admin. */
    public Either<BuildRefusal, BuildRequest> with(BuildRequest request, Keys keys) {
        return switch (request) {
            case BuildRequest.AddPolicySigner add -> authorities().flatMap(authorities -> account(add.account())
                    .flatMap(this::requireOutsideAdmin)
                    .flatMap(view -> adding(authorities, view, add.options(), keys)));
            case BuildRequest.RemovePolicySigner remove -> account(remove.account()).flatMap(view -> removing(view, remove.options()));
            case BuildRequest.HandOverAdmin handOver -> requireOutside(handOver);
            case BuildRequest.ChangeSettings change when change.edits().exists(PolicySigning::isOfVoters) ->
                requireOut(change).flatMap(this::voting);
            case BuildRequest.OnAccount onAccount -> voting(onAccount);
            case BuildRequest.CreateAccount create -> Either.right(create);
        };
    }

    private Either<BuildRefusal, Authorities> authorities() {
        return authorities.toEither(BuildRefusal.NoVault::new);
    }

    private Either<BuildRefusal, AccountView> account(Address account) {
        return accounts.account(account);
    }

    /** The addresses that the engine has for an account. */
    public Array<Address> of(Address account) {
        return authorities.toArray().flatMap(held -> held.policySigners(account));
    }

    private Array<Address> in(Roster roster, Address account) {
        return of(account).filter(address -> roster.find(address).isDefined());
    }

    private Either<BuildRefusal, AccountView> requireOutsideAdmin(AccountView view) {
        return switch (view.settings().admin()) {
            case AdminControl.None none -> Either.left(new BuildRefusal.NoAdmin(view.ref().address()));
            case AdminControl.HeldBy(Address admin) ->
                isOutside(view, admin) ? Either.right(view) : Either.left(new BuildRefusal.AdminNotOutside(admin));
        };
    }

    private boolean isOutside(AccountView view, Address admin) {
        return hasOwner.test(admin)
                && !of(view.ref().address()).contains(admin)
                && limits.ofPolicyKey(admin).isEmpty()
                && authorities.forAll(held -> !held.holds(admin));
    }

    /** While the engine's voters are in, the control stays with an admin outside the engine. */
    private Either<BuildRefusal, BuildRequest> requireOutside(BuildRequest.HandOverAdmin request) {
        if (of(request.account()).isEmpty()) {
            return Either.right(request);
        }
        return account(request.account()).flatMap(view -> in(view.settings().roster(), request.account()).isEmpty()
                        || (request.next() instanceof AdminControl.HeldBy(Address next) && isOutside(view, next))
                ? Either.right(request)
                : Either.left(new BuildRefusal.AdminNotOutside(request.next().holder().getOrElse(Address.ZERO))));
    }

    private static boolean isOfVoters(SettingsEdit edit) {
        return switch (edit) {
            case SettingsEdit.AddSigners added -> true;
            case SettingsEdit.RemoveSigner removed -> true;
            case SettingsEdit.ReplaceSigners replaced -> true;
            case SettingsEdit.SetThreshold threshold -> true;
            case SettingsEdit.SetTimeLock lock -> false;
            case SettingsEdit.SetRentCollector collector -> false;
        };
    }

    /** Another threshold or other voters could let the engine's votes take the place of others': they are changed while it has none. */
    private Either<BuildRefusal, BuildRequest.ChangeSettings> requireOut(BuildRequest.ChangeSettings request) {
        return of(request.account()).isEmpty()
                ? Either.right(request)
                : present(request.account())
                        .flatMap(engine -> engine.isEmpty() ? Either.right(request) : Either.left(new BuildRefusal.PolicySignerPresent(engine)));
    }

    private Either<BuildRefusal, BuildRequest> adding(
            Authorities authorities, AccountView view, BuildOptions options, Keys keys) {
        Roster roster = view.settings().roster();
        Address account = view.ref().address();
        Array<Address> present = in(roster, account);
        NecessaryVoters added = NecessaryVoters.of(roster);
        int needed = roster.signers().length() + added.count();
        if (!present.isEmpty()) {
            return Either.left(new BuildRefusal.PolicySignerPresent(present));
        }
        if (needed > MOST_SIGNERS) {
            return Either.left(new BuildRefusal.NoRoomForPolicySigner(needed, MOST_SIGNERS));
        }
        Either<BuildRefusal, Array<Address>> voters = switch (keys) {
            case MADE -> authorities.makePolicySigners(account, added.count()).mapLeft(BuildRefusal.VaultSilent::new);
            case STOOD_FOR -> Either.right(Array.range(0, added.count())
                    .map(index -> KeyStandIn.of("policy signer " + index, hasOwner)));
        };
        return voters.map(addresses -> changing(
                account,
                Array.of(
                        new SettingsEdit.AddSigners(addresses.take(added.count())
                                .map(address -> new Signer(address, Permissions.of(Permission.CAN_VOTE)))),
                        new SettingsEdit.SetThreshold(added.threshold())),
                options));
    }

    private Either<BuildRefusal, BuildRequest> removing(AccountView view, BuildOptions options) {
        Roster roster = view.settings().roster();
        Array<Address> present = in(roster, view.ref().address());
        return present.isEmpty()
                ? Either.left(new BuildRefusal.PolicySignerAbsent(view.ref().address()))
                : Either.right(changing(
                        view.ref().address(),
                        present.<SettingsEdit>map(SettingsEdit.RemoveSigner::new)
                                .append(new SettingsEdit.SetThreshold(NecessaryVoters.without(roster, present.toSet()))),
                        options));
    }

    private static BuildRequest changing(Address account, Array<SettingsEdit> edits, BuildOptions options) {
        return new BuildRequest.ChangeSettings(account, edits, new Authority.Admin(), LeaversLimits.REFUSE, options);
    }

    /** Lets the engine's voters approve, before others: so no more of the others sign than decided without the engine. */
    private Either<BuildRefusal, BuildRequest> voting(BuildRequest.OnAccount request) {
        Array<Address> known = of(request.account());
        if (known.isEmpty()) {
            return Either.right(request);
        }
        return switch (request) {
            case BuildRequest.Prepare(var account, var transaction, var signers, var options) -> present(account)
                    .map(engine -> new BuildRequest.Prepare(account, transaction, first(engine, signers), paid(options, engine, signers)));
            case BuildRequest.Transfer(var account, var to, var token, var amount, var signers, var options) -> present(account)
                    .map(engine -> new BuildRequest.Transfer(
                            account, to, token, amount, first(engine, signers), paid(options, engine, signers)));
            case BuildRequest.CastVotes(var account, long index, Vote vote, var voters, var options) when vote == Vote.APPROVE ->
                present(account)
                        .flatMap(present -> transactions.one(account, index)
                                .map(view -> view.electorate(Vote.APPROVE).filter(present::contains)))
                        .map(engine -> new BuildRequest.CastVotes(
                                account, index, vote, first(engine, voters.removeAll(known)), paid(options, known, voters)));
            case BuildRequest.CastVotes(var account, long index, Vote vote, var voters, var options) ->
                Either.right(new BuildRequest.CastVotes(account, index, vote, voters.removeAll(known), options));
            case BuildRequest.ChangeSettings(var account, var edits, Authority.Vote by, var leavers, var options) ->
                Either.right(new BuildRequest.ChangeSettings(account, edits, by, leavers, paid(options, known, by.signers())));
            case BuildRequest.AddLimit(var account, var terms, Authority.Vote by, var options) ->
                Either.right(new BuildRequest.AddLimit(account, terms, by, paid(options, known, by.signers())));
            case BuildRequest.RemoveLimit(var account, var limit, Authority.Vote by, var options) ->
                Either.right(new BuildRequest.RemoveLimit(account, limit, by, paid(options, known, by.signers())));
            case BuildRequest.ReplaceLimit(var account, var limit, var terms, Authority.Vote by, var options) ->
                Either.right(new BuildRequest.ReplaceLimit(account, limit, terms, by, paid(options, known, by.signers())));
            case BuildRequest.OnAccount other -> Either.right(other);
        };
    }

    private Either<BuildRefusal, Array<Address>> present(Address account) {
        return account(account).map(view -> {
            Array<Address> engine = in(view.settings().roster(), account);
            return NecessaryVoters.areNecessary(view.settings().roster(), engine.toSet()) ? engine : Array.empty();
        });
    }

    private static Array<Address> first(Array<Address> engine, Array<Address> others) {
        return engine.appendAll(others.removeAll(engine));
    }

    /** An engine's voter holds nothing and never pays. */
    private static BuildOptions paid(BuildOptions options, Array<Address> engine, Array<Address> signers) {
        return options.feePayer().isDefined()
                ? options
                : signers.removeAll(engine).headOption().map(options::paidBy).getOrElse(options);
    }
}
