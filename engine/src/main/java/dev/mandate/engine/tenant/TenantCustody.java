package dev.mandate.engine.tenant;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.review.ReviewTerms.NonceAuthority;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.GrantedPowers;
import dev.mandate.domain.spending.PolicyTerms;
import dev.mandate.engine.policy.PolicyCheck;
import dev.mandate.engine.review.CallerAddresses;
import dev.mandate.engine.review.Reviewer;
import dev.mandate.engine.submission.ManagedSigner;
import dev.mandate.engine.submission.OwnAccounts;
import dev.mandate.engine.review.Safeguards;
import dev.mandate.engine.submission.SubmissionParts;
import dev.mandate.engine.submission.Submissions;
import dev.mandate.ports.custody.AccountView;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.BuildRequest;
import dev.mandate.ports.custody.Custody;
import dev.mandate.ports.custody.IdempotencyKey;
import dev.mandate.ports.custody.LimitView;
import dev.mandate.ports.custody.PlanRefusal;
import dev.mandate.ports.custody.Retry;
import dev.mandate.ports.custody.Submission;
import dev.mandate.ports.custody.SubmissionId;
import dev.mandate.ports.custody.SubmissionRefusal;
import dev.mandate.ports.custody.SubmitRequest;
import dev.mandate.ports.custody.TokenBalance;
import dev.mandate.ports.custody.TransactionPage;
import dev.mandate.ports.custody.TransactionPlan;
import dev.mandate.ports.custody.TransactionView;
import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.keys.TransactionSigner;
import dev.mandate.ports.program.AccountRef;
import dev.mandate.ports.tenant.TenantAccount;
import dev.mandate.ports.transfer.TransferPage;
import dev.mandate.ports.transfer.TransferQuery;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.OptionalLong;

/** Custody of one tenant's own accounts on one network. All other accounts that the engine knows are unknown accounts here. */
final class TenantCustody implements Custody {

    private final NetworkContext context;
    private final Tenant tenant;
    private final Submissions submissions;
    private final PolicyCheck policies;
    private final Reviewer reviewer;
    private final LimitGrants grants;
    private final PolicySigning policySigning;

    TenantCustody(NetworkContext context, Tenant tenant) {
        this.context = context;
        this.tenant = tenant;
        this.grants = new LimitGrants(context, tenant);
        this.policies = context.custody().policies(tenant, context.filters().of(tenant, context.parts().policies()));
        this.policySigning = new PolicySigning(context, tenant);
        this.reviewer = context.custody().reviewer(
                new Safeguards(context.parts().maxPriorityFee(), context.nonces().of(tenant), NonceAuthority.SIGNER),
                new CallerAddresses(
                        context.operators(),
                        address -> own(address).isRight(),
                        address -> context.parts().passkeys().exists(known -> known.ofAccount(tenant, address).isDefined())));
        this.submissions = new Submissions(new SubmissionParts(
                tenant,
                context.network(),
                context.chain(),
                context.formats(),
                context.journal(),
                context.clock(),
                context.submissions(),
                context.driver(),
                context.parts().waits(),
                new TenantsAccounts(),
                policies,
                context.authorities()
                        .map(authorities -> authorities.signerOf(
                                tenant, account -> context.custody().account(account).map(view -> view.settings().roster())))
                        .getOrElse(ManagedSigner.NONE),
                reviewer));
    }

    /** The account; refused if it is not the tenant's on this network. */
    Either<BuildRefusal, AccountRef> own(Address account) {
        return context.accounts()
                .find(tenant, context.network(), account)
                .map(TenantAccount::ref)
                .toEither(() -> new BuildRefusal.UnknownAccount(account));
    }

    @Override
    public Either<BuildRefusal, TransactionPlan> build(BuildRequest request) {
        return grants.needingEngine(request)
                .map(terms -> validate(request).flatMap(fine -> grants.grant(request, terms, this::built)))
                .getOrElse(() -> checked(request).flatMap(asked -> policySigning.with(asked, PolicySigning.Keys.MADE)).flatMap(this::built))
                .peek(built -> claim(request, built))
                .peek(built -> succeed(request, built));
    }

    private Either<BuildRefusal, TransactionPlan> built(BuildRequest request) {
        return context.custody().build(request, reviewer, policies);
    }

    @Override
    public Either<BuildRefusal, TransactionPlan> validate(BuildRequest request) {
        return checked(request)
                .flatMap(asked -> policySigning.with(asked, PolicySigning.Keys.STOOD_FOR))
                .flatMap(asked -> context.custody().validate(asked, reviewer, policies));
    }

    private Either<BuildRefusal, BuildRequest> checked(BuildRequest request) {
        return requireOwn(request).flatMap(this::requireAble).flatMap(grants::withoutKey);
    }

    /** The engine's voters in an account, which sign by themselves. */
    Array<Address> policySigners(Address account) {
        return policySigning.of(account);
    }

    private Either<BuildRefusal, BuildRequest> requireOwn(BuildRequest request) {
        return switch (request) {
            case BuildRequest.OnAccount onAccount ->
                own(onAccount.account()).map(ref -> request);
            case BuildRequest.CreateAccount create -> Either.right(request);
        };
    }

    /** Checks the roles that the request gives before anything of it is recorded: in a new account, or within a limit that the engine keeps. */
    private Either<BuildRefusal, BuildRequest> requireAble(BuildRequest request) {
        return request instanceof BuildRequest.CreateAccount create
                ? requireAble(create.terms()).map(able -> request)
                : requireAble(new GrantedPowers(
                                Array.empty(), Array.empty(), grants.needingEngine(request).toArray().flatMap(PolicyTerms::signers)))
                        .map(able -> request);
    }

    /** The terms of a new account; refused if its admin or a signer could never act. */
    Either<BuildRefusal, Command.CreateAccount> requireAble(Command.CreateAccount terms) {
        return requireAble(GrantedPowers.by(terms)).map(able -> terms);
    }

    private Either<BuildRefusal, GrantedPowers> requireAble(GrantedPowers powers) {
        return reviewer.roles(powers)
                .flatMap(findings -> BuildRefusal.unless(findings.map(BuildRefusal.Reviewed::new)))
                .map(able -> powers);
    }

    private void claim(BuildRequest request, TransactionPlan built) {
        if (request instanceof BuildRequest.CreateAccount) {
            claim(built.account());
        }
    }

    private void succeed(BuildRequest request, TransactionPlan built) {
        if (request instanceof BuildRequest.ReplaceLimit replace) {
            built.limit().forEach(next -> context.successions().built(replace.limit(), next));
        }
    }

    private void claim(AccountRef account) {
        context.accounts().claim(tenant, context.network(), account, TenantAccount.Origin.IMPORTED);
    }

    @Override
    public Either<BuildRefusal, AccountRef> register(Address settingsAddress) {
        return acquaint(settingsAddress).peek(this::claim);
    }

    @Override
    public Either<BuildRefusal, AccountRef> inspect(Address settingsAddress) {
        return context.custody().inspect(settingsAddress);
    }

    /** Makes the engine know the account with these settings. It does not become the tenant's account by this. */
    Either<BuildRefusal, AccountRef> acquaint(Address settingsAddress) {
        return context.custody().register(settingsAddress);
    }

    /** Adds an imported account to a commit. The tenant must not have it already. */
    Commit holding(Commit commit, AccountRef account) {
        return context.accounts().add(commit, tenant, context.network(), account, TenantAccount.Origin.IMPORTED);
    }

    @Override
    public Either<BuildRefusal, AccountView> account(Address account) {
        return own(account).flatMap(ref -> context.custody().account(account));
    }

    @Override
    public Either<BuildRefusal, TransactionView> transaction(Address account, long index) {
        return own(account).flatMap(ref -> context.custody().transaction(account, index));
    }

    @Override
    public Either<BuildRefusal, TransactionPage> transactions(Address account, OptionalLong before, int limit) {
        return own(account).flatMap(ref -> context.custody().transactions(account, before, limit));
    }

    @Override
    public Either<BuildRefusal, Seq<TokenBalance>> balances(Address account) {
        return own(account).flatMap(ref -> context.custody().balances(account));
    }

    @Override
    public Either<BuildRefusal, TransferPage> transfers(Address account, TransferQuery query) {
        return own(account).flatMap(ref -> context.custody().transfers(account, query));
    }

    @Override
    public Either<BuildRefusal, Seq<LimitView>> limits(Address account) {
        return own(account).flatMap(ref -> context.custody().limits(account)).flatMap(this::withEngines);
    }

    /** Adds what the engine keeps. The chain's clock is asked only if the engine keeps any of them. */
    private Either<BuildRefusal, Seq<LimitView>> withEngines(Seq<LimitView> views) {
        return views.forAll(view -> context.limits().book().find(view.limit()).isEmpty())
                ? Either.right(views)
                : context.limits()
                        .now()
                        .<BuildRefusal>mapLeft(BuildRefusal.ChainSilent::new)
                        .map(now -> views.map(view -> context.limits()
                                .book()
                                .find(view.limit())
                                .filter(kept -> kept.subject().tenant().equals(tenant))
                                .map(kept -> view.keptAs(kept, now))
                                .getOrElse(view)));
    }

    @Override
    public Either<SubmissionRefusal, Submission> submit(SubmitRequest request, Retry retry) {
        return submissions.submit(request, retry);
    }

    @Override
    public Either<SubmissionRefusal, Submission> submit(Address account, Bytes transaction, IdempotencyKey key) {
        return submissions.submit(account, transaction, key);
    }

    @Override
    public Either<PlanRefusal, Array<Submission>> submitAll(
            TransactionPlan plan, TransactionSigner signer, IdempotencyKey key) {
        return submissions.submitAll(plan, signer, key);
    }

    @Override
    public Option<Submission> submission(SubmissionId id) {
        return submissions.submission(id).map(found -> context.creations()
                .newest(id, found.account())
                .flatMap(submissions::submission)
                .map(newest -> newest.as(id))
                .getOrElse(found));
    }

    @Override
    public Option<Submission> submissionOf(Bytes transaction) {
        return submissions.submissionOf(transaction);
    }

    @Override
    public Option<Submission> awaitFinal(SubmissionId id) {
        return submissions.awaitFinal(id);
    }

    /** The tenant's own accounts. */
    private final class TenantsAccounts implements OwnAccounts {

        @Override
        public Option<AccountRef> find(Address account) {
            return own(account).toOption();
        }

        @Override
        public Either<BuildRefusal, AccountView> view(AccountRef account) {
            return context.custody().account(account.address());
        }
    }
}
